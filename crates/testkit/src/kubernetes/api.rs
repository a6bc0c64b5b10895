use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use reqwest::{Certificate, Client, Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};

use super::{KubernetesCluster, programs};

const REQUEST: Duration = Duration::from_secs(60);

impl KubernetesCluster {
    /// What is at the path of the API, or `None` where nothing is.
    pub async fn get(&self, path: &str) -> Option<Value> {
        let answer = send(self.request(Method::GET, path)).await;
        answer.unwrap_or_else(|(status, text)| match status {
            StatusCode::NOT_FOUND => None,
            _ => panic!("GET {path}: {status} {text}"),
        })
    }

    /// Creates the object, or merges it into the one that is there: what it does not name stays.
    /// Returns what has become of it.
    pub async fn apply(&self, object: &Value) -> Value {
        let (collection, name) = self.place_of(object).await;
        let mut answer = send(self.request(Method::POST, &collection).json(object)).await;
        if let Err((StatusCode::CONFLICT, _)) = answer {
            let path = format!("{collection}/{name}");
            let request = self.request(Method::PATCH, &path).body(object.to_string());
            answer = send(request.header("Content-Type", "application/merge-patch+json")).await;
        }
        let applied = answer.unwrap_or_else(|(status, text)| panic!("{object}: {status} {text}"));
        applied.expect("what was applied is there")
    }

    /// Applies a file of manifests as people do. What names no namespace comes into this one.
    pub fn apply_file(&self, file: &Path, namespace: &str) {
        let applied = Command::new(programs::folder().join("kubectl"))
            .arg("--kubeconfig")
            .arg(self.kubeconfig())
            .args(["--namespace", namespace, "apply", "-f"])
            .arg(file)
            // It keeps what the API offers in its user's home.
            .env("HOME", self.kubeconfig().with_file_name("home"))
            .output()
            .expect("kubectl runs");
        let said = String::from_utf8_lossy(&applied.stderr);
        assert!(applied.status.success(), "{}: {said}", file.display());
    }

    /// Deletes the object that has this kind, name and namespace; it may be gone already. What it
    /// owns goes later.
    pub async fn delete(&self, object: &Value) {
        let (collection, name) = self.place_of(object).await;
        let path = format!("{collection}/{name}");
        let request = self.request(Method::DELETE, &path);
        match send(request.json(&json!({ "propagationPolicy": "Background" }))).await {
            Ok(_) | Err((StatusCode::NOT_FOUND, _)) => {}
            Err((status, text)) => panic!("DELETE {path}: {status} {text}"),
        }
    }

    /// The kubeconfig of a service account, which is made when it is not there and has no rights
    /// but those that somebody grants it.
    pub async fn kubeconfig_for(&self, namespace: &str, account: &str) -> PathBuf {
        self.apply(&json!({
            "apiVersion": "v1",
            "kind": "ServiceAccount",
            "metadata": { "name": account, "namespace": namespace },
        }))
        .await;
        let path = format!("/api/v1/namespaces/{namespace}/serviceaccounts/{account}/token");
        let request = self.request(Method::POST, &path).json(&json!({
            "apiVersion": "authentication.k8s.io/v1",
            "kind": "TokenRequest",
            "spec": { "audiences": [] },
        }));
        let made = send(request).await.expect("an administrator may ask for tokens");
        let token = made.expect("a token")["status"]["token"].clone();
        let user = json!({ "token": token });
        self.credentials.write_kubeconfig(&format!("{namespace}-{account}"), user)
    }

    /// Where the API keeps the object, and its name there: it has to be asked how it calls the
    /// kind in paths.
    async fn place_of(&self, object: &Value) -> (String, String) {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let version = text(&object["apiVersion"]).expect("an object has an apiVersion");
        let root = if version.contains('/') { "/apis" } else { "/api" };
        let group = self.get(&format!("{root}/{version}")).await;
        let group = group.unwrap_or_else(|| panic!("the API has no {version}"));
        let mut resources = group["resources"].as_array().into_iter().flatten();
        let resource = resources
            .find(|r| {
                r["kind"] == object["kind"] && !r["name"].as_str().unwrap_or("/").contains('/')
            })
            .unwrap_or_else(|| panic!("{version} has no {}", object["kind"]));
        let plural = text(&resource["name"]).expect("a resource has a name");
        let name = text(&object["metadata"]["name"]).expect("an object has a name");
        if resource["namespaced"] == false {
            return (format!("{root}/{version}/{plural}"), name);
        }
        let namespace = text(&object["metadata"]["namespace"]).unwrap_or("default".to_owned());
        (format!("{root}/{version}/namespaces/{namespace}/{plural}"), name)
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("{}{path}", self.server());
        self.client().request(method, url).bearer_auth(self.credentials.token())
    }

    /// A new one each time, because connections do not outlive the runtime of their test.
    fn client(&self) -> Client {
        let authority = Certificate::from_pem(&self.credentials.authority());
        let builder = Client::builder().no_proxy().timeout(REQUEST);
        builder.tls_certs_only([authority.expect("PEM")]).build().expect("a client")
    }
}

/// The answer's object, or why there is none.
async fn send(request: RequestBuilder) -> Result<Option<Value>, (StatusCode, String)> {
    let response = request.send().await.expect("the API server answers");
    let status = response.status();
    let text = response.text().await.expect("the API server answers to the end");
    if !status.is_success() {
        return Err((status, text));
    }
    Ok(Some(serde_json::from_str(&text).expect("the API speaks JSON")))
}
