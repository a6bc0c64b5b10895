use std::time::Duration;

use engines::{Action, Container, ContainerId, Engine, Fault, Kubernetes, State};
use serde_json::{Value, json};
use testkit::{KubernetesCluster, PATIENCE, deadline};

use crate::ground::{kubernetes, object};

const START: Action = Action::Start { replicas: None };
const STOP: Action = Action::Stop { grace: Duration::from_secs(1) };
const RESTART: Action = Action::Restart { grace: Duration::from_secs(1) };

async fn all(engine: &Kubernetes) -> Vec<Container> {
    let mut seen = Vec::new();
    // One answer that does not come in time is no failure of what is tried here.
    deadline("a list", PATIENCE, async || match engine.containers().await {
        Ok(all) => {
            seen = all;
            true
        }
        Err(_) => false,
    })
    .await;
    seen
}

async fn until(
    engine: &Kubernetes,
    what: &str,
    check: impl Fn(&[Container]) -> bool,
) -> Vec<Container> {
    let mut seen = Vec::new();
    deadline(what, PATIENCE, async || {
        seen = all(engine).await;
        check(&seen)
    })
    .await;
    seen
}

fn running(count: usize) -> impl Fn(&[Container]) -> bool {
    move |all| all.len() == count && all.iter().all(|each| each.state == State::Running)
}

#[tokio::test]
async fn a_deployment_is_stopped_and_comes_back_although_its_pods_are_gone() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("scale").await;
    cluster.run_web(&space, "films", 2).await;
    let engine = kubernetes(cluster.kubeconfig(), &[&space]);
    let pods = until(&engine, "two pods", running(2)).await;
    let owner = pods[0].owner.as_ref().expect("an owner");
    assert_eq!((&*owner.kind, &*owner.name), ("Deployment", "films"));

    let done = engine.act(&pods[0].id, STOP).await.expect("it is stopped");
    assert_eq!(done.warning, None);
    let stopped = all(&engine).await;
    let [workload] = &stopped[..] else { panic!("{stopped:?}") };
    assert_eq!((&*workload.name, workload.state), ("films", State::Stopped));
    assert_eq!(workload.status, "Scaled to 0 (2 before)");
    assert_eq!(workload.image, cluster.image());
    // It answers to the names of its pods, in whatever way it is asked for.
    for pod in &pods {
        assert!(workload.answers_to(&pod.name), "{:?}", workload.former_names);
        let details = engine.container(&pod.id).await.expect("it is known");
        assert_eq!(details.container.state, State::Stopped);
        assert_eq!(engine.inspect(&pod.id).await.expect("it is known").details, details);
    }
    engine.act(&pods[1].id, STOP).await.expect("it is so already");

    engine.act(&pods[0].id, Action::Start { replicas: Some(2) }).await.expect("it is started");
    let pods = until(&engine, "two pods again", running(2)).await;
    let path = format!("/apis/apps/v1/namespaces/{space}/deployments/films");
    let deployment = cluster.get(&path).await.expect("it is there");
    assert!(!deployment["metadata"]["annotations"].to_string().contains("svc.stopped"));

    let (restarted, other) = (&pods[0], &pods[1]);
    engine.act(&restarted.id, RESTART).await.expect("it is restarted");
    let now = until(&engine, "another pod", running(2)).await;
    assert!(now.iter().all(|pod| pod.name != restarted.name), "{now:?}");
    assert!(now.iter().any(|pod| pod.name == other.name), "the other one was left alone");
}

fn set(cluster: &KubernetesCluster, kind: &str, space: &str, name: &str, more: Value) -> Value {
    let labels = json!({ "app": name });
    let mut spec = json!({
        "selector": { "matchLabels": labels },
        "template": { "metadata": { "labels": labels }, "spec": cluster.web_pod(name) },
    });
    for (field, value) in more.as_object().expect("fields") {
        spec[field] = value.clone();
    }
    json!({
        "apiVersion": "apps/v1", "kind": kind,
        "metadata": { "name": name, "namespace": space }, "spec": spec,
    })
}

#[tokio::test]
async fn sets_of_other_kinds_are_stopped_and_started_too() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("sets").await;
    let engine = kubernetes(cluster.kubeconfig(), &[&space]);
    for (kind, more) in [
        ("StatefulSet", json!({ "serviceName": "x", "replicas": 1 })),
        ("DaemonSet", json!({})),
        ("ReplicaSet", json!({ "replicas": 1 })),
    ] {
        let name = kind.to_lowercase();
        let made = set(cluster, kind, &space, &name, more);
        cluster.apply(&made).await;
        let pods = until(&engine, kind, running(1)).await;
        assert_eq!(pods[0].owner.as_ref().map(|owner| &*owner.kind), Some(kind));
        engine.act(&pods[0].id, STOP).await.unwrap_or_else(|error| panic!("{kind}: {error}"));
        let stopped = all(&engine).await;
        let [workload] = &stopped[..] else { panic!("{stopped:?}") };
        assert_eq!((&*workload.name, workload.state), (&*name, State::Stopped));
        engine.act(&workload.id, START).await.unwrap_or_else(|error| panic!("{kind}: {error}"));
        until(&engine, kind, running(1)).await;
        cluster.delete(&made).await;
        until(&engine, "it is gone", <[Container]>::is_empty).await;
    }
}

#[tokio::test]
async fn a_pod_without_an_owner_is_deleted_with_a_warning() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("alone").await;
    let engine = kubernetes(cluster.kubeconfig(), &[&space]);
    for action in [STOP, RESTART] {
        cluster.run_pod(&space, "web", json!({}), cluster.web_pod("hello")).await;
        let pods = until(&engine, "a pod", running(1)).await;
        let done = engine.act(&pods[0].id, action).await.expect("it is deleted");
        let warning = done.warning.expect("a warning");
        assert!(warning.contains("no owner"), "{warning}");
        assert_eq!(all(&engine).await, []);
    }
    let gone = ContainerId::parse(&format!("{space}/web")).unwrap();
    assert_eq!(engine.act(&gone, START).await.unwrap_err().fault, Fault::NotFound);
}

/// Nobody builds that but to see what happens.
#[tokio::test]
async fn owners_that_own_each_other_come_to_an_end() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("circle").await;
    let engine = kubernetes(cluster.kubeconfig(), &[&space]);
    let made = |name: &str, replicas: u32| {
        set(cluster, "ReplicaSet", &space, name, json!({ "replicas": replicas }))
    };
    let (one, two) = (cluster.apply(&made("one", 1)).await, cluster.apply(&made("two", 0)).await);
    let pods = until(&engine, "a pod", |all| all.iter().any(|each| each.state == State::Running));
    let pods = pods.await;
    let owned = |of: &str, replicas: u32, by: &Value| {
        let mut object = made(of, replicas);
        object["metadata"]["ownerReferences"] = json!([{
            "apiVersion": "apps/v1", "kind": "ReplicaSet", "name": by["metadata"]["name"],
            "uid": by["metadata"]["uid"], "controller": true,
        }]);
        object
    };
    cluster.apply(&owned("one", 1, &two)).await;
    cluster.apply(&owned("two", 0, &one)).await;
    let pod = pods.iter().find(|each| each.state == State::Running).expect("it runs");
    let error = engine.act(&pod.id, STOP).await.unwrap_err();
    assert_eq!(error.fault, Fault::Conflict, "{error}");
    assert!(error.message.contains("own each other"), "{error}");
}

#[tokio::test]
async fn what_is_outside_or_not_allowed_is_refused_in_clear_words() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let (space, other) = (cluster.namespace("inside").await, cluster.namespace("outside").await);
    cluster.run_web(&space, "films", 1).await;
    cluster.run_web(&other, "secret", 1).await;
    let admin = kubernetes(cluster.kubeconfig(), &[&space]);
    let beyond = kubernetes(cluster.kubeconfig(), &[&other]);
    let secret = until(&beyond, "a pod", running(1)).await.remove(0).id;
    assert_eq!(admin.act(&secret, STOP).await.unwrap_err().fault, Fault::NotFound);
    assert_eq!(admin.container(&secret).await.unwrap_err().fault, Fault::NotFound);

    let kubeconfig = cluster.kubeconfig_for(&space, "reader").await;
    let rules = json!([
        { "apiGroups": [""], "resources": ["pods"], "verbs": ["get", "list", "watch"] },
        { "apiGroups": ["apps"], "resources": ["replicasets", "deployments"], "verbs": ["get", "list"] },
    ]);
    cluster.apply(&object("Role", &space, "reader", json!({ "rules": rules }))).await;
    let subject = json!({ "kind": "ServiceAccount", "name": "reader", "namespace": space });
    let role = json!({ "apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "reader" });
    let binding = json!({ "subjects": [subject], "roleRef": role });
    cluster.apply(&object("RoleBinding", &space, "reader", binding)).await;
    let reader = kubernetes(&kubeconfig, &[&space]);
    let films = until(&reader, "a pod", running(1)).await.remove(0).id;
    for (action, what, rule) in [
        (STOP, "patch deployments", r#"resources: ["deployments"], verbs: ["get", "patch"]"#),
        (RESTART, "delete pods", r#"resources: ["pods"], verbs: ["get", "delete"]"#),
    ] {
        let error = reader.act(&films, action).await.unwrap_err();
        assert_eq!(error.fault, Fault::Forbidden, "{error}");
        let who = format!("system:serviceaccount:{space}:reader may not {what}");
        assert!(error.message.starts_with(&who), "{error}");
        assert!(error.advice.as_deref().unwrap_or_default().contains(rule), "{error}");
    }
    until(&admin, "it runs still", running(1)).await;
    until(&beyond, "it runs still", running(1)).await;
}

/// There is no metrics API in this cluster.
#[tokio::test]
async fn figures_without_a_metrics_api_are_empty_with_a_warning() {
    use futures::StreamExt;

    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("figures").await;
    cluster.run_web(&space, "films", 1).await;
    let engine = kubernetes(cluster.kubeconfig(), &[&space]);
    let pods = until(&engine, "a pod", running(1)).await;
    let usage = tokio::time::timeout(PATIENCE, engine.usage(&pods[0].id).next()).await;
    let usage = usage.expect("in time").expect("it runs").expect("an answer");
    assert_eq!((usage.memory_used, usage.total_cores), (0, 0.0));
    let warning = usage.warning.expect("a warning");
    assert!(warning.starts_with("the metrics API is not available"), "{warning}");
}
