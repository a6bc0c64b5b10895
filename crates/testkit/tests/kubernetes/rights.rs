use std::path::Path;

use reqwest::{Certificate, Client, Identity, StatusCode};
use serde_json::{Value, json};
use testkit::{KubernetesCluster, kubernetes};

/// Asks as the user of the kubeconfig file, in the way that the file says.
async fn status_as(kubeconfig: &Path, path: &str) -> StatusCode {
    let config: Value =
        serde_json::from_slice(&std::fs::read(kubeconfig).expect("a file")).expect("JSON");
    let (cluster, user) = (&config["clusters"][0]["cluster"], &config["users"][0]["user"]);
    let read = |file: &Value| std::fs::read(file.as_str().expect("a path")).expect("a file");
    let ca = Certificate::from_pem(&read(&cluster["certificate-authority"])).expect("an authority");
    let mut client = Client::builder().no_proxy().tls_certs_only([ca]);
    if !user["client-key"].is_null() {
        let pem = [read(&user["client-key"]), read(&user["client-certificate"])].concat();
        client = client.identity(Identity::from_pem(&pem).expect("a certificate"));
    }
    let url = format!("{}{path}", cluster["server"].as_str().expect("an address"));
    let mut request = client.build().expect("a client").get(url);
    if let Some(token) = user["token"].as_str() {
        request = request.bearer_auth(token);
    }
    request.send().await.expect("an answer").status()
}

#[tokio::test]
async fn an_administrator_may_look_with_a_token_and_with_a_certificate() {
    let Some(cluster) = kubernetes() else { return };
    assert_eq!(status_as(cluster.kubeconfig(), "/api/v1/pods").await, 200);
    assert_eq!(status_as(&cluster.kubeconfig_by_certificate(), "/api/v1/pods").await, 200);
}

#[tokio::test]
async fn an_account_without_rights_is_refused_until_it_is_given_some() {
    let Some(cluster) = kubernetes() else { return };
    let namespace = cluster.namespace("rights").await;
    let kubeconfig = cluster.kubeconfig_for(&namespace, "nobody").await;
    let path = format!("/api/v1/namespaces/{namespace}/pods");
    assert_eq!(status_as(&kubeconfig, &path).await, 403);

    let _granted = grant_view(cluster, &namespace, "nobody").await;
    assert_eq!(status_as(&kubeconfig, "/api/v1/pods").await, 403, "elsewhere");
    testkit::deadline("the account may look", testkit::PATIENCE, async || {
        status_as(&kubeconfig, &path).await == 200
    })
    .await;
}

async fn grant_view(cluster: &KubernetesCluster, namespace: &str, account: &str) -> Value {
    let role = json!({
        "apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "view",
    });
    let subject = json!({ "kind": "ServiceAccount", "name": account, "namespace": namespace });
    let binding = json!({
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "RoleBinding",
        "metadata": { "name": "view", "namespace": namespace },
        "roleRef": role,
        "subjects": [subject],
    });
    cluster.apply(&binding).await
}
