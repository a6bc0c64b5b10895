//! What the engine answers, as records of our own. What an answer leaves out is empty here, and
//! everything has an order, so that two answers can be compared.

use std::collections::HashMap;
use std::net::IpAddr;

use bollard::models::{
    ContainerConfig, ContainerInspectResponse, ContainerState, ContainerStateStatusEnum,
    ContainerSummary, ContainerSummaryStateEnum, EndpointSettings, MountPoint, PortMap,
    PortSummary, PortSummaryTypeEnum,
};
use kit::Timestamp;

use crate::{Attachment, Container, ContainerId, Details, Mount, Port, Protocol, Runtime, State};

const HOST_NETWORK: &str = "host";

/// `None` for what has no id, which no container lacks.
pub(super) fn container(summary: ContainerSummary) -> Option<Container> {
    let id = ContainerId::parse(&summary.id?).ok()?;
    let mode = summary.host_config.and_then(|config| config.network_mode);
    let networks = summary.network_settings.and_then(|settings| settings.networks);
    let ports = summary.ports.unwrap_or_default();
    Some(Container {
        name: name(&id, summary.names.unwrap_or_default().first()),
        id,
        runtime: Runtime::Docker,
        namespace: None,
        image: summary.image.unwrap_or_default(),
        labels: summary.labels.unwrap_or_default().into_iter().collect(),
        state: listed_state(summary.state),
        status: summary.status.unwrap_or_default(),
        created: Timestamp::from_unix(summary.created.unwrap_or_default()),
        ports: ordered(ports.into_iter().map(listed_port).collect()),
        networks: attachments(networks),
        host_network: mode.as_deref() == Some(HOST_NETWORK),
        owner: None,
        former_names: Vec::new(),
    })
}

pub(super) fn details(found: ContainerInspectResponse) -> Option<Details> {
    let id = ContainerId::parse(&found.id?).ok()?;
    let config = found.config.unwrap_or_default();
    let state = found.state.unwrap_or_default();
    let host = found.host_config.unwrap_or_default();
    let network = found.network_settings.unwrap_or_default();
    let container = Container {
        name: name(&id, found.name.as_ref()),
        id,
        runtime: Runtime::Docker,
        namespace: None,
        image: config.image.clone().unwrap_or_default(),
        labels: config.labels.clone().unwrap_or_default().into_iter().collect(),
        state: inspected_state(state.status),
        status: state.status.map(|status| status.to_string()).unwrap_or_default(),
        created: found.created.as_deref().and_then(Timestamp::parse).unwrap_or(Timestamp(0)),
        ports: inspected_ports(network.ports, &config),
        networks: attachments(network.networks),
        host_network: host.network_mode.as_deref() == Some(HOST_NETWORK),
        owner: None,
        former_names: Vec::new(),
    };
    Some(Details {
        container,
        environment: environment(config.env),
        command: found.path.into_iter().chain(found.args.unwrap_or_default()).collect(),
        working_dir: config.working_dir.unwrap_or_default(),
        user: config.user.unwrap_or_default(),
        privileged: host.privileged.unwrap_or(false),
        mounts: found.mounts.unwrap_or_default().into_iter().map(mount).collect(),
        started: started(&state),
    })
}

/// Whose network a container uses where it has none of its own.
pub(super) fn lender(found: &ContainerInspectResponse) -> Option<ContainerId> {
    let mode = found.host_config.as_ref()?.network_mode.as_deref()?;
    let lender = ContainerId::parse(mode.strip_prefix("container:")?).ok()?;
    (!lender.as_str().contains('/')).then_some(lender)
}

/// What listens in a container that shares another one's network is reached as if it were in that
/// one: at its addresses, and where it publishes the port.
pub(super) fn borrow_network(details: &mut Details, lender: Container) {
    let container = &mut details.container;
    container.networks = lender.networks;
    container.host_network = lender.host_network;
    let (own, private): (Vec<_>, Vec<_>) =
        container.ports.iter().map(|port| (port.clone(), (port.private, port.protocol))).unzip();
    let published = lender.ports.into_iter().filter(|port| port.public.is_some());
    let lent = published.filter(|port| private.contains(&(port.private, port.protocol)));
    container.ports = ordered(own.into_iter().chain(lent).collect());
}

fn name(id: &ContainerId, given: Option<&String>) -> std::sync::Arc<str> {
    match given {
        Some(name) => name.trim_start_matches('/').into(),
        None => id.as_str().into(),
    }
}

fn listed_state(state: Option<ContainerSummaryStateEnum>) -> State {
    use ContainerSummaryStateEnum as Listed;
    match state {
        Some(Listed::CREATED) => State::Created,
        Some(Listed::RUNNING | Listed::STOPPING) => State::Running,
        Some(Listed::PAUSED) => State::Paused,
        Some(Listed::RESTARTING) => State::Restarting,
        Some(Listed::EXITED) => State::Exited,
        Some(Listed::DEAD | Listed::REMOVING) => State::Dead,
        Some(Listed::EMPTY) | None => State::Unknown,
    }
}

fn inspected_state(state: Option<ContainerStateStatusEnum>) -> State {
    use ContainerStateStatusEnum as Inspected;
    match state {
        Some(Inspected::CREATED) => State::Created,
        Some(Inspected::RUNNING | Inspected::STOPPING) => State::Running,
        Some(Inspected::PAUSED) => State::Paused,
        Some(Inspected::RESTARTING) => State::Restarting,
        Some(Inspected::EXITED) => State::Exited,
        Some(Inspected::DEAD | Inspected::REMOVING) => State::Dead,
        Some(Inspected::EMPTY) | None => State::Unknown,
    }
}

/// One that was never started has a time in the year 1.
fn started(state: &ContainerState) -> Option<Timestamp> {
    let started = state.started_at.as_deref().and_then(Timestamp::parse);
    started.filter(|moment| moment.0 > 0)
}

fn listed_port(port: PortSummary) -> Port {
    Port {
        ip: port.ip.and_then(|ip| ip.parse().ok()),
        private: port.private_port,
        public: port.public_port,
        protocol: match port.typ {
            Some(PortSummaryTypeEnum::UDP) => Protocol::Udp,
            Some(PortSummaryTypeEnum::SCTP) => Protocol::Sctp,
            _ => Protocol::Tcp,
        },
    }
}

/// The published ones, and those that the image says it listens on.
fn inspected_ports(published: Option<PortMap>, config: &ContainerConfig) -> Vec<Port> {
    let mut ports = Vec::new();
    for (port, bindings) in published.unwrap_or_default() {
        let Some((private, protocol)) = own_port(&port) else { continue };
        let bindings = bindings.unwrap_or_default().into_iter();
        let before = ports.len();
        ports.extend(bindings.filter_map(|binding| {
            let public = binding.host_port?.parse().ok()?;
            let ip = binding.host_ip.and_then(|ip| ip.parse().ok());
            Some(Port { ip, private, public: Some(public), protocol })
        }));
        if ports.len() == before {
            ports.push(Port { ip: None, private, public: None, protocol });
        }
    }
    for port in config.exposed_ports.iter().flatten() {
        let Some((private, protocol)) = own_port(port) else { continue };
        if !ports.iter().any(|port| (port.private, port.protocol) == (private, protocol)) {
            ports.push(Port { ip: None, private, public: None, protocol });
        }
    }
    ordered(ports)
}

/// From `8080/tcp`.
pub(super) fn own_port(text: &str) -> Option<(u16, Protocol)> {
    let (port, protocol) = text.split_once('/').unwrap_or((text, "tcp"));
    let protocol = match protocol {
        "tcp" => Protocol::Tcp,
        "udp" => Protocol::Udp,
        "sctp" => Protocol::Sctp,
        _ => return None,
    };
    Some((port.parse().ok().filter(|port| *port > 0)?, protocol))
}

fn ordered(mut ports: Vec<Port>) -> Vec<Port> {
    ports.sort_by_key(|port| (port.private, port.protocol, port.public, port.ip));
    ports.dedup();
    ports
}

fn attachments(networks: Option<HashMap<String, EndpointSettings>>) -> Vec<Attachment> {
    let parse = |text: Option<String>| text.and_then(|text| text.parse::<IpAddr>().ok());
    let attached = networks.unwrap_or_default().into_iter().map(|(network, endpoint)| {
        let v4 = parse(endpoint.ip_address);
        let v6 = parse(endpoint.global_ipv6_address);
        let gateway = parse(endpoint.gateway).or_else(|| parse(endpoint.ipv6_gateway));
        Attachment { network, addresses: v4.into_iter().chain(v6).collect(), gateway }
    });
    let mut attached: Vec<Attachment> = attached.collect();
    attached.sort_by(|one, other| one.network.cmp(&other.network));
    attached
}

pub(super) fn environment(lines: Option<Vec<String>>) -> Vec<(String, String)> {
    let pair = |line: String| match line.split_once('=') {
        Some((name, value)) => (name.to_owned(), value.to_owned()),
        None => (line, String::new()),
    };
    lines.unwrap_or_default().into_iter().map(pair).collect()
}

fn mount(point: MountPoint) -> Mount {
    let is_bind = point.typ.as_deref() == Some("bind");
    let named = point.name.filter(|name| !is_bind && !name.is_empty());
    Mount {
        source: named.or(point.source).unwrap_or_default(),
        target: point.destination.unwrap_or_default(),
        read_only: point.rw == Some(false),
        is_bind,
    }
}
