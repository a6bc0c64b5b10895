//! The rights that `deploy/kubernetes` grants are those that the program needs.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::{Gateway, PATIENCE, deadline};

/// As the manifests call it.
const NAME: &str = "gatehouse";

fn manifest(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/kubernetes").join(path)
}

async fn get(gateway: &Gateway, path: &str) -> (u16, Value) {
    let answer = gateway.get(path).send().await.expect("the program answers");
    (answer.status().as_u16(), answer.json().await.unwrap_or(Value::Null))
}

#[tokio::test]
async fn the_base_grants_discovery_and_the_component_adds_control() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let metadata = json!({ "name": NAME });
    cluster.apply(&json!({ "apiVersion": "v1", "kind": "Namespace", "metadata": metadata })).await;
    cluster.apply_file(&manifest("base/account.yaml"), NAME);
    let kubeconfig = cluster.kubeconfig_for(NAME, NAME).await.display().to_string();

    let space = cluster.namespace("shipped").await;
    cluster.run_web(&space, "films", 1).await;
    let labels = json!({ "app.kubernetes.io/name": "films" });
    let port = json!({ "name": "http", "port": 80, "targetPort": 8080 });
    cluster
        .apply(&json!({
            "apiVersion": "v1",
            "kind": "Service",
            "metadata": { "name": "films", "namespace": space, "labels": labels },
            "spec": { "type": "NodePort", "selector": { "app": "films" }, "ports": [port] },
        }))
        .await;

    let gateway = Gateway::launch()
        .without_rate_limits()
        .env("GATEHOUSE_DISCOVERY__KUBERNETES__ENABLED", "true")
        .env("GATEHOUSE_DISCOVERY__KUBERNETES__KUBECONFIG", &kubeconfig)
        .env("GATEHOUSE_RUNTIMES__PRIMARY", "kubernetes")
        .env("GATEHOUSE_RUNTIMES__KUBERNETES__ENABLED", "true")
        .env("GATEHOUSE_RUNTIMES__KUBERNETES__KUBECONFIG", &kubeconfig)
        .start()
        .await;
    deadline("the service is proposed", PATIENCE, async || {
        let (_, proposals) = get(&gateway, "/api/v1/discovery/proposals").await;
        proposals.to_string().contains("films")
    })
    .await;
    deadline("nothing is hidden from discovery", PATIENCE, async || {
        let (_, health) = get(&gateway, "/healthz").await;
        health["components"]["kubernetes"]["status"] == "healthy"
    })
    .await;

    let (status, refused) = get(&gateway, "/api/v1/containers").await;
    assert_eq!((status, &refused["error"]["code"]), (500, &json!("CONTAINER_LIST_FAILED")));
    cluster.apply_file(&manifest("components/control/rights.yaml"), NAME);
    deadline("pods are listed", PATIENCE, async || {
        get(&gateway, "/api/v1/containers").await.0 == 200
    })
    .await;
}
