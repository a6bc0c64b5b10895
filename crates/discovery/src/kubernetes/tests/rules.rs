//! Rules 1 and 3 to 8, each as a table.

use engines::kubernetes::{Marks, ObjectName, OwnPod, ServiceKind};
use routing::Scheme;

use super::cluster::{Cluster, Words, annotations, ingress, labels, service, words};

use ServiceKind::{ClusterIp, Headless, LoadBalancer, NodePort};

const ENABLED: (&str, &str) = ("svc.enable", "true");
const NAMED: (&str, &str) = ("app.kubernetes.io/name", "films");

fn seen(kind: ServiceKind, marks: Words<'_>) -> bool {
    Cluster::of(service(kind, labels(marks))).seen()
}

#[test]
fn rule_1_labels_are_read_first_and_then_annotations() {
    let mut marks = annotations(&[
        ENABLED,
        ("svc.app.id", "of-annotation"),
        ("svc.app.name", "The Films"),
        ("svc.route.path", "/apps/cinema/"),
        ("svc.scheme", "https"),
    ]);
    marks.labels = words(&[("svc.app.id", "of-label")]);
    let wishes = Cluster::of(service(ClusterIp, marks)).observed().unwrap().wishes;
    assert_eq!(wishes.app_id.as_deref(), Some("of-label"));
    assert_eq!(wishes.app_name.as_deref(), Some("The Films"));
    assert_eq!(wishes.path_base.as_deref(), Some("/apps/cinema/"));
    assert_eq!(wishes.scheme, Some(Scheme::Https));
}

#[test]
fn rule_1_an_ingress_is_asked_where_the_service_says_nothing() {
    let marks = annotations(&[
        ENABLED,
        ("svc.app.id", "of-ingress"),
        ("svc.app.icon", "🎬"),
        ("svc.route.websocket", "yes"),
    ]);
    let of_service = labels(&[("svc.app.id", "of-service")]);
    let cluster = Cluster::of(service(ClusterIp, of_service)).with(ingress(marks, false));
    let wishes = cluster.observed().unwrap().wishes;
    assert_eq!(wishes.app_id.as_deref(), Some("of-service"));
    assert_eq!((wishes.icon.as_deref(), wishes.websocket), (Some("🎬"), Some(true)));
}

#[test]
fn rule_1_what_is_switched_off_is_left_out() {
    let frontend = ("app.kubernetes.io/component", "ui");
    for (marks, expected) in [
        (&[ENABLED][..], true),
        (&[("svc.enable", "YES")], true),
        (&[frontend, ("svc.enable", "false")], false),
        (&[frontend, ("svc.enable", "0")], false),
        (&[frontend, ("svc.enable", "maybe")], true),
        (&[ENABLED, ("svc.skip", "true")], false),
        (&[ENABLED, ("svc.skip", "false")], true),
    ] {
        assert_eq!(seen(ClusterIp, marks), expected, "{marks:?}");
    }
    let off = Cluster::of(service(ClusterIp, labels(&[("svc.enable", "false")])));
    assert!(!off.with(ingress(labels(&[ENABLED]), false)).seen());
}

#[test]
fn rule_3_the_type_and_the_labels_decide() {
    let component = |value| ("app.kubernetes.io/component", value);
    for (marks, exposed, inner) in [
        (&[][..], false, false),
        (&[NAMED], true, false),
        (&[("app.kubernetes.io/instance", "films")], true, false),
        (&[("app", "films")], true, false),
        (&[("app", "")], false, false),
        (&[("tier", "front")], false, false),
        (&[component("frontend")], true, true),
        (&[component("ui")], true, true),
        (&[component("web")], true, true),
        (&[component("dashboard")], true, true),
        (&[component("backend")], false, false),
        (&[component("Web")], false, false),
        (&[NAMED, component("backend")], true, false),
    ] {
        for kind in [NodePort, LoadBalancer] {
            assert_eq!(seen(kind, marks), exposed, "exposed {marks:?}");
        }
        for kind in [ClusterIp, Headless] {
            assert_eq!(seen(kind, marks), inner, "inner {marks:?}");
        }
    }
}

#[test]
fn rule_3_annotations_do_not_identify() {
    let marks = annotations(&[NAMED, ("app.kubernetes.io/component", "ui")]);
    assert!(!Cluster::of(service(NodePort, marks)).seen());
}

#[test]
fn rule_4_charts_give_two_tags() {
    for (chart, tags) in [
        ("grafana-6.50.7", &["monitoring", "grafana"][..]),
        ("prometheus-15.0.0", &["monitoring", "prometheus"]),
        ("kube-prometheus-stack-45.1.0", &["monitoring", "kube-prometheus-stack"]),
        ("alertmanager-0.1.0", &["monitoring", "alertmanager"]),
        ("loki-2.9.1", &["logging", "loki"]),
        ("tempo-1.0.0", &["tracing", "tempo"]),
        ("jaeger-0.60.0", &["tracing", "jaeger"]),
        ("argo-cd-5.0.0", &["cicd", "argo-cd"]),
        ("argocd-5.0.0", &["cicd", "argocd"]),
        ("jenkins-4.1.0", &["cicd", "jenkins"]),
        ("gitlab-6.8.0", &["cicd", "gitlab"]),
        ("sonarqube-9.0.0", &["cicd", "sonarqube"]),
        ("harbor-1.11.0", &["registry", "harbor"]),
        ("nexus-1.0.0", &["registry", "nexus"]),
        ("artifactory-107.0.0", &["registry", "artifactory"]),
        ("vault-0.23.0", &["secrets", "vault"]),
        ("consul-1.0.0", &["service-mesh", "consul"]),
        ("linkerd-30.0.0", &["service-mesh", "linkerd"]),
        ("istio-1.16.0", &["service-mesh", "istio"]),
        ("jellyfin-9.5.0", &[]),
    ] {
        let marks = labels(&[ENABLED, ("helm.sh/chart", chart)]);
        let observation = Cluster::of(service(ClusterIp, marks)).observed().unwrap();
        assert_eq!(observation.tags, tags, "{chart}");
    }
    let own = ("svc.app.tags", "mine,grafana");
    let marks = labels(&[ENABLED, ("helm.sh/chart", "grafana-6.50.7"), own]);
    let wishes = Cluster::of(service(ClusterIp, marks)).observed().unwrap().wishes;
    assert_eq!(wishes.tags.unwrap(), ["mine", "grafana", "monitoring"], "beside its own");
}

#[test]
fn rule_5_a_mesh_is_enough() {
    let both = |marks: Marks, expected: bool| {
        let of_service = Cluster::of(service(ClusterIp, marks.clone())).seen();
        let of_namespace = Cluster::of(service(ClusterIp, Marks::default())).within(marks.clone());
        assert_eq!((of_service, of_namespace.seen()), (expected, expected), "{marks:?}");
    };
    for (mark, expected) in [
        (("istio-injection", "enabled"), true),
        (("istio-injection", "disabled"), false),
        (("istio.io/rev", "1-16"), true),
        (("service.istio.io/canonical-name", "films"), true),
        (("linkerd.io/inject", "enabled"), true),
        (("linkerd.io/inject", "disabled"), false),
        (("other.io/inject", "enabled"), false),
    ] {
        both(labels(&[mark]), expected);
    }
    both(annotations(&[("sidecar.istio.io/inject", "true")]), true);
    both(annotations(&[("sidecar.istio.io/inject", "false")]), false);
    both(annotations(&[("linkerd.io/inject", "enabled")]), true);
    let opted_out = service(ClusterIp, annotations(&[("sidecar.istio.io/inject", "false")]));
    let mesh = labels(&[("istio-injection", "enabled")]);
    assert!(!Cluster::of(opted_out).within(mesh).seen());
}

#[test]
fn rule_6_backends_are_proposed_only_where_they_say_so_themselves() {
    for chart in [
        "postgresql-12.1.0",
        "mysql-9.4.0",
        "mariadb-11.0.0",
        "mongodb-13.0.0",
        "cassandra-9.0.0",
        "redis-17.0.0",
        "memcached-6.0.0",
        "kafka-20.0.0",
        "rabbitmq-11.0.0",
        "nats-0.19.0",
        "etcd-8.5.0",
        "consul-1.0.0",
        "vault-0.23.0",
        "elasticsearch-19.0.0",
    ] {
        let chart = ("helm.sh/chart", chart);
        let component = ("app.kubernetes.io/component", "ui");
        let of = |marks: Words<'_>| Cluster::of(service(NodePort, labels(marks)));
        let every = [chart, NAMED, component, ("istio-injection", "enabled")];
        assert!(!of(&every).seen(), "{chart:?}");
        assert!(!of(&[chart]).within(labels(&[ENABLED])).seen(), "{chart:?}");
        assert!(!of(&[chart]).with(ingress(labels(&[NAMED]), true)).seen(), "{chart:?}");
        assert!(of(&[chart, ENABLED]).seen(), "{chart:?}");
        assert!(of(&[chart]).with(ingress(labels(&[ENABLED]), true)).seen(), "{chart:?}");
    }
}

#[test]
fn rule_7_an_ingress_with_a_name_brings_its_service() {
    let brought = |marks: Words<'_>| {
        let cluster = Cluster::of(service(ClusterIp, Marks::default()));
        cluster.with(ingress(labels(marks), false)).seen()
    };
    assert!(brought(&[ENABLED]));
    assert!(brought(&[NAMED]));
    assert!(!brought(&[]));
    assert!(!brought(&[("app", "films")]));
    assert!(!brought(&[NAMED, ("svc.enable", "false")]));
    assert!(!brought(&[NAMED, ("svc.skip", "true")]));
    let by_annotation = ingress(annotations(&[ENABLED]), false);
    assert!(Cluster::of(service(ClusterIp, Marks::default())).with(by_annotation).seen());
    let mut elsewhere = ingress(labels(&[ENABLED]), false);
    elsewhere.rules[0].service = "books".into();
    assert!(!Cluster::of(service(ClusterIp, Marks::default())).with(elsewhere).seen());
    let mut other_namespace = ingress(labels(&[ENABLED]), false);
    other_namespace.name.namespace = "books".into();
    assert!(!Cluster::of(service(ClusterIp, Marks::default())).with(other_namespace).seen());
}

#[test]
fn rule_8_the_clusters_own_namespaces_are_skipped() {
    let component = ("app.kubernetes.io/component", "dashboard");
    for namespace in ["kube-system", "kube-public", "kube-node-lease"] {
        let of = |marks: Words<'_>| Cluster::of(service(NodePort, labels(marks)));
        assert!(!of(&[NAMED, component]).at(namespace).seen(), "{namespace}");
        assert!(!of(&[NAMED]).within(labels(&[ENABLED])).at(namespace).seen());
        assert!(!of(&[]).with(ingress(labels(&[NAMED]), false)).at(namespace).seen());
        assert!(of(&[ENABLED]).at(namespace).seen(), "{namespace}");
    }
    assert!(seen(NodePort, &[NAMED]));
}

#[test]
fn what_leads_to_the_gateway_itself_is_left_out() {
    let own = |labels: Words<'_>, namespace: &str| {
        let labels = labels.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        Some(OwnPod { name: ObjectName::new(namespace, "gate-0"), labels })
    };
    for (pod, observed) in [
        (own(&[("app", "films"), ("more", "x")], "media"), false),
        (own(&[("app", "films")], "other"), true),
        (own(&[("app", "books")], "media"), true),
        (own(&[], "media"), true),
        (None, true),
    ] {
        let mut cluster = Cluster::of(service(ClusterIp, labels(&[ENABLED])));
        cluster.own_pod = pod;
        assert_eq!(cluster.seen(), observed);
    }
    let mut cluster = Cluster::of(service(ClusterIp, labels(&[ENABLED])));
    cluster.service.selector.clear();
    cluster.own_pod = own(&[("app", "films")], "media");
    assert!(cluster.seen());
}
