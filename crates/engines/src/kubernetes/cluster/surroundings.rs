//! What leads to the pods of a cluster.

use std::net::IpAddr;

use k8s_openapi::api::core::v1 as core;
use kube::Api;

use super::api_call::ApiCall;
use super::connection::Connection;
use super::convert;
use super::exposures::namespaced;
use super::list::list_all;
use super::pods::own;
use crate::{ContainerId, EngineError, Surroundings};

pub(super) async fn look(connection: &Connection) -> Result<Surroundings, EngineError> {
    let own = own(connection).await?;
    let mut services = Vec::new();
    for namespace in connection.settings().reach() {
        let asked = ApiCall::list("services", "", namespace.as_deref());
        let listed: Vec<core::Service> =
            list_all(connection, &asked, namespaced(namespace)).await?;
        services.extend(listed.into_iter().map(|service| convert::service(service, |_| false)));
    }
    Ok(Surroundings {
        own: own.and_then(|pod| ContainerId::parse(&pod.name.to_string()).ok()),
        services,
        // Few accounts may see the nodes, and few routes lead to one.
        nodes: nodes(connection).await.unwrap_or_default(),
        ..Surroundings::default()
    })
}

pub(super) async fn nodes(connection: &Connection) -> Result<Vec<IpAddr>, EngineError> {
    let asked = ApiCall::list_of_cluster("nodes");
    let listed: Vec<core::Node> = list_all(connection, &asked, Api::all).await?;
    let nodes = listed.into_iter().map(convert::node);
    Ok(nodes.flat_map(|node| [node.internal_addresses, node.external_addresses].concat()).collect())
}
