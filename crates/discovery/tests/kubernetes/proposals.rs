use std::time::Duration;

use serde_json::{Value, json};
use testkit::{KubernetesCluster, PATIENCE, deadline};
use tokio::time::Instant;

use crate::fixture::Fixture;

pub(crate) fn service(namespace: &str, name: &str, kind: &str) -> Value {
    json!({
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": { "name": name, "namespace": namespace, "labels": { "app": name } },
        "spec": {
            "type": kind,
            "selector": { "app": name },
            "ports": [{ "name": "http", "port": 80, "targetPort": 8080 }],
        },
    })
}

/// A fixture that sees the namespace.
async fn settled(cluster: &KubernetesCluster, namespace: &str) -> Fixture {
    let fixture = Fixture::build(cluster.kubeconfig(), &[namespace]).await;
    deadline("the source works", PATIENCE, async || fixture.condition().contains("Healthy")).await;
    fixture
}

async fn shown(fixture: &Fixture, name: &str, limit: Duration) -> Value {
    let mut found = None;
    deadline(&format!("{name} is proposed"), limit, async || {
        found = fixture.proposal(name).await;
        found.is_some()
    })
    .await;
    found.expect("the deadline was kept")
}

async fn withdrawn(fixture: &Fixture, name: &str, limit: Duration) {
    deadline(&format!("{name} is withdrawn"), limit, async || {
        fixture.proposal(name).await.is_none()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_is_proposed_within_a_second_and_withdrawn_within_two() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("quick").await;
    cluster.run_web(&space, "films", 1).await;
    let fixture = settled(cluster, &space).await;

    let films = service(&space, "films", "NodePort");
    let made = cluster.apply(&films).await;
    let begun = Instant::now();
    let proposal = shown(&fixture, "films", PATIENCE).await;
    println!("proposed after {:?}", begun.elapsed());
    assert_eq!(proposal["source"], "kubernetes");
    assert_eq!(proposal["id"], "proposal_kubernetes_http_films_80");
    assert_eq!(proposal["detectedHost"], cluster.node_address().to_string());
    let node_port = &made["spec"]["ports"][0]["nodePort"];
    let address = format!("http://{}:{node_port}", cluster.node_address());
    assert_eq!(proposal["suggestedRoute"]["to"], address, "{proposal:#}");
    assert_eq!(&proposal["detectedPort"], node_port);
    assert_eq!(proposal["confidence"], 0.7);

    cluster.delete(&films).await;
    let begun = Instant::now();
    withdrawn(&fixture, "films", PATIENCE).await;
    println!("withdrawn after {:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_label_an_ingress_and_a_namespace_change_what_is_proposed() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("labels").await;
    let fixture = settled(cluster, &space).await;
    let mut films = service(&space, "films", "ClusterIP");
    cluster.apply(&films).await;
    let marked = |value: &str| {
        json!({
            "apiVersion": "v1", "kind": "Namespace",
            "metadata": { "name": space, "labels": { "svc.enable": value } },
        })
    };
    cluster.apply(&marked("true")).await;
    assert_eq!(shown(&fixture, "films", PATIENCE).await["confidence"], 0.6);
    cluster.apply(&marked("false")).await;
    withdrawn(&fixture, "films", PATIENCE).await;
    films["metadata"]["labels"]["svc.enable"] = json!("true");
    cluster.apply(&films).await;
    assert_eq!(shown(&fixture, "films", PATIENCE).await["confidence"], 1.0);
    films["metadata"]["labels"]["svc.enable"] = json!("false");
    cluster.apply(&films).await;
    withdrawn(&fixture, "films", PATIENCE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_api_server_nothing_is_lost_and_what_changed_is_seen_afterwards() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("outage").await;
    let fixture = settled(cluster, &space).await;
    cluster.apply(&service(&space, "films", "NodePort")).await;
    shown(&fixture, "films", PATIENCE).await;

    let outage = cluster.cut();
    deadline("the source says what is wrong", PATIENCE, async || {
        fixture.condition().contains("refuses connections")
    })
    .await;
    assert!(fixture.proposal("films").await.is_some());
    outage.mend().await;
    cluster.apply(&service(&space, "books", "NodePort")).await;
    shown(&fixture, "books", PATIENCE).await;
    assert!(fixture.proposal("films").await.is_some());
    deadline("the source works", PATIENCE, async || fixture.condition().contains("Healthy")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_not_look_says_so_and_a_look_is_taken_when_asked_for() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("blind").await;
    cluster.apply(&service(&space, "films", "NodePort")).await;
    let kubeconfig = cluster.kubeconfig_for(&space, "nobody").await;
    let fixture = Fixture::build(&kubeconfig, &[&space]).await;
    deadline("the source says what is missing", PATIENCE, async || {
        fixture.condition().contains("may not list services")
    })
    .await;
    let group = "rbac.authorization.k8s.io";
    let (api, metadata) = (format!("{group}/v1"), json!({ "name": "look", "namespace": space }));
    let rule = json!({ "apiGroups": [""], "resources": ["services"], "verbs": ["list", "watch"] });
    cluster
        .apply(&json!({ "apiVersion": api, "kind": "Role", "metadata": metadata, "rules": [rule] }))
        .await;
    cluster
        .apply(&json!({
            "apiVersion": api, "kind": "RoleBinding", "metadata": metadata,
            "subjects": [{ "kind": "ServiceAccount", "name": "nobody", "namespace": space }],
            "roleRef": { "apiGroup": group, "kind": "Role", "name": "look" },
        }))
        .await;
    fixture.rediscover().await;
    shown(&fixture, "films", PATIENCE).await;
    // Ingresses, nodes and namespaces are still hidden, and the board says that.
    assert!(fixture.condition().contains("ingresses"), "{}", fixture.condition());
}
