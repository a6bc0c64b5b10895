//! What a cluster is asked of its workloads.

use futures::future::join_all;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{ObjectMeta, OwnerReference};
use kube::api::{Patch, PatchParams};
use kube::core::DynamicObject;
use kube::{Api, Client};
use serde_json::Value;

use super::api_call::ApiCall;
use super::connection::Connection;
use super::list::list_all;
use super::pods::{bounded, forgetting};
use super::workload::{Workload, WorkloadKind};
use crate::{EngineError, Fault, Owner};

const GROUP: &str = "apps";
/// Sets that own sets that own sets: nobody builds that but to see what happens.
const MOST_OWNERS: usize = 5;

/// The workloads without pods, in one namespace or in all (`None`). What may not be seen is left
/// out: an account can be good for pods alone.
pub(super) async fn stopped(
    connection: &Connection,
    namespace: Option<&str>,
) -> Result<Vec<Workload>, EngineError> {
    let of_kind = |kind: WorkloadKind| async move {
        let asked = ApiCall::list(kind.plural(), GROUP, namespace);
        let resource = kind.resource();
        let api = move |client: Client| -> Api<DynamicObject> {
            match namespace {
                Some(namespace) => Api::namespaced_with(client, namespace, &resource),
                None => Api::all_with(client, &resource),
            }
        };
        match list_all(connection, &asked, api).await {
            Ok(listed) => {
                let all = listed.into_iter().map(|object| Workload::new(kind, object));
                Ok(all.filter(|each| each.is_stopped() && is_own_master(each)).collect())
            }
            Err(error) if error.fault == Fault::Forbidden => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    };
    let kinds: Vec<Result<Vec<Workload>, EngineError>> =
        join_all(WorkloadKind::ALL.map(of_kind)).await;
    Ok(kinds.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
}

/// A Deployment keeps the sets of its earlier versions, at a count of zero.
fn is_own_master(workload: &Workload) -> bool {
    controller(&workload.metadata).is_none()
}

fn controller(metadata: &ObjectMeta) -> Option<&OwnerReference> {
    let owners = metadata.owner_references.as_deref().unwrap_or_default();
    owners.iter().find(|owner| owner.controller == Some(true))
}

/// What a pod belongs to in the end.
#[derive(Debug)]
pub(super) enum Master {
    /// Nothing: when it is gone it stays so.
    None,
    Workload(Box<Workload>),
    /// Something that has no count.
    Other(Owner),
}

pub(super) async fn master(
    connection: &Connection,
    namespace: &str,
    pod: &ObjectMeta,
) -> Result<Master, EngineError> {
    let Some(mut owner) = controller(pod).cloned() else { return Ok(Master::None) };
    for _ in 0..MOST_OWNERS {
        let Some(kind) = WorkloadKind::parse(&owner.kind) else { return Ok(other(&owner)) };
        let workload = get(connection, kind, namespace, &owner.name).await?;
        match controller(&workload.metadata) {
            Some(next) => owner = next.clone(),
            None => return Ok(Master::Workload(Box::new(workload))),
        }
    }
    let message = "the owners of this pod own each other";
    Err(EngineError::new(Fault::Conflict, message))
}

fn other(owner: &OwnerReference) -> Master {
    Master::Other(Owner { kind: owner.kind.as_str().into(), name: owner.name.as_str().into() })
}

pub(super) async fn get(
    connection: &Connection,
    kind: WorkloadKind,
    namespace: &str,
    name: &str,
) -> Result<Workload, EngineError> {
    let link = connection.link().await?;
    let asked = ApiCall::one("get", kind.plural(), GROUP, namespace, name);
    let api: Api<DynamicObject> = Api::namespaced_with(link.client, namespace, &kind.resource());
    let found = bounded(&link.server, &asked, api.get(name)).await;
    Ok(Workload::new(kind, forgetting(connection, found).await?))
}

pub(super) async fn patch(
    connection: &Connection,
    workload: &Workload,
    change: &Value,
) -> Result<Workload, EngineError> {
    let (kind, name) = (workload.kind, workload.name());
    let namespace = workload.metadata.namespace.as_deref().unwrap_or_default();
    let link = connection.link().await?;
    let asked = ApiCall::one("patch", kind.plural(), GROUP, namespace, name);
    let api: Api<DynamicObject> = Api::namespaced_with(link.client, namespace, &kind.resource());
    let (parameters, change) = (PatchParams::default(), Patch::Merge(change));
    let patched = api.patch(name, &parameters, &change);
    let patched = bounded(&link.server, &asked, patched).await;
    Ok(Workload::new(kind, forgetting(connection, patched).await?))
}
