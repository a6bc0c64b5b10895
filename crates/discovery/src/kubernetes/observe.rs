//! One service, judged.

use std::hash::{DefaultHasher, Hash, Hasher};

use engines::kubernetes::{Service, ServiceKind};

use super::rules;
use super::scene::Scene;
use super::ways::{is_secure, ways};
use crate::model::{Observation, ServiceKey, Source};

/// `None` where it is not to be proposed.
pub(super) fn observe(scene: &Scene<'_>) -> Option<Observation> {
    let reason = rules::reason(scene)?;
    let mut wishes = scene.wishes();
    if let Some(wished) = &mut wishes.tags {
        let more = rules::tags_of_chart(scene);
        wished.extend(more.into_iter().filter(|tag| !wished.contains(tag)).collect::<Vec<_>>());
    }
    let ways = ways(scene, &wishes);
    let mut evidence = vec![reason];
    if ways.needs_node {
        evidence.push("Its address is one that only the nodes of the cluster know".to_owned());
    }
    Some(Observation {
        service: key(scene.service),
        name: scene.service.name.name.to_string(),
        tags: rules::tags(scene),
        score: rules::score(scene, wishes.app_id.is_some(), &ways.offers),
        wishes,
        offers: ways.offers,
        server_path: ways.server_path,
        evidence,
        security_notes: security_notes(scene),
        container: None,
        announcer: None,
        epoch: epoch(scene.service),
    })
}

fn key(service: &Service) -> ServiceKey {
    ServiceKey::new(Source::Kubernetes, service.name.to_string())
}

/// What leads to it beside the gateway.
fn security_notes(scene: &Scene<'_>) -> Vec<String> {
    let service = scene.service;
    let node_ports = service.ports.iter().filter_map(|port| port.node_port);
    let by_node = node_ports
        .map(|port| format!("Port {port} of every node leads to it as well, past the gateway"));
    let outside = service.outside_addresses.iter();
    let outside = outside
        .map(|address| format!("It is open outside of the cluster at {address}, past the gateway"));
    let ingresses = scene.ingresses.iter().map(|path| {
        let mut hosts = path.ingress.rules.iter().filter_map(|rule| rule.host.as_deref());
        let host = hosts.next().unwrap_or("every host");
        let scheme = if is_secure(path.ingress, Some(host)) { "HTTPS" } else { "plain HTTP" };
        let name = &path.ingress.name;
        format!("The Ingress {name} publishes it for {host} over {scheme}, past the gateway")
    });
    let elsewhere = match &service.kind {
        ServiceKind::ExternalName(name) => {
            Some(format!("It is a name for {name}, which need not be a part of the cluster"))
        }
        _ => None,
    };
    by_node.chain(outside).chain(ingresses).chain(elsewhere).collect()
}

/// A service that was made anew, has other ports, or leads to other pods is another.
fn epoch(service: &Service) -> String {
    let mut hasher = DefaultHasher::new();
    (&service.kind, &service.ports, &service.selector).hash(&mut hasher);
    format!("{}:{:x}", service.uid, hasher.finish())
}
