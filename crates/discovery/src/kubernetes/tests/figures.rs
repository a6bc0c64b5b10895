//! Every figure of the confidence.

use engines::kubernetes::{Marks, ServiceKind};

use super::cluster::{Cluster, ingress, labels, port, service};

const ENABLED: (&str, &str) = ("svc.enable", "true");
const APP_ID: (&str, &str) = ("svc.app.id", "films");
const FRONTEND: (&str, &str) = ("app.kubernetes.io/component", "frontend");
const MESH: (&str, &str) = ("istio-injection", "enabled");
const CHART: (&str, &str) = ("helm.sh/chart", "grafana-6.50.7");
const NAMED: (&str, &str) = ("app.kubernetes.io/name", "films");

fn plain(marks: Marks) -> Cluster {
    Cluster::of(service(ServiceKind::ClusterIp, marks))
}

fn at_port(number: u16) -> Cluster {
    let mut service = service(ServiceKind::ClusterIp, labels(&[FRONTEND]));
    service.ports = vec![port(number)];
    Cluster::of(service)
}

#[test]
fn the_highest_tier_and_every_bonus_count() {
    let of = |kind, marks| Cluster::of(service(kind, labels(marks)));
    let none = Marks::default;
    for (what, cluster, confidence) in [
        ("base", plain(labels(&[FRONTEND])), 0.50),
        ("svc.app.id", plain(labels(&[FRONTEND, APP_ID])), 0.85),
        ("svc.enable", plain(labels(&[ENABLED])), 0.95),
        ("svc.enable and svc.app.id", plain(labels(&[ENABLED, APP_ID])), 0.95),
        ("inherited svc.enable", plain(none()).within(labels(&[ENABLED])), 0.50),
        ("exposed by an Ingress", plain(labels(&[FRONTEND])).with(ingress(none(), false)), 0.80),
        ("Ingress of rule 7", plain(none()).with(ingress(labels(&[NAMED]), false)), 0.80),
        (
            "Ingress and svc.app.id",
            plain(none()).with(ingress(labels(&[NAMED, APP_ID]), false)),
            0.85,
        ),
        ("explicit Ingress", plain(none()).with(ingress(labels(&[ENABLED]), false)), 0.95),
        ("mesh", plain(labels(&[MESH])), 0.70),
        ("mesh of the namespace", plain(none()).within(labels(&[MESH])), 0.70),
        ("chart", plain(labels(&[FRONTEND, CHART])), 0.70),
        (
            "a chart that nobody knows",
            plain(labels(&[FRONTEND, ("helm.sh/chart", "films-1.0.0")])),
            0.50,
        ),
        ("NodePort", of(ServiceKind::NodePort, &[NAMED]), 0.60),
        ("LoadBalancer", of(ServiceKind::LoadBalancer, &[NAMED]), 0.60),
        ("port 80", at_port(80), 0.60),
        ("port 8080", at_port(8080), 0.60),
        ("port 3000", at_port(3000), 0.60),
        ("port 9000", at_port(9000), 0.50),
        ("TLS on the Ingress", plain(labels(&[FRONTEND])).with(ingress(none(), true)), 0.85),
        ("explicit Ingress with TLS", plain(none()).with(ingress(labels(&[ENABLED]), true)), 1.0),
        (
            "everything",
            of(ServiceKind::NodePort, &[ENABLED, MESH, CHART]).with(ingress(none(), true)),
            1.0,
        ),
        ("bonuses add up", of(ServiceKind::NodePort, &[NAMED, CHART]), 0.80),
    ] {
        let observation = cluster.observed().expect(what);
        assert_eq!(observation.score.confidence(), confidence, "{what}: {observation:?}");
    }
}

#[test]
fn the_evidence_says_how_it_came_about() {
    let cluster = Cluster::of(service(ServiceKind::NodePort, labels(&[ENABLED, CHART])));
    let observation = cluster.observed().unwrap();
    assert_eq!(
        observation.score.evidence(),
        [
            "0.95: svc.enable is true",
            "+0.20: the well-known chart grafana",
            "+0.10: of the type NodePort"
        ]
    );
    assert_eq!(observation.evidence.first().unwrap(), "It says svc.enable");
}
