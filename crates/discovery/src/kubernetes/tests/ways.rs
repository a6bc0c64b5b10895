//! Where services are offered.

use engines::Protocol;
use engines::kubernetes::{BackendPort, IngressRule, Service, ServiceKind, ServicePort};
use routing::Scheme;

use super::cluster::{Cluster, Words, ingress, labels, node, port, service};
use crate::model::{Observation, Offer, Probing};

use ServiceKind::{ClusterIp, ExternalName, Headless, LoadBalancer, NodePort};

const ENABLED: (&str, &str) = ("svc.enable", "true");

fn with_ports(kind: ServiceKind, ports: Vec<ServicePort>) -> Service {
    Service { ports, ..service(kind, labels(&[ENABLED])) }
}

fn addresses(offer: &Offer) -> Vec<String> {
    offer.addresses.iter().map(ToString::to_string).collect()
}

fn inside(service: Service) -> Observation {
    Cluster { inside: true, ..Cluster::of(service) }.observed().unwrap()
}

#[test]
fn inside_of_the_cluster_its_names_are_used() {
    let observation = inside(with_ports(ClusterIp, vec![port(80)]));
    let offer = &observation.offers[0];
    assert_eq!(addresses(offer), ["films.media.svc.cluster.local:80", "10.96.0.7:80"]);
    assert_eq!((offer.own_port, offer.probing), (80, Probing::Adds));
    assert_eq!(observation.evidence.len(), 1);

    let to_pods = ServicePort { target: Some(8096), ..port(80) };
    let mut headless = with_ports(Headless, vec![to_pods]);
    headless.cluster_addresses.clear();
    assert_eq!(addresses(&inside(headless).offers[0]), ["films.media.svc.cluster.local:8096"]);

    let elsewhere = with_ports(ExternalName("films.example".into()), vec![port(80)]);
    let observation = inside(elsewhere);
    assert_eq!(addresses(&observation.offers[0]), ["films.example:80"]);
    assert!(observation.security_notes[0].contains("films.example"));
}

#[test]
fn outside_a_load_balancer_comes_first_and_then_nodes_that_are_ready() {
    let at_nodes = ServicePort { node_port: Some(30080), ..port(80) };
    let mut balanced = with_ports(LoadBalancer, vec![at_nodes]);
    balanced.outside_addresses = vec!["192.0.2.7".into(), "lb.example".into()];
    let nodes = vec![
        node("a", "192.168.0.1", "198.51.100.1", true),
        node("b", "192.168.0.2", "", false),
        node("c", "fd00::3", "", true),
    ];
    let cluster = Cluster { nodes, ..Cluster::of(balanced) };
    let observation = cluster.observed().unwrap();
    assert_eq!(
        addresses(&observation.offers[0]),
        [
            "192.0.2.7:80",
            "lb.example:80",
            "192.168.0.1:30080",
            "[fd00::3]:30080",
            "198.51.100.1:30080"
        ]
    );
    assert_eq!(observation.evidence.len(), 1);
    let notes = observation.security_notes.join("\n");
    assert!(notes.contains("Port 30080 of every node") && notes.contains("lb.example"), "{notes}");
}

#[test]
fn outside_an_address_of_the_cluster_is_the_last_resort() {
    let observation = Cluster::of(with_ports(ClusterIp, vec![port(80)])).observed().unwrap();
    assert_eq!(addresses(&observation.offers[0]), ["10.96.0.7:80"]);
    assert!(observation.evidence[1].contains("only the nodes"), "{:?}", observation.evidence);
    let mut headless = with_ports(Headless, vec![port(80)]);
    headless.cluster_addresses.clear();
    assert!(Cluster::of(headless).observed().unwrap().offers.is_empty());
}

#[test]
fn outside_an_ingress_leads_to_a_service_of_the_cluster() {
    let of = |marks: Words<'_>, tls, change: fn(&mut IngressRule)| {
        let mut ingress = ingress(labels(marks), tls);
        change(&mut ingress.rules[0]);
        let cluster = Cluster::of(with_ports(ClusterIp, vec![port(80), port(9000)]));
        let observation = cluster.with(ingress).observed().unwrap();
        let offer = &observation.offers[0];
        (addresses(offer).join(" "), offer.scheme, observation.server_path)
    };
    let (http, https) = (Some(Scheme::Http), Some(Scheme::Https));
    let none = String::new;
    for (marks, tls, change, expected) in [
        (
            &[][..],
            false,
            (|_| {}) as fn(&mut IngressRule),
            ("films.example:80 10.96.0.7:80".into(), http, none()),
        ),
        (&[], true, |_| {}, ("films.example:443".into(), https, none())),
        (
            &[],
            true,
            |rule| rule.host = Some("other.example".into()),
            ("other.example:80 10.96.0.7:80".into(), http, none()),
        ),
        (&[], false, |rule| rule.host = None, ("192.0.2.80:80 10.96.0.7:80".into(), http, none())),
        (
            &[],
            false,
            |rule| rule.host = Some("*.example".into()),
            ("10.96.0.7:80".into(), http, none()),
        ),
        (
            &[],
            false,
            |rule| rule.path = "/films/".into(),
            ("films.example:80".into(), http, "/films".into()),
        ),
        (
            &[],
            false,
            |rule| rule.path = "/films(/|$)(.*)".into(),
            ("10.96.0.7:80".into(), http, none()),
        ),
        (
            &[],
            false,
            |rule| rule.port = Some(BackendPort::Number(9000)),
            ("10.96.0.7:80".into(), http, none()),
        ),
        (
            &[("svc.scheme", "https")],
            false,
            |_| {},
            ("films.example:443 10.96.0.7:80".into(), https, none()),
        ),
    ] {
        assert_eq!(of(marks, tls, change), expected);
    }
}

#[test]
fn what_a_port_speaks_is_said_in_many_ways() {
    let named = |name: &str, number| ServicePort { name: Some(name.into()), ..port(number) };
    let speaking =
        |word: &str, number| ServicePort { app_protocol: Some(word.into()), ..port(number) };
    for (port, scheme) in [
        (port(80), Some(Scheme::Http)),
        (port(8080), Some(Scheme::Http)),
        (port(443), Some(Scheme::Https)),
        (port(8443), Some(Scheme::Https)),
        (port(7000), None),
        (named("https", 7000), Some(Scheme::Https)),
        (named("https-web", 7000), Some(Scheme::Https)),
        (named("http", 443), Some(Scheme::Http)),
        (named("http-alt", 7000), Some(Scheme::Http)),
        (named("httpd", 7000), None),
        (speaking("https", 80), Some(Scheme::Https)),
        (speaking("http", 443), Some(Scheme::Http)),
        (speaking("kubernetes.io/h2c", 7000), None),
    ] {
        let observation = inside(with_ports(ClusterIp, vec![port.clone()]));
        assert_eq!(observation.offers[0].scheme, scheme, "{port:?}");
    }
    let mut wished = with_ports(ClusterIp, vec![port(80)]);
    wished.marks = labels(&[ENABLED, ("svc.scheme", "https")]);
    assert_eq!(inside(wished).offers[0].scheme, Some(Scheme::Https));
}

#[test]
fn ports_that_speak_something_else_are_left_out_unless_wished_for() {
    let udp = ServicePort { protocol: Protocol::Udp, ..port(8081) };
    let metrics = ServicePort { name: Some("metrics".into()), ..port(9100) };
    let to_pods = ServicePort { target: Some(6380), ..port(6379) };
    let ports = vec![metrics, port(5432), to_pods, udp, port(7000), port(8080)];
    let offered = |marks: Words<'_>| -> Vec<u16> {
        let mut service = with_ports(ClusterIp, ports.clone());
        service.marks.labels.extend(labels(marks).labels);
        inside(service).offers.iter().map(|offer| offer.own_port).collect()
    };
    for (marks, expected) in [
        (&[][..], &[8080, 7000, 9100][..]),
        (&[("svc.discover.all_ports", "true")], &[8080, 5432, 6379, 7000, 9100]),
        (&[("svc.primary_port", "5432")], &[5432]),
        (&[("svc.primary_port", "6380")], &[6379]),
        (&[("svc.primary_port", "8081")], &[]),
        (&[("svc.primary_port", "1")], &[]),
    ] {
        assert_eq!(offered(marks), expected, "{marks:?}");
    }
}

#[test]
fn a_name_for_another_service_needs_to_be_told_its_port() {
    let of = |marks: Words<'_>| {
        let mut service = with_ports(ExternalName("films.example".into()), Vec::new());
        service.marks.labels.extend(labels(marks).labels);
        inside(service).offers
    };
    assert!(of(&[]).is_empty());
    assert_eq!(addresses(&of(&[("svc.primary_port", "8096")])[0]), ["films.example:8096"]);
}

#[test]
fn it_is_another_when_it_was_made_anew_or_leads_elsewhere() {
    let epoch = |change: fn(&mut Service)| {
        let mut service = with_ports(NodePort, vec![port(80)]);
        change(&mut service);
        Cluster::of(service).observed().unwrap().epoch
    };
    let first = epoch(|_| {});
    assert_eq!(first, epoch(|_| {}));
    assert_eq!(first, epoch(|service| service.marks.labels.extend(labels(&[("app", "x")]).labels)));
    for change in [
        (|service| service.uid = "uid-2".into()) as fn(&mut Service),
        |service| service.ports = vec![port(81)],
        |service| service.selector.clear(),
        |service| service.kind = ClusterIp,
    ] {
        assert_ne!(first, epoch(change));
    }
}
