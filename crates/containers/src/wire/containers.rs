use std::collections::BTreeMap;

use engines::{Container, Port, Protocol, Runtime, State};
use serde::Serialize;
use utoipa::ToSchema;

use crate::service::Listed;

/// A container.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ContainerView {
    /// Docker: the short id. Kubernetes: the name of the pod, or of a workload that is stopped.
    id: String,
    name: String,
    image: String,
    #[schema(example = "running")]
    state: &'static str,
    /// In the engine's words.
    status: String,
    /// Seconds.
    created: i64,
    ports: Vec<ContainerPort>,
    labels: BTreeMap<String, String>,
    #[schema(example = "docker")]
    runtime: &'static str,
    namespace: String,
}

/// A container of the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedView {
    #[serde(flatten)]
    container: ContainerView,
    /// The ids of the routes that lead to it.
    routes: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ContainerPort {
    #[serde(skip_serializing_if = "Option::is_none")]
    ip: Option<String>,
    private_port: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    public_port: Option<u16>,
    #[serde(rename = "type")]
    #[schema(example = "tcp")]
    kind: &'static str,
}

const SHORT_ID: usize = 12;

/// The id as callers know it.
pub(crate) fn id(container: &Container) -> &str {
    let id = container.id.as_str();
    match container.runtime {
        Runtime::Docker => id.get(..SHORT_ID).unwrap_or(id),
        Runtime::Kubernetes => &container.name,
    }
}

pub(crate) fn state(container: &Container) -> &'static str {
    let in_cluster = container.runtime == Runtime::Kubernetes;
    match container.state {
        State::Running => "running",
        State::Paused => "paused",
        State::Restarting => "restarting",
        State::Created if in_cluster => "pending",
        State::Created => "created",
        State::Stopped => "stopped",
        State::Dead | State::Unknown if in_cluster => "failed",
        State::Exited | State::Dead | State::Unknown => "exited",
    }
}

impl From<&Container> for ContainerView {
    fn from(container: &Container) -> Self {
        ContainerView {
            id: id(container).to_owned(),
            name: container.name.to_string(),
            image: container.image.clone(),
            state: state(container),
            status: container.status.clone(),
            created: container.created.unix(),
            ports: container.ports.iter().map(ContainerPort::from).collect(),
            labels: container.labels.clone(),
            runtime: container.runtime.into_str(),
            namespace: container.namespace.as_deref().unwrap_or_default().to_owned(),
        }
    }
}

impl From<&Listed> for ListedView {
    fn from(listed: &Listed) -> Self {
        ListedView {
            container: ContainerView::from(&listed.container),
            routes: listed.routes.iter().map(ToString::to_string).collect(),
        }
    }
}

impl From<&Port> for ContainerPort {
    fn from(port: &Port) -> Self {
        ContainerPort {
            ip: port.ip.map(|ip| ip.to_string()),
            private_port: port.private,
            public_port: port.public,
            kind: match port.protocol {
                Protocol::Tcp => "tcp",
                Protocol::Udp => "udp",
                Protocol::Sctp => "sctp",
            },
        }
    }
}
