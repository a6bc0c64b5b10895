use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use super::KubernetesCluster;
use crate::deadline;

/// Long enough for a machine that builds something else at the same time.
const PATIENCE: Duration = Duration::from_secs(60);

/// The port of the pods that serve pages.
const WEB_PORT: u16 = 8080;

static NAMESPACES: AtomicU32 = AtomicU32::new(0);

impl KubernetesCluster {
    /// A namespace that no other test has, in which pods can be made at once.
    pub async fn namespace(&self, name: &str) -> String {
        let name = format!("{name}-{}", NAMESPACES.fetch_add(1, Ordering::Relaxed));
        let metadata = json!({ "name": name });
        self.apply(&json!({ "apiVersion": "v1", "kind": "Namespace", "metadata": metadata })).await;
        // Every pod runs as this account, which a controller makes.
        let account = format!("/api/v1/namespaces/{name}/serviceaccounts/default");
        self.wait_for(&account, "its token", |a| !a["secrets"].is_null()).await;
        name
    }

    /// A pod's description whose one container serves the text at every address of the pod.
    pub fn web_pod(&self, text: &str) -> Value {
        let serve =
            "mkdir -p /www && echo \"$TEXT\" >/www/index.html && exec httpd -f -p 8080 -h /www";
        let probe = json!({ "httpGet": { "port": WEB_PORT }, "periodSeconds": 1 });
        json!({
            "terminationGracePeriodSeconds": 0,
            "containers": [{
                "name": "web",
                "image": self.image(),
                "imagePullPolicy": "Never",
                "command": ["sh", "-c", serve],
                "env": [{ "name": "TEXT", "value": text }],
                "ports": [{ "containerPort": WEB_PORT }],
                "readinessProbe": probe,
            }],
        })
    }

    /// Runs a pod and returns its address when it is ready.
    pub async fn run_pod(
        &self,
        namespace: &str,
        name: &str,
        labels: Value,
        spec: Value,
    ) -> Ipv4Addr {
        let metadata = json!({ "name": name, "namespace": namespace, "labels": labels });
        let pod = json!({ "apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec });
        self.apply(&pod).await;
        let path = format!("/api/v1/namespaces/{namespace}/pods/{name}");
        let pod = self.wait_for(&path, "a pod that is ready", is_ready).await;
        let address = pod["status"]["podIP"].as_str().expect("a pod that is ready has an address");
        address.parse().expect("an address")
    }

    /// Runs a deployment of web pods with the label `app` = its name, and waits until as many as
    /// asked for are there. Called again, it scales.
    pub async fn run_web(&self, namespace: &str, name: &str, replicas: u32) {
        let labels = json!({ "app": name });
        self.apply(&json!({
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": { "name": name, "namespace": namespace, "labels": labels },
            "spec": {
                "replicas": replicas,
                "selector": { "matchLabels": labels },
                "template": { "metadata": { "labels": labels }, "spec": self.web_pod(name) },
            },
        }))
        .await;
        let path = format!("/apis/apps/v1/namespaces/{namespace}/deployments/{name}");
        self.wait_for(&path, "all replicas", |deployment| {
            let status = &deployment["status"];
            status["observedGeneration"] == deployment["metadata"]["generation"]
                && ["replicas", "availableReplicas"]
                    .iter()
                    .all(|count| status[count].as_u64().unwrap_or(0) == u64::from(replicas))
        })
        .await;
    }

    /// Makes a service (`ClusterIP`, `NodePort` …) at port 80 for the pods with the label `app` =
    /// its name, and returns it with the addresses that it was given.
    pub async fn expose(&self, namespace: &str, name: &str, kind: &str) -> Value {
        self.apply(&json!({
            "apiVersion": "v1",
            "kind": "Service",
            "metadata": { "name": name, "namespace": namespace },
            "spec": {
                "type": kind,
                "selector": { "app": name },
                "ports": [{ "name": "http", "port": 80, "targetPort": WEB_PORT }],
            },
        }))
        .await
    }

    /// Waits until what is at the path is as it should be, and returns it.
    pub async fn wait_for(&self, path: &str, what: &str, check: impl Fn(&Value) -> bool) -> Value {
        let mut found = None;
        deadline(&format!("{path}: {what}"), PATIENCE, async || {
            found = self.get(path).await.filter(&check);
            found.is_some()
        })
        .await;
        found.expect("the deadline was kept")
    }
}

fn is_ready(pod: &Value) -> bool {
    let mut conditions = pod["status"]["conditions"].as_array().into_iter().flatten();
    conditions.any(|condition| condition["type"] == "Ready" && condition["status"] == "True")
}
