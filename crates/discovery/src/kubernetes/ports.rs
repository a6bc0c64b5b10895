//! Which ports of a service are offered, in which order, and what they speak.

use engines::Protocol;
use engines::kubernetes::{Service, ServiceKind, ServicePort};
use routing::Scheme;

use crate::model::Wishes;
use crate::ports::{COMMON, NOT_HTTP};

/// More would not be looked at by anybody.
const MOST_PORTS: usize = 32;

/// Names under which ports are known that nobody opens in a browser.
const ASIDE: [&str; 6] = ["metrics", "grpc", "tcp", "health", "probe", "admin"];

/// The likeliest first.
pub(super) fn candidates(service: &Service, wishes: &Wishes) -> Vec<ServicePort> {
    let tcp = service.ports.iter().filter(|port| port.protocol == Protocol::Tcp);
    let mut ports: Vec<ServicePort> = match wishes.primary_port {
        Some(wished) => primary(service, wished).into_iter().collect(),
        None if wishes.all_ports => tcp.cloned().collect(),
        None => tcp.filter(|port| !NOT_HTTP.contains(&port.port)).cloned().collect(),
    };
    ports.sort_by_key(rank);
    ports.truncate(MOST_PORTS);
    ports
}

/// The port that is meant: the service's own, or else the pods' or the nodes' that leads there.
fn primary(service: &Service, wished: u16) -> Option<ServicePort> {
    let find = |number: fn(&ServicePort) -> Option<u16>| {
        let mut tcp = service.ports.iter().filter(|port| port.protocol == Protocol::Tcp);
        tcp.find(|port| number(port) == Some(wished)).cloned()
    };
    find(|port| Some(port.port))
        .or_else(|| find(|port| port.target))
        .or_else(|| find(|port| port.node_port))
        .or_else(|| unlisted(service, wished))
}

/// A mere name has no ports of its own.
fn unlisted(service: &Service, port: u16) -> Option<ServicePort> {
    let is_name = matches!(service.kind, ServiceKind::ExternalName(_));
    (is_name && service.ports.is_empty()).then_some(ServicePort {
        name: None,
        port,
        target: None,
        node_port: None,
        protocol: Protocol::Tcp,
        app_protocol: None,
    })
}

fn rank(port: &ServicePort) -> u8 {
    let name = port.name.as_deref().unwrap_or_default();
    match said(port) {
        Some(_) => 0,
        None if ASIDE.iter().any(|aside| name.starts_with(aside)) => 2,
        None => 1,
    }
}

/// `None` where only a probe can tell.
pub(super) fn scheme(port: &ServicePort, wishes: &Wishes) -> Option<Scheme> {
    wishes.scheme.or_else(|| said(port))
}

fn said(port: &ServicePort) -> Option<Scheme> {
    let by_protocol = match port.app_protocol.as_deref() {
        Some("https") => Some(Scheme::Https),
        Some("http") => Some(Scheme::Http),
        _ => None,
    };
    let name = port.name.as_deref().unwrap_or_default();
    by_protocol.or_else(|| match port.port {
        _ if is_or_begins(name, "https") => Some(Scheme::Https),
        _ if is_or_begins(name, "http") => Some(Scheme::Http),
        443 | 8443 => Some(Scheme::Https),
        number if COMMON.contains(&number) => Some(Scheme::Http),
        _ => None,
    })
}

/// `https` and `https-web`, but not `httpsomething`.
fn is_or_begins(name: &str, word: &str) -> bool {
    name.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}
