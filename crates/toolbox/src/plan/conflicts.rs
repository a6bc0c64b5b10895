//! What is in the way of a project on an engine.

use std::net::{IpAddr, Ipv4Addr, TcpListener, UdpSocket};

use engines::{Container, Protocol, Reach};
use serde::Serialize;
use utoipa::ToSchema;

use crate::compose::{PortMapping, Project};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Conflict {
    pub(crate) kind: ConflictKind,
    /// The port or the name.
    pub(crate) value: String,
    pub(crate) message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ConflictKind {
    Port,
    Name,
}

pub(crate) fn conflicts(
    project: &Project,
    containers: &[Container],
    reach: &Reach,
) -> Vec<Conflict> {
    let mut found = Vec::new();
    for service in project.services.values() {
        if let Some(name) = &service.container_name
            && containers.iter().any(|container| *container.name == **name)
        {
            let message = format!("a container {name} is there already");
            found.push(Conflict { kind: ConflictKind::Name, value: name.clone(), message });
        }
        for mapping in &service.ports {
            let Some(port) = mapping.published else { continue };
            if let Some(message) = taken(mapping, port, containers, reach) {
                let value = format!("{port}/{}", mapping.protocol);
                found.push(Conflict { kind: ConflictKind::Port, value, message });
            }
        }
    }
    found
}

fn taken(
    mapping: &PortMapping,
    port: u16,
    containers: &[Container],
    reach: &Reach,
) -> Option<String> {
    let protocol = if mapping.is_tcp() { Protocol::Tcp } else { Protocol::Udp };
    let holder = containers.iter().find(|container| {
        let same = |p: &engines::Port| (p.public, p.protocol) == (Some(port), protocol);
        container.ports.iter().any(|other| same(other) && overlap(mapping.host_ip, other.ip))
    });
    if let Some(holder) = holder {
        return Some(format!("the container {} has the port", holder.name));
    }
    let here = *reach == Reach::Host;
    let ip = mapping.host_ip.unwrap_or(Ipv4Addr::UNSPECIFIED.into());
    let bound = match protocol {
        Protocol::Tcp => TcpListener::bind((ip, port)).map(drop),
        _ => UdpSocket::bind((ip, port)).map(drop),
    };
    (here && bound.is_err()).then(|| "a program of this machine has the port".to_owned())
}

fn overlap(one: Option<IpAddr>, other: Option<IpAddr>) -> bool {
    let everywhere = |ip: Option<IpAddr>| ip.is_none_or(|ip| ip.is_unspecified());
    everywhere(one) || everywhere(other) || one == other
}
