//! The ways from the gateway to a service.

use std::net::IpAddr;

use engines::kubernetes::{BackendPort, Ingress, IngressRule, Service, ServiceKind, ServicePort};
use routing::Scheme;

use super::ports;
use super::scene::{Path, Scene};
use crate::model::{Address, Offer, Probing, Wishes};

/// Each is tried in turn, so there are few.
const MOST_ADDRESSES: usize = 8;
const MOST_OUTSIDE: usize = 4;

/// Where a service is offered.
#[derive(Debug, Default)]
pub(super) struct Ways {
    pub(super) offers: Vec<Offer>,
    /// The path below which it is at all of them.
    pub(super) server_path: String,
    /// It can be reached from a node of the cluster, and from nowhere else.
    pub(super) needs_node: bool,
}

struct Way {
    address: Address,
    scheme: Option<Scheme>,
    path: Box<str>,
    /// It is an address that only the cluster knows.
    is_internal: bool,
}

pub(super) fn ways(scene: &Scene<'_>, wishes: &Wishes) -> Ways {
    let mut found = Ways::default();
    for port in ports::candidates(scene.service, wishes) {
        let mut ways = if scene.standpoint.inside {
            from_inside(scene.service, &port, wishes)
        } else {
            from_outside(scene, &port, wishes)
        };
        // A route has one path on the server, and a port speaks one scheme: what differs from the
        // best way is not another way to the same.
        let Some(first) = ways.first() else { continue };
        let (scheme, path) = (first.scheme, first.path.clone());
        if found.offers.is_empty() {
            found.server_path = path.trim_end_matches('/').to_owned();
            found.needs_node = first.is_internal && !scene.standpoint.inside;
        }
        ways.retain(|way| {
            way.scheme == scheme && way.path.trim_end_matches('/') == found.server_path
        });
        if !ways.is_empty() {
            found.offers.push(offer(&port, scheme, ways));
        }
    }
    found
}

fn offer(port: &ServicePort, scheme: Option<Scheme>, ways: Vec<Way>) -> Offer {
    let mut addresses: Vec<Address> = Vec::new();
    for way in ways {
        if !addresses.contains(&way.address) && addresses.len() < MOST_ADDRESSES {
            addresses.push(way.address);
        }
    }
    Offer { own_port: port.port, addresses, scheme, probing: Probing::Adds }
}

fn from_inside(service: &Service, port: &ServicePort, wishes: &Wishes) -> Vec<Way> {
    let scheme = ports::scheme(port, wishes);
    let name = format!("{}.{}.svc.cluster.local", service.name.name, service.name.namespace);
    match &service.kind {
        ServiceKind::ExternalName(other) => vec![way(other.as_ref(), port.port, scheme)],
        // The name leads to the pods, which know their own ports only.
        ServiceKind::Headless => vec![way(name, port.target.unwrap_or(port.port), scheme)],
        _ => {
            // A cluster can call itself something else than `cluster.local`.
            let addresses = service.cluster_addresses.iter();
            let addresses = addresses.map(|address| internal(*address, port, scheme));
            std::iter::once(way(name, port.port, scheme)).chain(addresses).collect()
        }
    }
}

fn from_outside(scene: &Scene<'_>, port: &ServicePort, wishes: &Wishes) -> Vec<Way> {
    let service = scene.service;
    let scheme = ports::scheme(port, wishes);
    if let ServiceKind::ExternalName(other) = &service.kind {
        return vec![way(other.as_ref(), port.port, scheme)];
    }
    let outside = service.outside_addresses.iter().take(MOST_OUTSIDE);
    let outside = outside.map(|address| way(address.as_ref(), port.port, scheme));
    let nodes = port.node_port.into_iter().flat_map(|node_port| {
        let addresses = scene.nodes.0.iter();
        addresses.map(move |address| way(address.to_string(), node_port, scheme))
    });
    let mut ways: Vec<Way> = outside.chain(nodes).collect();
    let is_open = !ways.is_empty();
    ways.extend(scene.ingresses.iter().flat_map(|path| by_ingress(path, service, port, wishes)));
    // An address that only nodes know would be taken where it answers first, and work by chance.
    if !is_open {
        let addresses = service.cluster_addresses.iter();
        ways.extend(addresses.map(|address| internal(*address, port, scheme)));
    }
    ways
}

fn by_ingress(path: &Path<'_>, service: &Service, port: &ServicePort, wishes: &Wishes) -> Vec<Way> {
    let ingress = path.ingress;
    let rules = ingress.rules.iter().filter(|rule| rule.service == service.name.name);
    let rules = rules.filter(|rule| leads_to(rule, port) && is_plain(&rule.path));
    let ways = rules.flat_map(|rule| {
        let scheme = wishes.scheme.unwrap_or(if is_secure(ingress, rule.host.as_deref()) {
            Scheme::Https
        } else {
            Scheme::Http
        });
        let number = if scheme.is_secure() { 443 } else { 80 };
        hosts(ingress, rule).into_iter().map(move |host| Way {
            address: Address { host, port: number },
            scheme: Some(scheme),
            path: rule.path.clone(),
            is_internal: false,
        })
    });
    ways.collect()
}

/// Where a rule is for every host, any address of the Ingress will do.
fn hosts(ingress: &Ingress, rule: &IngressRule) -> Vec<String> {
    match rule.host.as_deref() {
        Some(host) if host.contains('*') => Vec::new(),
        Some(host) => vec![host.to_owned()],
        None => ingress.addresses.iter().map(ToString::to_string).collect(),
    }
}

fn leads_to(rule: &IngressRule, port: &ServicePort) -> bool {
    match &rule.port {
        Some(BackendPort::Number(number)) => *number == port.port,
        Some(BackendPort::Name(name)) => port.name.as_ref() == Some(name),
        None => true,
    }
}

/// Some controllers take patterns for paths, which are no place to go to.
fn is_plain(path: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    path.starts_with('/') && path.bytes().all(plain)
}

pub(super) fn is_secure(ingress: &Ingress, host: Option<&str>) -> bool {
    let Some(hosts) = &ingress.tls else { return false };
    hosts.is_empty() || host.is_some_and(|host| hosts.iter().any(|known| covers(known, host)))
}

fn covers(known: &str, host: &str) -> bool {
    match known.strip_prefix("*.") {
        Some(parent) => host.split_once('.').is_some_and(|(_, rest)| rest == parent),
        None => known == host,
    }
}

fn way(host: impl Into<String>, port: u16, scheme: Option<Scheme>) -> Way {
    Way {
        address: Address { host: host.into(), port },
        scheme,
        path: "/".into(),
        is_internal: false,
    }
}

fn internal(address: IpAddr, port: &ServicePort, scheme: Option<Scheme>) -> Way {
    Way { is_internal: true, ..way(address.to_string(), port.port, scheme) }
}
