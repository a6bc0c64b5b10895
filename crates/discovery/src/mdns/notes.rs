use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::Arc;

use lan::PRIVATE_NETWORKS;
use lan::mdns::Service;

/// What somebody should know of where an announcement points to.
pub(super) fn security_notes(services: &[Arc<Service>], own_addresses: &[IpAddr]) -> Vec<String> {
    let mut notes = Vec::new();
    let addresses: BTreeSet<_> = services.iter().flat_map(|one| &one.addresses).collect();
    let is_private = |ip: &IpAddr| PRIVATE_NETWORKS.iter().any(|network| network.contains(ip));
    let (own, others): (Vec<&IpAddr>, Vec<&IpAddr>) =
        addresses.into_iter().partition(|ip| own_addresses.contains(ip));
    let public: Vec<_> = others.into_iter().filter(|ip| !is_private(ip)).collect();
    if !public.is_empty() {
        notes.push(format!(
            "It points out of this network, to the public address {}",
            list(&public)
        ));
    }
    if !own.is_empty() {
        notes.push(format!("It points to this machine itself ({})", list(&own)));
    }
    let hosts: BTreeSet<_> = services.iter().map(|one| one.host.as_str()).collect();
    for host in hosts.into_iter().filter(|host| !host.to_ascii_lowercase().ends_with(".local")) {
        notes.push(format!("Its host {host} is not a name of this network"));
    }
    if services.iter().any(|one| one.was_cut) {
        notes.push("It announces more than is read".to_owned());
    }
    notes
}

fn list(addresses: &[&IpAddr]) -> String {
    addresses.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
