use std::collections::BTreeMap;

use super::*;
use crate::config::MdnsConfig;
use crate::model::Source;

const GATEWAY: &str = "192.168.1.2";

fn around(services: &[&str]) -> Surroundings {
    let services = services.iter().map(|&text| text.to_owned()).collect();
    let own: IpAddr = GATEWAY.parse().expect("an address");
    let listener = "0.0.0.0:8443".parse().expect("an address");
    Surroundings {
        types: Types::new(&MdnsConfig { services, ..MdnsConfig::default() }),
        targets: Targets::new(vec![listener], vec![own]),
        own_addresses: vec![own],
    }
}

fn service(service_type: &str, port: u16, txt: &[(&str, &str)]) -> Service {
    Service {
        instance: "My NAS".to_owned(),
        service_type: service_type.parse().expect("a type"),
        host: "nas.local".to_owned(),
        addresses: vec!["192.168.1.7".parse().expect("an address")],
        port,
        txt: txt.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect(),
        was_cut: false,
    }
}

fn seen_in(around: &Surroundings, services: Vec<Service>) -> Option<Observation> {
    let services: Vec<_> = services.into_iter().map(Arc::new).collect();
    observe(ServiceKey::new(Source::Mdns, "my nas"), &services, around, 1)
}

fn seen(services: Vec<Service>) -> Option<Observation> {
    seen_in(&around(&[]), services)
}

fn seen_at(addresses: &[&str], host: &str, port: u16) -> Option<Observation> {
    let addresses = addresses.iter().map(|ip| ip.parse().expect("an address")).collect();
    let host = host.to_owned();
    seen(vec![Service { addresses, host, ..service("_http._tcp", port, &[]) }])
}

#[test]
fn every_figure_of_the_specification() {
    let known = ("app_id", "files");
    let wanted = ("svc_enable", "true");
    for (service_type, txt, confidence) in [
        ("_http._tcp", &[][..], 0.70),
        ("_ssh._tcp", &[], 0.70),
        ("_http._tcp", &[known], 0.85),
        ("_http._tcp", &[wanted], 0.95),
        ("_http._tcp", &[known, wanted], 0.95),
        ("_http._tcp", &[("svc_enable", "maybe")], 0.70),
        ("_homeassistant._tcp", &[], 0.80),
        ("_hap._tcp", &[], 0.80),
        ("_esphomelib._tcp", &[], 0.80),
        ("_shelly._tcp", &[], 0.80),
        ("_matter._tcp", &[], 0.80),
        ("_hue._tcp", &[], 0.80),
        ("_googlecast._tcp", &[], 0.80),
        ("_hue._tcp", &[known], 0.95),
        ("_hue._tcp", &[wanted], 1.0),
    ] {
        let seen = seen(vec![service(service_type, 80, txt)]).expect("an observation");
        assert_eq!(seen.score.confidence(), confidence, "{service_type} {txt:?}");
    }
}

#[test]
fn an_announcement_is_enough_for_web_and_home_types_and_for_what_is_configured() {
    for (configured, service_type, probing) in [
        (&[][..], "_http._tcp", Probing::Adds),
        (&[], "_https._tcp", Probing::Adds),
        (&[], "_hap._tcp", Probing::Adds),
        (&[], "_ssh._tcp", Probing::Decides),
        (&[], "_smb._tcp", Probing::Decides),
        (&[], "_printer._tcp", Probing::Decides),
        (&[], "_workstation._tcp", Probing::Decides),
        (&["_ssh._tcp"], "_ssh._tcp", Probing::Adds),
    ] {
        let seen = seen_in(&around(configured), vec![service(service_type, 80, &[])]);
        assert_eq!(seen.expect("one").offers[0].probing, probing, "{configured:?} {service_type}");
    }
}

#[test]
fn the_scheme_is_what_the_record_says_then_what_the_type_says() {
    for (service_type, said, scheme) in [
        ("_http._tcp", None, Some(Scheme::Http)),
        ("_https._tcp", None, Some(Scheme::Https)),
        ("_hap._tcp", None, None),
        ("_http._tcp", Some("https"), Some(Scheme::Https)),
        ("_https._tcp", Some("http"), Some(Scheme::Http)),
        ("_hue._tcp", Some("HTTPS"), Some(Scheme::Https)),
        ("_https._tcp", Some("ftp"), Some(Scheme::Https)),
    ] {
        let txt: Vec<_> = said.map(|scheme| ("scheme", scheme)).into_iter().collect();
        let seen = seen(vec![service(service_type, 80, &txt)]).expect("an observation");
        assert_eq!(seen.offers[0].scheme, scheme, "{service_type} {said:?}");
    }
}

#[test]
fn one_port_under_several_types_is_one_offer_and_the_best_type_speaks() {
    let both = seen(vec![
        service("_shelly._tcp", 80, &[("app_id", "plug")]),
        service("_http._tcp", 80, &[("app_name", "Plug")]),
        service("_workstation._tcp", 80, &[("app_name", "Other")]),
    ])
    .expect("an observation");
    assert_eq!(both.offers.len(), 1);
    let offer = &both.offers[0];
    assert_eq!((offer.scheme, offer.probing), (Some(Scheme::Http), Probing::Adds));
    assert_eq!(both.wishes.app_id.as_deref(), Some("plug"));
    assert_eq!(both.wishes.app_name.as_deref(), Some("Plug"));
    assert_eq!(both.score.confidence(), 0.95);
    assert_eq!(both.tags, ["home-automation"]);
    let expected = "Announced as _http._tcp, _shelly._tcp, _workstation._tcp by nas.local";
    assert_eq!(both.evidence, [expected]);
}

#[test]
fn several_ports_are_offers_of_one_service_with_https_first() {
    let seen = seen(vec![
        service("_ssh._tcp", 22, &[]),
        service("_http._tcp", 80, &[("path", "/ui")]),
        service("_https._tcp", 443, &[]),
    ])
    .expect("an observation");
    let ports: Vec<_> = seen.offers.iter().map(|offer| offer.own_port).collect();
    assert_eq!(ports, [443, 80, 22]);
    assert_eq!((seen.name.as_str(), seen.server_path.as_str()), ("My NAS", "/ui"));
}

#[test]
fn what_wants_not_to_be_found_and_what_has_no_port_is_not() {
    assert_eq!(seen(vec![service("_http._tcp", 80, &[("svc_enable", "no")])]), None);
    assert_eq!(seen(vec![service("_http._tcp", 0, &[])]), None);
    let one = seen(vec![
        service("_http._tcp", 80, &[("svc_enable", "0"), ("app_id", "x")]),
        service("_https._tcp", 443, &[]),
    ]);
    let one = one.expect("the other announcement says nothing of the kind");
    assert_eq!((one.offers.len(), one.wishes.app_id), (1, None));
}

#[test]
fn our_own_listeners_are_not_proposed_and_other_ports_of_this_machine_are_marked() {
    assert_eq!(seen_at(&[GATEWAY], "nas.local", 8443), None);
    let other = seen_at(&[GATEWAY], "nas.local", 8123).expect("another service of this machine");
    assert_eq!(other.security_notes, ["It points to this machine itself (192.168.1.2)"]);
    let mixed = seen_at(&[GATEWAY, "192.168.1.7"], "nas.local", 8443).expect("the other address");
    let hosts: Vec<_> = mixed.offers[0].addresses.iter().map(|one| one.host.as_str()).collect();
    assert_eq!(hosts, ["192.168.1.7"]);
    assert_eq!(seen_at(&["169.254.169.254"], "nas.local", 80), None, "a cloud's secrets");
}

#[test]
fn where_it_points_to_is_marked_when_that_is_not_this_network() {
    let here = seen_at(&["192.168.1.7", "fd00::7"], "nas.local", 80).expect("one");
    assert!(here.security_notes.is_empty());
    let public = seen_at(&["203.0.113.9", "192.168.1.7"], "nas.local", 80).expect("one");
    let expected = "It points out of this network, to the public address 203.0.113.9";
    assert_eq!(public.security_notes, [expected]);
    let elsewhere = seen_at(&["192.168.1.7"], "files.example.com", 80).expect("one");
    let expected = "Its host files.example.com is not a name of this network";
    assert_eq!(elsewhere.security_notes, [expected]);
}

/// Whoever answers for the name would have the route.
#[test]
fn what_announces_no_address_is_not_offered_by_its_name() {
    for host in ["NAS.local", "", "a b.local", "nas@evil.local", "localhost", "127.0.0.1", "db"] {
        assert_eq!(seen_at(&[], host, 80), None, "{host}");
    }
}

#[test]
fn an_epoch_is_another_when_it_moved_or_came_back_and_not_when_it_says_something_else() {
    let at = |port, txt: &[(&str, &str)], appearance| {
        let services = [Arc::new(service("_http._tcp", port, txt))];
        let key = ServiceKey::new(Source::Mdns, "my nas");
        observe(key, &services, &around(&[]), appearance).expect("an observation").epoch
    };
    let first = at(80, &[], 1);
    assert_eq!(first, at(80, &[("app_id", "x")], 1));
    assert_ne!(first, at(81, &[], 1));
    assert_ne!(first, at(80, &[], 2));
}

#[test]
fn hostile_records_stay_wishes_and_change_nothing_else() {
    let html = "<img src=x onerror=alert(1)>";
    let txt: BTreeMap<_, _> = [
        ("app_id", "../../admin"),
        ("app_name", html),
        ("path", "//evil.example/"),
        ("scheme", "javascript"),
        ("scopes", "admin"),
    ]
    .into();
    let txt: Vec<_> = txt.into_iter().collect();
    let seen = seen(vec![service("_http._tcp", 80, &txt)]).expect("an observation");
    assert_eq!(seen.server_path, "");
    assert_eq!(seen.offers[0].scheme, Some(Scheme::Http));
    assert_eq!(seen.wishes.app_name.as_deref(), Some(html));
    assert_eq!(seen.name, "My NAS");
    assert_eq!(seen.wishes.misread.len(), 2);
}

#[test]
fn another_gateway_is_a_peer_and_no_app() {
    let gateway = [("id", "gh_0123456789abcdef"), ("api", "v1"), ("path", "/")];
    assert_eq!(seen(vec![service("_https._tcp", 8443, &gateway)]), None);
    assert!(seen(vec![service("_https._tcp", 8443, &[("id", "4711")])]).is_some());
}
