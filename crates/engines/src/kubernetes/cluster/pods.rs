//! What a cluster is asked of its pods.

use std::sync::Arc;

use futures::StreamExt;
use futures::stream::{self, BoxStream};
use k8s_openapi::api::core::v1::Pod;
use kube::Api;
use tokio::time::timeout;

use super::api_call::ApiCall;
use super::connection::{Connection, LONGEST_CALL};
use super::exposures::namespaced;
use super::list::list_all;
use super::records::OwnPod;
use super::watch::{Subject, Told, watch};
use super::workload::Workload;
use super::{convert, fault, pod, workloads};
use crate::{Change, Container, ContainerId, Details, EngineError, Fault, Inspected};

const PODS: &str = "pods";

/// Where a pod or a workload is.
#[derive(Debug, Clone)]
pub(super) struct ObjectPath {
    pub(super) namespace: String,
    pub(super) name: String,
}

/// The pods, and the workloads without any.
pub(super) async fn list(connection: &Connection) -> Result<Vec<Container>, EngineError> {
    let mut containers = Vec::new();
    for namespace in connection.settings().reach() {
        let asked = ApiCall::list(PODS, "", namespace.as_deref());
        let pods: Vec<Pod> = list_all(connection, &asked, namespaced(namespace.clone())).await?;
        let stopped = workloads::stopped(connection, namespace.as_deref()).await?;
        let stopped: Vec<Container> = stopped.iter().filter_map(Workload::container).collect();
        // The last pods of a workload that was stopped are on their way out.
        let leaving = |container: &Container| {
            stopped.iter().any(|workload| {
                workload.namespace == container.namespace && workload.owner == container.owner
            })
        };
        let pods = pods.into_iter().filter_map(pod::container);
        containers.extend(pods.filter(|container| !leaving(container)));
        containers.extend(stopped);
    }
    Ok(containers)
}

pub(super) async fn details(
    connection: &Connection,
    id: &ContainerId,
) -> Result<Details, EngineError> {
    let (pod, stopped) = look(connection, id).await?;
    let details = match stopped {
        Some(workload) => workload.details(),
        None => pod::details(pod),
    };
    details.ok_or_else(|| unknown(id))
}

pub(super) async fn inspect(
    connection: &Connection,
    id: &ContainerId,
) -> Result<Inspected, EngineError> {
    let (mut pod, stopped) = look(connection, id).await?;
    // Who changed which field when is of no use to anybody here, and long.
    pod.metadata.managed_fields = None;
    let raw = serde_json::to_value(&pod).unwrap_or_default();
    let details = match stopped {
        Some(workload) => workload.details(),
        None => pod::details(pod),
    };
    Ok(Inspected { details: details.ok_or_else(|| unknown(id))?, raw })
}

/// The pod that is meant; or the one that a stopped workload would make, and that workload.
async fn look(
    connection: &Connection,
    id: &ContainerId,
) -> Result<(Pod, Option<Workload>), EngineError> {
    let place = place(connection, id).await?;
    match get(connection, &place.namespace, &place.name).await {
        Err(error) if error.fault == Fault::NotFound => {
            let workload = stopped_workload(connection, &place).await?;
            let pod = workload.as_pod().ok_or_else(|| unknown(id))?;
            Ok((pod, Some(workload)))
        }
        pod => Ok((pod?, None)),
    }
}

/// The workload without pods that has this name, or had a pod of this name.
pub(super) async fn stopped_workload(
    connection: &Connection,
    place: &ObjectPath,
) -> Result<Workload, EngineError> {
    let all = workloads::stopped(connection, Some(&place.namespace)).await?;
    let called = |workload: &Workload| {
        workload.container().is_some_and(|container| container.answers_to(&place.name))
    };
    all.into_iter().find(called).ok_or_else(|| {
        let ObjectPath { namespace, name } = place;
        EngineError::new(Fault::NotFound, format!("there is no pod {namespace}/{name}"))
    })
}

/// Refuses what is outside of the namespaces that are configured.
pub(super) async fn place(
    connection: &Connection,
    id: &ContainerId,
) -> Result<ObjectPath, EngineError> {
    let (namespace, name) = match id.as_str().split_once('/') {
        Some((namespace, name)) => (namespace.to_owned(), name),
        None => {
            let link = connection.link().await?;
            (link.client.default_namespace().to_owned(), id.as_str())
        }
    };
    let reach = connection.settings().reach();
    let within = reach.iter().any(|part| part.as_deref().is_none_or(|part| part == namespace));
    if within { Ok(ObjectPath { namespace, name: name.to_owned() }) } else { Err(unknown(id)) }
}

fn unknown(id: &ContainerId) -> EngineError {
    EngineError::new(Fault::NotFound, format!("there is no pod {id}"))
}

/// The name of a pod is the name of its host, unless it was given another.
pub(super) async fn own(connection: &Connection) -> Result<Option<OwnPod>, EngineError> {
    if !connection.is_inside() {
        return Ok(None);
    }
    let Some(namespace) = connection.own_namespace().await else { return Ok(None) };
    let host = tokio::fs::read_to_string("/proc/sys/kernel/hostname").await.unwrap_or_default();
    let Ok(name) = ContainerId::parse(host.trim()) else { return Ok(None) };
    match get(connection, &namespace, name.as_str()).await {
        Ok(pod) => {
            let name = convert::object_name(&pod.metadata);
            Ok(Some(OwnPod { name, labels: pod.metadata.labels.unwrap_or_default() }))
        }
        Err(error) if error.fault == Fault::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

pub(super) async fn get(
    connection: &Connection,
    namespace: &str,
    name: &str,
) -> Result<Pod, EngineError> {
    let link = connection.link().await?;
    let api: Api<Pod> = Api::namespaced(link.client, namespace);
    let asked = ApiCall::get(PODS, namespace, name);
    let pod = bounded(&link.server, &asked, api.get(name)).await;
    forgetting(connection, pod).await
}

pub(super) fn changes(connection: &Arc<Connection>) -> BoxStream<'static, Change> {
    let watches = connection.settings().reach().into_iter().map(|namespace| {
        let subject = Subject {
            asked: ApiCall::list(PODS, "", namespace.as_deref()),
            fields: None,
            api: namespaced::<Pod>(namespace),
            convert: Box::new(|object: Pod| pod::id(&object)),
        };
        watch(Arc::clone(connection), subject)
    });
    let told = stream::select_all(watches.collect::<Vec<_>>());
    told.filter_map(async |told| match told {
        Told::All(_) => Some(Change::Connected),
        Told::Changed(id) => id.map(Change::Changed),
        Told::Gone(id) => id.map(Change::Gone),
        Told::Lost(error) => Some(Change::Lost(error)),
    })
    .boxed()
}

pub(super) async fn bounded<T>(
    server: &str,
    asked: &ApiCall,
    call: impl Future<Output = kube::Result<T>>,
) -> Result<T, EngineError> {
    match timeout(LONGEST_CALL, call).await {
        Ok(answer) => answer.map_err(|error| fault::explain(server, asked, &error)),
        Err(_) => Err(fault::timeout(server)),
    }
}

/// After a refusal, the next call reads the credentials anew.
pub(super) async fn forgetting<T>(
    connection: &Connection,
    answer: Result<T, EngineError>,
) -> Result<T, EngineError> {
    if matches!(&answer, Err(error) if error.fault == Fault::Forbidden) {
        connection.forget().await;
    }
    answer
}
