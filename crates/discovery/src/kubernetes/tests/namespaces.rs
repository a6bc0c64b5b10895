//! Rule 2: what a namespace gives to its services.

use engines::kubernetes::{Marks, ServiceKind::ClusterIp};

use super::cluster::{Cluster, Words, annotations, labels, service};

const ENABLED: (&str, &str) = ("svc.enable", "true");

fn inherited(own: Words<'_>, defaults: Marks) -> Cluster {
    Cluster::of(service(ClusterIp, labels(own))).within(defaults)
}

#[test]
fn rule_2_to_be_enabled_is_inherited_unless_a_service_says_no() {
    let component = ("app.kubernetes.io/component", "ui");
    let disabled = ("svc.enable", "false");
    for (own, defaults, observed) in [
        (&[][..], &[ENABLED][..], true),
        (&[disabled], &[ENABLED], false),
        (&[("svc.skip", "1")], &[ENABLED], false),
        (&[ENABLED], &[disabled], true),
        (&[component], &[disabled], false),
        (&[], &[], false),
    ] {
        assert_eq!(inherited(own, labels(defaults)).seen(), observed, "{own:?} {defaults:?}");
    }
    assert!(inherited(&[], annotations(&[ENABLED])).seen());
}

#[test]
fn rule_2_tags_and_scopes_are_inherited() {
    let defaults =
        || annotations(&[ENABLED, ("svc.app.tags", "home, tv"), ("svc.route.scopes", "access:tv")]);
    let observation = inherited(&[], defaults()).observed().unwrap();
    assert_eq!(observation.tags, ["home", "tv"]);
    assert_eq!(observation.wishes.scopes.as_deref(), Some(&["access:tv".to_owned()][..]));
    assert_eq!(observation.wishes.tags, None);

    let of_chart = inherited(&[("helm.sh/chart", "grafana-6.0.0")], defaults()).observed().unwrap();
    assert_eq!(of_chart.tags, ["monitoring", "grafana", "home", "tv"]);

    let own = annotations(&[("svc.app.tags", "mine"), ("svc.route.scopes", "access:mine")]);
    let own = Cluster::of(service(ClusterIp, own)).within(defaults()).observed().unwrap();
    assert_eq!(own.wishes.tags.as_deref(), Some(&["mine".to_owned()][..]));
    assert_eq!(own.wishes.scopes.as_deref(), Some(&["access:mine".to_owned()][..]));
}

#[test]
fn rule_2_nothing_else_is_inherited() {
    let defaults = labels(&[
        ENABLED,
        ("svc.app.id", "all"),
        ("svc.app.name", "All"),
        ("svc.scheme", "https"),
        ("svc.primary_port", "81"),
        ("svc.skip", "true"),
    ]);
    let observation = inherited(&[], defaults).observed().unwrap();
    let wishes = observation.wishes;
    assert_eq!((wishes.enable, wishes.app_id, wishes.app_name), (None, None, None));
    assert_eq!((wishes.scheme, wishes.primary_port, wishes.skip), (None, None, false));
    assert_eq!(observation.name, "films");
}

#[test]
fn what_a_namespace_says_in_words_that_mean_nothing_is_noted() {
    let defaults = labels(&[("svc.enable", "perhaps"), ("istio.io/rev", "1")]);
    let observation = inherited(&[], defaults).observed().unwrap();
    let misread = observation.wishes.misread;
    assert_eq!(misread.len(), 1);
    assert!(misread[0].contains("svc.enable") && misread[0].contains("namespace"), "{misread:?}");
}
