//! What a cluster tells, as records of our own.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;

use k8s_openapi::api::core::v1 as core;
use k8s_openapi::api::networking::v1 as networking;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;

use super::records::{
    BackendPort, Ingress, IngressRule, Keep, Marks, Namespace, Node, ObjectName, Service,
    ServiceKind, ServicePort,
};
use crate::Protocol;

/// An annotation may hold 256 KiB. What is longer than this is cut, and whoever reads it sees that
/// it is too long.
const LONGEST_MARK: usize = 4_096;

pub(super) fn service(service: core::Service, keep: Keep) -> Service {
    let spec = service.spec.unwrap_or_default();
    let balanced = service.status.and_then(|status| status.load_balancer);
    let balanced = balanced.and_then(|balancer| balancer.ingress).unwrap_or_default();
    let balanced = balanced.into_iter().filter_map(|entry| entry.ip.or(entry.hostname));
    let outside = balanced.chain(spec.external_ips.clone().unwrap_or_default());
    Service {
        name: object_name(&service.metadata),
        uid: service.metadata.uid.clone().unwrap_or_default().into(),
        marks: marks(service.metadata, keep),
        kind: service_kind(&spec),
        cluster_addresses: cluster_addresses(&spec),
        ports: spec.ports.unwrap_or_default().into_iter().filter_map(service_port).collect(),
        outside_addresses: outside.map(Into::into).collect(),
        selector: boxed(spec.selector.unwrap_or_default()),
    }
}

fn service_kind(spec: &core::ServiceSpec) -> ServiceKind {
    match spec.type_.as_deref() {
        Some("NodePort") => ServiceKind::NodePort,
        Some("LoadBalancer") => ServiceKind::LoadBalancer,
        Some("ExternalName") => {
            let name = spec.external_name.as_deref().unwrap_or_default();
            ServiceKind::ExternalName(name.trim_end_matches('.').into())
        }
        _ if spec.cluster_ip.as_deref() == Some("None") => ServiceKind::Headless,
        _ => ServiceKind::ClusterIp,
    }
}

/// Clusters that know one kind of address only have no list of them.
fn cluster_addresses(spec: &core::ServiceSpec) -> Vec<IpAddr> {
    let several = spec.cluster_ips.as_deref().filter(|several| !several.is_empty());
    let addresses = several.unwrap_or(spec.cluster_ip.as_slice());
    addresses.iter().filter_map(|text| text.parse().ok()).collect()
}

fn service_port(port: core::ServicePort) -> Option<ServicePort> {
    let target = match port.target_port {
        Some(IntOrString::Int(number)) => port_number(number),
        _ => None,
    };
    Some(ServicePort {
        name: port.name.map(Into::into),
        port: port_number(port.port)?,
        target,
        node_port: port.node_port.and_then(port_number),
        protocol: protocol(port.protocol.as_deref()),
        app_protocol: port.app_protocol.map(Into::into),
    })
}

pub(super) fn ingress(ingress: networking::Ingress, keep: Keep) -> Ingress {
    let name = object_name(&ingress.metadata);
    let spec = ingress.spec.unwrap_or_default();
    let by_default = spec.default_backend.and_then(|backend| rule(None, None, backend));
    let rules = spec.rules.into_iter().flatten().flat_map(|each| {
        let paths = each.http.map(|http| http.paths).unwrap_or_default();
        let host = each.host.filter(|host| !host.is_empty());
        paths.into_iter().filter_map(move |path| rule(host.as_deref(), path.path, path.backend))
    });
    let rules = rules.chain(by_default).collect();
    let tls = spec.tls.filter(|tls| !tls.is_empty());
    let tls = tls.map(|tls| {
        let hosts = tls.into_iter().flat_map(|entry| entry.hosts.unwrap_or_default());
        hosts.map(Into::into).collect()
    });
    let balancer = ingress.status.and_then(|status| status.load_balancer);
    let balanced = balancer.and_then(|balancer| balancer.ingress).unwrap_or_default();
    let addresses = balanced.into_iter().filter_map(|entry| entry.ip.or(entry.hostname));
    let addresses = addresses.map(Into::into).collect();
    Ingress { name, marks: marks(ingress.metadata, keep), rules, tls, addresses }
}

fn rule(
    host: Option<&str>,
    path: Option<String>,
    backend: networking::IngressBackend,
) -> Option<IngressRule> {
    let service = backend.service?;
    let port = service.port.and_then(|port| match (port.number.and_then(port_number), port.name) {
        (Some(number), _) => Some(BackendPort::Number(number)),
        (None, name) => name.map(|name| BackendPort::Name(name.into())),
    });
    Some(IngressRule {
        host: host.map(Into::into),
        path: path.unwrap_or_else(|| "/".to_owned()).into(),
        service: service.name.into(),
        port,
    })
}

pub(super) fn namespace(namespace: core::Namespace, keep: Keep) -> Namespace {
    Namespace {
        name: namespace.metadata.name.clone().unwrap_or_default().into(),
        marks: marks(namespace.metadata, keep),
    }
}

pub(super) fn node(node: core::Node) -> Node {
    let status = node.status.unwrap_or_default();
    let of_type = |wanted: &str| {
        let entries = status.addresses.iter().flatten().filter(|entry| entry.type_ == wanted);
        entries.filter_map(|entry| entry.address.parse().ok()).collect()
    };
    let mut conditions = status.conditions.iter().flatten();
    Node {
        name: node.metadata.name.unwrap_or_default().into(),
        internal_addresses: of_type("InternalIP"),
        external_addresses: of_type("ExternalIP"),
        ready: conditions.any(|condition| condition.type_ == "Ready" && condition.status == "True"),
    }
}

pub(super) fn object_name(metadata: &ObjectMeta) -> ObjectName {
    ObjectName {
        namespace: Arc::from(metadata.namespace.as_deref().unwrap_or_default()),
        name: Arc::from(metadata.name.as_deref().unwrap_or_default()),
    }
}

pub(super) fn protocol(text: Option<&str>) -> Protocol {
    match text {
        Some("UDP") => Protocol::Udp,
        Some("SCTP") => Protocol::Sctp,
        _ => Protocol::Tcp,
    }
}

pub(super) fn port_number(number: i32) -> Option<u16> {
    u16::try_from(number).ok().filter(|port| *port > 0)
}

fn marks(metadata: ObjectMeta, keep: Keep) -> Marks {
    let kept = |all: Option<BTreeMap<String, String>>| {
        let kept = all.unwrap_or_default().into_iter().filter(|(name, _)| keep(name));
        kept.map(|(name, value)| (name.into(), cut(value).into())).collect()
    };
    Marks { labels: kept(metadata.labels), annotations: kept(metadata.annotations) }
}

fn cut(mut text: String) -> String {
    text.truncate(text.floor_char_boundary(LONGEST_MARK));
    text
}

fn boxed(map: BTreeMap<String, String>) -> BTreeMap<Box<str>, Box<str>> {
    map.into_iter().map(|(name, value)| (name.into(), value.into())).collect()
}
