//! What pods use, from the cluster's metrics API.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use futures::stream::{self, BoxStream};
use http::Request;
use k8s_openapi::api::core::v1 as core;
use kit::{Clock, Timestamp};
use kube::Api;
use serde::Deserialize;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep};

use super::MetricsSettings;
use super::api_call::ApiCall;
use super::connection::Connection;
use super::pods::{self, bounded, forgetting};
use super::quantity::quantity;
use crate::{ContainerId, EngineError, Fault, Usage};

const GROUP: &str = "metrics.k8s.io";

/// The last answers of the metrics API, one for each namespace that was asked for.
#[derive(Debug, Default)]
pub(super) struct PodMetrics {
    pub(super) settings: MetricsSettings,
    last: Mutex<HashMap<Arc<str>, Answer>>,
}

/// When it was given, and what it says.
type Answer = (Instant, Arc<Figures>);

/// What the pods of a namespace use, or why that is not known.
type Figures = Result<HashMap<String, PodFigures>, EngineError>;

#[derive(Debug, Clone, Copy, PartialEq)]
struct PodFigures {
    at: Timestamp,
    cores: f64,
    memory: f64,
}

impl PodMetrics {
    pub(super) fn new(settings: MetricsSettings) -> Self {
        PodMetrics { settings, last: Mutex::default() }
    }

    async fn of(&self, connection: &Connection, namespace: &Arc<str>) -> Arc<Figures> {
        // Whoever comes while an answer is under way waits for the same one.
        let mut last = self.last.lock().await;
        if let Some((at, figures)) = last.get(namespace)
            && at.elapsed() < self.settings.ttl
        {
            return figures.clone();
        }
        let figures = Arc::new(ask(connection, namespace).await);
        last.retain(|_, (at, _)| at.elapsed() < self.settings.ttl);
        last.insert(namespace.clone(), (Instant::now(), figures.clone()));
        figures
    }
}

/// What a pod uses, as often as the answers are renewed; ends when the pod is gone.
pub(super) fn usage(
    connection: Arc<Connection>,
    metrics: Arc<PodMetrics>,
    id: ContainerId,
) -> BoxStream<'static, Result<Usage, EngineError>> {
    let ttl = metrics.settings.ttl;
    stream::unfold(
        (connection, metrics, id, None),
        move |(connection, metrics, id, pause)| async move {
            if let Some(pause) = pause {
                sleep(pause).await;
            }
            let usage = look(&connection, &metrics, &id).await?;
            Some((usage, (connection, metrics, id, Some(ttl))))
        },
    )
    .boxed()
}

/// `None` for a pod that does not run.
async fn look(
    connection: &Connection,
    metrics: &PodMetrics,
    id: &ContainerId,
) -> Option<Result<Usage, EngineError>> {
    let now = Clock::System.now();
    let switched_off = "the metrics API is not used; runtimes.kubernetes.metrics_server has it on";
    if !metrics.settings.enabled {
        return Some(Ok(Usage::unknown(now, switched_off)));
    }
    let pod = match running(connection, id).await {
        Ok(pod) => pod?,
        Err(error) => return Some(Err(error)),
    };
    let namespace: Arc<str> = pod.metadata.namespace.as_deref().unwrap_or_default().into();
    let figures = metrics.of(connection, &namespace).await;
    let figures = match &*figures {
        Ok(figures) => figures.get(pod.metadata.name.as_deref().unwrap_or_default()).copied(),
        Err(error) => {
            let warning = format!("the metrics API is not available: {error}");
            return Some(Ok(Usage::unknown(now, warning)));
        }
    };
    let Some(figures) = figures else {
        let warning = "the metrics API has no figures of this pod yet";
        return Some(Ok(Usage::unknown(now, warning)));
    };
    let (cores, memory) = limits(connection, &pod).await;
    Some(Ok(Usage {
        at: figures.at,
        cores_used: figures.cores,
        total_cores: cores,
        cpu_time: Duration::ZERO,
        memory_used: figures.memory as u64,
        memory_limit: memory as u64,
        received: 0,
        sent: 0,
        warning: None,
    }))
}

async fn running(
    connection: &Connection,
    id: &ContainerId,
) -> Result<Option<core::Pod>, EngineError> {
    let place = pods::place(connection, id).await?;
    match pods::get(connection, &place.namespace, &place.name).await {
        Ok(pod) => {
            let phase = pod.status.as_ref().and_then(|status| status.phase.as_deref());
            Ok((phase == Some("Running")).then_some(pod))
        }
        Err(error) if error.fault == Fault::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Cores and bytes that a pod may use: its own limits, or else all that its node has.
async fn limits(connection: &Connection, pod: &core::Pod) -> (f64, f64) {
    let spec = pod.spec.clone().unwrap_or_default();
    let limit = |name: &str| {
        let each = spec.containers.iter().map(|container| {
            let limits = container.resources.as_ref()?.limits.as_ref()?;
            quantity(&limits.get(name)?.0)
        });
        each.sum::<Option<f64>>()
    };
    let own = (limit("cpu"), limit("memory"));
    if let (Some(cores), Some(memory)) = own {
        return (cores, memory);
    }
    let node = node(connection, spec.node_name.as_deref().unwrap_or_default()).await;
    let (cores, memory) = node.unwrap_or_default();
    (own.0.unwrap_or(cores), own.1.unwrap_or(memory))
}

/// Few accounts may see the nodes; without, the limit is not known.
async fn node(connection: &Connection, name: &str) -> Option<(f64, f64)> {
    let link = connection.link().await.ok()?;
    let api: Api<core::Node> = Api::all(link.client);
    let asked = ApiCall::list_of_cluster("nodes");
    let node = bounded(&link.server, &asked, api.get(name)).await.ok()?;
    let capacity = node.status?.capacity?;
    let figure = |name: &str| capacity.get(name).and_then(|value| quantity(&value.0));
    Some((figure("cpu")?, figure("memory")?))
}

#[derive(Debug, Deserialize)]
struct PodMetricsList {
    items: Vec<PodMetricsItem>,
}

#[derive(Debug, Deserialize)]
struct PodMetricsItem {
    metadata: Metadata,
    #[serde(default)]
    timestamp: String,
    containers: Vec<ContainerMetrics>,
}

#[derive(Debug, Deserialize)]
struct Metadata {
    name: String,
}

#[derive(Debug, Deserialize)]
struct ContainerMetrics {
    usage: HashMap<String, String>,
}

async fn ask(connection: &Connection, namespace: &str) -> Figures {
    let link = connection.link().await?;
    let asked = ApiCall::list("pods", GROUP, Some(namespace));
    let path = format!("/apis/{GROUP}/v1beta1/namespaces/{namespace}/pods");
    let request = Request::get(path).body(Vec::new());
    let request = request.map_err(|_| EngineError::new(Fault::Failed, "a path is not valid"))?;
    let listed = bounded(&link.server, &asked, link.client.request(request)).await;
    let listed: PodMetricsList = forgetting(connection, listed).await?;
    Ok(figures(listed, Clock::System.now()))
}

fn figures(listed: PodMetricsList, now: Timestamp) -> HashMap<String, PodFigures> {
    let pods = listed.items.into_iter().map(|item| {
        let sum = |name: &str| {
            let each = item.containers.iter().filter_map(|one| quantity(one.usage.get(name)?));
            each.sum::<f64>()
        };
        let at = Timestamp::parse(&item.timestamp).unwrap_or(now);
        let figures = PodFigures { at, cores: sum("cpu"), memory: sum("memory") };
        (item.metadata.name, figures)
    });
    pods.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_containers_of_a_pod_are_added_up() {
        let listed = r#"{"kind": "PodMetricsList", "items": [{
            "metadata": {"name": "films-1", "namespace": "media"},
            "timestamp": "2026-01-02T03:04:05Z", "window": "30s",
            "containers": [
                {"name": "web", "usage": {"cpu": "250m", "memory": "64Mi"}},
                {"name": "sidecar", "usage": {"cpu": "1000000n", "memory": "1024Ki"}}
            ]}]}"#;
        let listed = serde_json::from_str(listed).expect("an answer of the metrics API");
        let figures = figures(listed, Timestamp(0));
        let films = figures["films-1"];
        assert!((films.cores - 0.251).abs() < 1e-9, "{films:?}");
        assert!((films.memory - 65.0 * 1_048_576.0).abs() < 1.0, "{films:?}");
        assert_eq!(films.at.unix(), 1_767_323_045);
    }
}
