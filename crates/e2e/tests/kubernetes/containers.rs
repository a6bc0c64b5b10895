use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Gateway, PATIENCE, deadline};

async fn start(kubeconfig: &Path, namespaces: &str) -> Gateway {
    Gateway::launch()
        .without_rate_limits()
        .env("GATEHOUSE_RUNTIMES__PRIMARY", "kubernetes")
        .env("GATEHOUSE_RUNTIMES__KUBERNETES__ENABLED", "true")
        .env("GATEHOUSE_RUNTIMES__KUBERNETES__KUBECONFIG", kubeconfig.display().to_string())
        .env("GATEHOUSE_RUNTIMES__KUBERNETES__NAMESPACES", namespaces)
        .env("GATEHOUSE_HEALTH_CHECKS__INTERVAL", "1s")
        .start()
        .await
}

async fn call(gateway: &Gateway, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
    let mut call = gateway.request(method, path);
    if let Some(body) = body {
        call = call.json(&body);
    }
    let answer = call.send().await.expect("the program answers");
    (answer.status().as_u16(), answer.json().await.unwrap_or(Value::Null))
}

async fn get(gateway: &Gateway, path: &str) -> (u16, Value) {
    call(gateway, Method::GET, path, None).await
}

/// What is listed, when it is so.
async fn listed(gateway: &Gateway, what: &str, check: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    let mut seen = Vec::new();
    deadline(what, PATIENCE, async || {
        let (_, all) = get(gateway, "/api/v1/containers").await;
        seen = all.as_array().cloned().unwrap_or_default();
        check(&seen)
    })
    .await;
    seen
}

async fn until_health(gateway: &Gateway, app: &str, status: &str) {
    let path = format!("/api/v1/services/{app}/health");
    deadline(status, PATIENCE, async || get(gateway, &path).await.1["status"] == status).await;
}

/// What the feed says in the end: the outcome of an action is told there, too.
async fn told(gateway: &Gateway, text: &str) {
    deadline(text, PATIENCE, async || {
        let (_, feed) = get(gateway, "/api/v1/activity/recent").await;
        feed.to_string().contains(text)
    })
    .await;
}

#[tokio::test]
async fn a_workload_is_stopped_and_comes_back_and_its_app_follows() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let space = cluster.namespace("fixture").await;
    cluster.run_web(&space, "films", 2).await;
    cluster.run_web(&space, "vault", 1).await;
    let service = cluster.expose(&space, "films", "ClusterIP").await;
    let gateway = start(cluster.kubeconfig(), &space).await;
    let to = format!("http://{}:80", service["spec"]["clusterIP"].as_str().expect("an address"));
    let (status, made) =
        call(&gateway, Method::PUT, "/api/v1/routes/films", Some(json!({ "to": to }))).await;
    assert_eq!(status, 201, "{made}");
    until_health(&gateway, "films", "healthy").await;

    let running = |all: &[Value]| all.len() == 2 && all.iter().all(|it| it["state"] == "running");
    let pods = listed(&gateway, "the pods of the route alone", running).await;
    let pod = pods[0]["name"].as_str().expect("a name");
    assert_eq!((&pods[0]["runtime"], &pods[0]["namespace"]), (&json!("kubernetes"), &json!(space)));
    let (status, details) =
        get(&gateway, &format!("/api/v1/containers/{pod}?namespace={space}")).await;
    assert_eq!((status, &details["owner"]["kind"]), (200, &json!("Deployment")), "{details}");

    let path = format!("/api/v1/containers/{space}/{pod}/stop?timeout=1");
    let (status, accepted) = call(&gateway, Method::POST, &path, None).await;
    assert_eq!((status, &accepted["namespace"]), (202, &json!(space)), "{accepted}");
    told(&gateway, &format!("{pod} was stopped")).await;
    until_health(&gateway, "films", "unhealthy").await;
    let stopped = |all: &[Value]| all.len() == 1 && all[0]["state"] == "stopped";
    let all = listed(&gateway, "the workload, stopped", stopped).await;
    assert_eq!(
        (&all[0]["id"], &all[0]["status"]),
        (&json!("films"), &json!("Scaled to 0 (2 before)"))
    );
    let (status, again) = call(&gateway, Method::POST, &path, None).await;
    assert_eq!((status, &again["error"]["code"]), (409, &json!("CONTAINER_ALREADY_STOPPED")));

    // By the name of the pod that is gone.
    let path = format!("/api/v1/containers/{pod}/start?replicas=2");
    let (status, accepted) = call(&gateway, Method::POST, &path, None).await;
    assert_eq!(status, 202, "{accepted}");
    listed(&gateway, "two pods again", running).await;
    until_health(&gateway, "films", "healthy").await;

    let (status, stats) = get(&gateway, "/api/v1/containers/stats").await;
    assert_eq!((status, &stats["containers"]), (200, &json!([])), "{stats}");
    assert!(stats["warning"].as_str().is_some_and(|why| why.contains("metrics API")), "{stats}");
    // What no route leads to is not there.
    let path = format!("/api/v1/containers/{space}/vault/stop");
    let (status, refused) = call(&gateway, Method::POST, &path, None).await;
    assert_eq!((status, &refused["error"]["code"]), (404, &json!("CONTAINER_NOT_FOUND")));
}

#[tokio::test]
async fn namespaces_and_rights_have_their_own_answers() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let (space, other) = (cluster.namespace("ours").await, cluster.namespace("theirs").await);
    cluster.run_web(&other, "films", 1).await;
    let gateway = start(cluster.kubeconfig(), &space).await;
    for path in [
        format!("/api/v1/containers/{other}/films/stop"),
        format!("/api/v1/containers/films/stop?namespace={other}"),
        "/api/v1/containers/kube-system/etcd/restart".to_owned(),
    ] {
        let (status, body) = call(&gateway, Method::POST, &path, None).await;
        assert_eq!(
            (status, &body["error"]["code"]),
            (404, &json!("CONTAINER_NOT_FOUND")),
            "{path}"
        );
    }
    let nobody = cluster.kubeconfig_for(&space, "nobody").await;
    let gateway = start(&nobody, &space).await;
    let (status, body) = get(&gateway, "/api/v1/containers").await;
    assert_eq!((status, &body["error"]["code"]), (500, &json!("CONTAINER_LIST_FAILED")), "{body}");
    let message = body["error"]["message"].as_str().expect("a message");
    assert!(message.contains("may not list") && message.contains("bind"), "{message}");
}
