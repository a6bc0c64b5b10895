use std::net::IpAddr;

use lan::mdns::Sighting::{Changed, Found, Lost};
use routing::Targets;

use super::*;
use crate::config::MdnsConfig;
use crate::mdns::types::Types;

fn groups() -> Groups {
    Groups::new(Surroundings {
        types: Types::new(&MdnsConfig::default()),
        targets: Targets::default(),
        own_addresses: Vec::new(),
    })
}

fn service(instance: &str, service_type: &str, host: &str, port: u16) -> Arc<Service> {
    Arc::new(Service {
        instance: instance.to_owned(),
        service_type: service_type.parse().expect("a type"),
        host: host.to_owned(),
        addresses: vec![IpAddr::from([192, 168, 1, 7])],
        port,
        txt: BTreeMap::new(),
        was_cut: false,
    })
}

/// What is told, in short: `+` with ports, or `-`.
fn short(sightings: Vec<Sighting>) -> Vec<String> {
    let short = |sighting| match sighting {
        Sighting::Seen(seen) => {
            let ports = seen.offers.iter().map(|offer| offer.own_port.to_string());
            let ports: Vec<_> = ports.collect();
            format!("+{} {}", seen.service.identity, ports.join(" "))
        }
        Sighting::Gone(key) => format!("-{}", key.identity),
        other => format!("{other:?}"),
    };
    sightings.into_iter().map(short).collect()
}

#[test]
fn all_types_of_a_host_under_one_name_are_one_service_that_keeps_its_identity() {
    let mut groups = groups();
    let http = service("NAS", "_http._tcp", "nas.local", 80);
    let https = service("nas", "_https._tcp", "NAS.local", 443);
    assert_eq!(short(groups.apply(&Found(http.clone()))), ["+nas@nas.local 80"]);
    assert_eq!(short(groups.apply(&Found(https.clone()))), ["+nas@nas.local 443 80"]);
    assert_eq!(short(groups.apply(&Lost(http))), ["+nas@nas.local 443"]);
    let moved = service("nas", "_https._tcp", "NAS.local", 8443);
    assert_eq!(short(groups.apply(&Changed(https, moved.clone()))), ["+nas@nas.local 8443"]);
    assert_eq!(groups.all().len(), 1);
    assert_eq!(short(groups.apply(&Lost(moved))), ["-nas@nas.local"]);
    assert!(groups.all().is_empty() && groups.names.is_empty());
}

#[test]
fn one_port_under_both_web_types_is_one_proposal_with_https() {
    let mut groups = groups();
    groups.apply(&Found(service("NAS", "_http._tcp", "nas.local", 443)));
    groups.apply(&Found(service("NAS", "_https._tcp", "nas.local", 443)));
    let all = groups.all();
    assert_eq!((all.len(), all[0].offers.len()), (1, 1));
    assert_eq!(all[0].offers[0].scheme, Some(routing::Scheme::Https));
}

#[test]
fn another_host_with_the_name_does_not_get_what_the_first_has() {
    let mut groups = groups();
    let real = service("NAS", "_http._tcp", "nas.local", 80);
    let thief = service("NAS", "_https._tcp", "a.local", 443);
    groups.apply(&Found(real.clone()));
    assert_eq!(short(groups.apply(&Found(thief.clone()))), ["+nas@a.local 443"]);
    assert_eq!(short(groups.apply(&Lost(real.clone()))), ["-nas@nas.local"]);
    let left: Vec<_> = groups.all().into_iter().map(|one| one.service.identity).collect();
    assert_eq!(left, ["nas@a.local".into()], "the name alone is worth nothing");
    assert_eq!(short(groups.apply(&Found(real))), ["+nas@nas.local 80"]);
    assert_eq!(short(groups.apply(&Lost(thief))), ["-nas@a.local"]);
}

#[test]
fn a_host_that_numbers_its_name_is_the_same() {
    let mut groups = groups();
    let before = service("NAS", "_http._tcp", "nas.local", 80);
    let after = service("NAS", "_http._tcp", "nas-2.local", 80);
    groups.apply(&Found(before.clone()));
    assert_eq!(short(groups.apply(&Changed(before, after))), ["+nas@nas.local 80"]);
    assert_eq!(groups.all()[0].announcer.as_deref(), Some("nas-2.local"));
    for host in ["nas-ten.local", "nas-2020.local", "-2.local"] {
        assert_eq!(machine(host), host);
    }
}

#[test]
fn no_name_can_be_mistaken_for_another() {
    assert_ne!(identity("a", "b@c.local"), identity("a@b", "c.local"));
    assert_ne!(identity("a@b", "c.local"), identity("a", "@b@c.local"));
}

#[test]
fn what_comes_back_is_another_than_it_was_and_what_stays_is_told_once() {
    let mut groups = groups();
    let nas = service("NAS", "_http._tcp", "nas.local", 80);
    groups.apply(&Found(nas.clone()));
    let first = groups.all()[0].epoch.clone();
    let same = Arc::new(Service::clone(&nas));
    assert!(groups.apply(&Changed(nas, same.clone())).is_empty(), "nothing is new");
    groups.apply(&Lost(same));
    groups.apply(&Found(service("NAS", "_http._tcp", "nas.local", 80)));
    assert_ne!(groups.all()[0].epoch, first);
}

#[test]
fn what_turns_out_to_be_this_program_is_gone() {
    let mut groups = groups();
    groups.apply(&Found(service("NAS", "_https._tcp", "nas.local", 8443)));
    let own = IpAddr::from([192, 168, 1, 7]);
    let around = Surroundings {
        types: Types::new(&MdnsConfig::default()),
        targets: Targets::new(vec!["0.0.0.0:8443".parse().expect("an address")], vec![own]),
        own_addresses: vec![own],
    };
    assert_eq!(short(groups.set_surroundings(around)), ["-nas@nas.local"]);
}
