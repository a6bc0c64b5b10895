use std::time::Duration;

use serde_json::{Value, json};
use testkit::{deadline, kubernetes};

async fn page(url: &str) -> Option<String> {
    let client = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(2));
    let answer = client.build().expect("a client").get(url).send().await.ok()?;
    Some(answer.error_for_status().ok()?.text().await.ok()?.trim_end().to_owned())
}

/// Services lead to their pods a moment after they were made.
async fn answers(url: &str, text: &str) {
    let what = format!("{url} answers {text:?}");
    let limit = Duration::from_secs(30);
    deadline(&what, limit, async || page(url).await.as_deref() == Some(text)).await;
}

#[tokio::test]
async fn the_node_is_ready_and_has_the_address_that_is_told() {
    let Some(cluster) = kubernetes() else { return };
    let node = cluster.get("/api/v1/nodes/node1").await.expect("the node");
    let status = &node["status"];
    let is_ready = |c: &Value| c["type"] == "Ready" && c["status"] == "True";
    assert!(status["conditions"].as_array().unwrap().iter().any(is_ready), "{status}");
    let address = json!({ "type": "InternalIP", "address": cluster.node_address() });
    assert!(status["addresses"].as_array().unwrap().contains(&address), "{status}");
    assert_eq!(status["nodeInfo"]["kubeletVersion"], "v1.20.2");
}

#[tokio::test]
async fn a_pod_runs_and_answers_at_its_address() {
    let Some(cluster) = kubernetes() else { return };
    let namespace = cluster.namespace("pod").await;
    let labels = json!({ "app": "hello" });
    let address = cluster.run_pod(&namespace, "hello", labels, cluster.web_pod("Hello!")).await;
    answers(&format!("http://{address}:8080/"), "Hello!").await;

    let pod = json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": { "name": "hello", "namespace": namespace },
    });
    cluster.delete(&pod).await;
    let path = format!("/api/v1/namespaces/{namespace}/pods/hello");
    deadline("the pod is gone", testkit::PATIENCE, async || cluster.get(&path).await.is_none())
        .await;
}

#[tokio::test]
async fn a_pod_has_the_token_of_its_account_and_a_way_to_the_api() {
    let Some(cluster) = kubernetes() else { return };
    let namespace = cluster.namespace("inside").await;
    let mut spec = cluster.web_pod("");
    let folder = "/var/run/secrets/kubernetes.io/serviceaccount";
    let api = "nc -w 5 $KUBERNETES_SERVICE_HOST $KUBERNETES_SERVICE_PORT </dev/null";
    let serve = format!("test -s {folder}/token && {api} && exec httpd -f -p 8080 -h {folder}");
    spec["containers"][0]["command"] = json!(["sh", "-c", serve]);
    spec["containers"][0]["readinessProbe"]["httpGet"]["path"] = json!("/namespace");
    let address = cluster.run_pod(&namespace, "inside", json!({}), spec).await;
    answers(&format!("http://{address}:8080/namespace"), &namespace).await;
}

#[tokio::test]
async fn services_lead_to_the_pods_of_a_deployment_that_scales() {
    let Some(cluster) = kubernetes() else { return };
    let namespace = cluster.namespace("service").await;
    cluster.run_web(&namespace, "shop", 1).await;
    let service = cluster.expose(&namespace, "shop", "NodePort").await;
    let spec = &service["spec"];
    let node_port = &spec["ports"][0]["nodePort"];
    answers(&format!("http://{}:{node_port}/", cluster.node_address()), "shop").await;
    let cluster_ip = spec["clusterIP"].as_str().unwrap();
    answers(&format!("http://{cluster_ip}/"), "shop").await;

    cluster.run_web(&namespace, "shop", 2).await;
    let path = format!("/api/v1/namespaces/{namespace}/endpoints/shop");
    let both = |e: &Value| e["subsets"][0]["addresses"].as_array().is_some_and(|a| a.len() == 2);
    cluster.wait_for(&path, "both pods", both).await;
}
