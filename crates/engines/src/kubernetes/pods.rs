//! What a cluster is asked of its pods.

use std::sync::Arc;

use futures::StreamExt;
use futures::stream::{self, BoxStream};
use k8s_openapi::api::core::v1::Pod;
use kube::Api;
use kube::api::ListParams;
use tokio::time::timeout;

use super::asked::Asked;
use super::connection::{Connection, LONGEST_CALL};
use super::exposures::namespaced;
use super::records::OwnPod;
use super::watch::{Subject, Told, watch};
use super::{convert, fault, pod};
use crate::{Change, Container, ContainerId, Details, EngineError, Fault};

const PODS: &str = "pods";
const PAGE: u32 = 500;

pub(super) async fn list(connection: &Connection) -> Result<Vec<Container>, EngineError> {
    let mut containers = Vec::new();
    for namespace in connection.settings().reach() {
        list_in(connection, namespace, &mut containers).await?;
    }
    Ok(containers)
}

async fn list_in(
    connection: &Connection,
    namespace: Option<Arc<str>>,
    containers: &mut Vec<Container>,
) -> Result<(), EngineError> {
    let asked = Asked::list(PODS, "", namespace.as_deref());
    let mut page = ListParams::default().limit(PAGE);
    loop {
        let link = connection.link().await?;
        let api: Api<Pod> = namespaced(namespace.clone())(link.client);
        let listed = bounded(&link.server, &asked, api.list(&page)).await;
        let listed = forgetting(connection, listed).await?;
        containers.extend(listed.items.into_iter().filter_map(pod::container));
        match listed.metadata.continue_.filter(|more| !more.is_empty()) {
            Some(more) => page = page.continue_token(&more),
            None => return Ok(()),
        }
    }
}

pub(super) async fn details(
    connection: &Connection,
    id: &ContainerId,
) -> Result<Details, EngineError> {
    let unknown = || EngineError::new(Fault::NotFound, format!("there is no pod {id}"));
    let (namespace, name) = match id.as_str().split_once('/') {
        Some((namespace, name)) => (namespace.to_owned(), name),
        None => {
            let link = connection.link().await?;
            (link.client.default_namespace().to_owned(), id.as_str())
        }
    };
    let reach = connection.settings().reach();
    let within = reach.iter().any(|part| part.as_deref().is_none_or(|part| part == namespace));
    if !within {
        return Err(unknown());
    }
    let pod = get(connection, &namespace, name).await?;
    pod::details(pod).ok_or_else(unknown)
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

async fn get(connection: &Connection, namespace: &str, name: &str) -> Result<Pod, EngineError> {
    let link = connection.link().await?;
    let api: Api<Pod> = Api::namespaced(link.client, namespace);
    let asked = Asked::get(PODS, namespace, name);
    let pod = bounded(&link.server, &asked, api.get(name)).await;
    forgetting(connection, pod).await
}

pub(super) fn changes(connection: &Arc<Connection>) -> BoxStream<'static, Change> {
    let watches = connection.settings().reach().into_iter().map(|namespace| {
        let subject = Subject {
            asked: Asked::list(PODS, "", namespace.as_deref()),
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

async fn bounded<T>(
    server: &str,
    asked: &Asked,
    call: impl Future<Output = kube::Result<T>>,
) -> Result<T, EngineError> {
    match timeout(LONGEST_CALL, call).await {
        Ok(answer) => answer.map_err(|error| fault::explain(server, asked, &error)),
        Err(_) => Err(fault::timeout(server)),
    }
}

/// After a refusal, the next call reads the credentials anew.
async fn forgetting<T>(
    connection: &Connection,
    answer: Result<T, EngineError>,
) -> Result<T, EngineError> {
    if matches!(&answer, Err(error) if error.fault == Fault::Forbidden) {
        connection.forget().await;
    }
    answer
}
