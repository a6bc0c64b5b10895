//! From a template to an app, where the primary runtime is a cluster.

use std::fs;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Gateway, KubernetesCluster, PATIENCE, deadline};

/// Pods come and go one after the other, each with its time.
const LONG: Duration = PATIENCE.saturating_mul(3);

/// A page that asks its neighbour when it starts, and counts its starts in a volume.
const TEMPLATE: &str = r#"
x-toolbox:
  name: Stack
  variables:
    TEXT: {label: Text, default: first}
    HEALTH: {label: Health, default: good}
    TOKEN: {label: Token, type: password, generate: hex}
  route: {service: web, port: 8080}
services:
  web:
    image: IMAGE
    command:
      - sh
      - -c
      - |
        mkdir -p /www
        wget -q -O /www/neighbour http://store:9000/index.html
        echo start >> /data/starts
        ln -s /data/starts /www/starts
        test "$$(cat /run/secrets/token)" = "$$TOKEN" && cp /etc/motto /www/motto
        printf %s "$$TEXT" > /www/index.html
        exec httpd -f -p 8080 -h /www
    environment: {TEXT: "${TEXT}", TOKEN: "${TOKEN}", HEALTH: "${HEALTH}"}
    volumes: ["data:/data"]
    configs: [{source: motto, target: /etc/motto}]
    secrets: [token]
    stop_grace_period: 1s
    depends_on:
      db: {condition: service_healthy}
    healthcheck:
      test: ["CMD", "sh", "-c", "test \"$$HEALTH\" = good && wget -q -O /dev/null http://127.0.0.1:8080/starts"]
      interval: 1s
      timeout: 5s
      retries: 3
  db:
    image: IMAGE
    command: ["sh", "-c", "mkdir -p /www; printf db > /www/index.html; exec httpd -f -p 9000 -h /www"]
    expose: ["9000"]
    stop_grace_period: 1s
    networks: {default: {aliases: [store]}}
    healthcheck:
      test: ["CMD", "wget", "-q", "-O", "/dev/null", "http://127.0.0.1:9000/index.html"]
      interval: 1s
      timeout: 5s
      retries: 10
volumes: {data: {}}
configs: {motto: {content: "says ${TEXT}"}}
secrets: {token: {environment: TOKEN}}
"#;

const NOWHERE: &str = r#"
services:
  web:
    image: registry.invalid/nowhere:1
    volumes: ["data:/data"]
volumes: {data: {}}
"#;

struct Fixture {
    gateway: Gateway,
    cluster: &'static KubernetesCluster,
    space: String,
    _templates: tempfile::TempDir,
}

impl Fixture {
    async fn start(cluster: &'static KubernetesCluster) -> Fixture {
        let space = cluster.namespace("box").await;
        let templates = tempfile::tempdir().expect("a folder");
        for (name, text) in [("stack", TEMPLATE), ("nowhere", NOWHERE)] {
            let folder = templates.path().join(name);
            fs::create_dir(&folder).expect("a folder");
            let text = text.replace("IMAGE", cluster.image());
            fs::write(folder.join("compose.yaml"), text).expect("a file");
        }
        let gateway = Gateway::launch()
            .without_rate_limits()
            .env("GATEHOUSE_RUNTIMES__PRIMARY", "kubernetes")
            .env("GATEHOUSE_RUNTIMES__KUBERNETES__ENABLED", "true")
            .env(
                "GATEHOUSE_RUNTIMES__KUBERNETES__KUBECONFIG",
                cluster.kubeconfig().display().to_string(),
            )
            .env("GATEHOUSE_RUNTIMES__KUBERNETES__NAMESPACES", &space)
            .env("GATEHOUSE_TOOLBOX__CATALOG_DIR", templates.path().display().to_string())
            .start()
            .await;
        Fixture { gateway, cluster, space, _templates: templates }
    }

    /// Storage for one claim, as somebody would give it who has no provisioner.
    async fn volume(&self, folder: &tempfile::TempDir) {
        let name = format!("{}-{}", self.space, folder.path().display());
        let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let volume = json!({
            "apiVersion": "v1",
            "kind": "PersistentVolume",
            "metadata": { "name": name.to_lowercase() },
            "spec": {
                "capacity": { "storage": "10Gi" },
                "accessModes": ["ReadWriteOnce"],
                "persistentVolumeReclaimPolicy": "Retain",
                "hostPath": { "path": folder.path() },
            },
        });
        self.cluster.apply(&volume).await;
    }

    async fn call(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let call = self.gateway.request(method, path).timeout(LONG).json(&body);
        let answer = call.send().await.expect("the program answers");
        (answer.status().as_u16(), answer.json().await.unwrap_or(Value::Null))
    }

    async fn deploy(&self, template: &str, more: Value) -> String {
        let mut wanted = json!({"service_id": template, "service_name": "My stack"});
        for (key, value) in more.as_object().into_iter().flatten() {
            wanted[key] = value.clone();
        }
        let (status, made) = self.call(Method::POST, "/api/v1/toolbox/deploy", wanted).await;
        assert_eq!(status, 202, "{made}");
        made["deployment_id"].as_str().expect("an id").to_owned()
    }

    async fn until(&self, id: &str, what: &str, check: impl Fn(&Value) -> bool) -> Value {
        let path = format!("/api/v1/toolbox/deployments/{id}");
        let mut seen = Value::Null;
        deadline(what, LONG, async || {
            seen = self.call(Method::GET, &path, Value::Null).await.1;
            let now = check(&seen);
            assert!(now || seen["status"] != "failed", "{seen}");
            now
        })
        .await;
        seen
    }

    /// Empty while nobody answers: what runs is replaced.
    async fn page(&self, path: &str) -> String {
        let call = self.gateway.request(Method::GET, &format!("/apps/my-stack/{path}"));
        match call.timeout(Duration::from_secs(10)).send().await {
            Ok(answer) => answer.text().await.unwrap_or_default(),
            Err(_) => String::new(),
        }
    }

    async fn until_page(&self, path: &str, text: &str) {
        let mut seen = String::new();
        deadline(&format!("{path} says {text}"), LONG, async || {
            seen = self.page(path).await;
            seen == text
        })
        .await;
    }

    /// Everything in the namespace that carries a deployment's label.
    async fn remains(&self, id: &str) -> Vec<String> {
        let mut names = Vec::new();
        for (api, kind) in [
            ("apis/apps/v1", "deployments"),
            ("api/v1", "services"),
            ("api/v1", "secrets"),
            ("api/v1", "persistentvolumeclaims"),
            ("api/v1", "pods"),
        ] {
            let space = &self.space;
            let label = format!("svc.toolbox.deployment={id}");
            let path = format!("/{api}/namespaces/{space}/{kind}?labelSelector={label}");
            let list = self.cluster.get(&path).await.expect("a list");
            let items = list["items"].as_array().into_iter().flatten();
            let leaving = |item: &&Value| item["metadata"]["deletionTimestamp"].is_null();
            names.extend(
                items.filter(leaving).map(|item| format!("{kind} {}", item["metadata"]["name"])),
            );
        }
        names
    }
}

#[tokio::test]
async fn a_template_runs_in_a_cluster_is_changed_rolled_back_stopped_and_removed() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let fixture = Fixture::start(cluster).await;
    let folder = tempfile::tempdir().expect("a folder");
    fixture.volume(&folder).await;
    let id = fixture.deploy("stack", json!({})).await;
    let seen = fixture.until(&id, "deployed", |it| it["status"] == "deployed").await;
    assert_eq!(
        (&seen["route_id"], &seen["env_vars"]["TOKEN"]),
        (&json!("my-stack"), &json!("********"))
    );
    assert_eq!(seen["container_names"].as_array().map(Vec::len), Some(2), "{seen}");

    // Order, names, the volume and variables, through the gateway.
    fixture.until_page("index.html", "first").await;
    assert_eq!(fixture.page("neighbour").await, "db");
    assert_eq!(fixture.page("motto").await, "says first");
    assert_eq!(fixture.page("starts").await, "start\n");
    let path = format!("/api/v1/toolbox/deployments/{id}");
    let space = &fixture.space;
    let name = format!("{}-web", id.replace('_', "-"));
    let workload = format!("/apis/apps/v1/namespaces/{space}/deployments/{name}");
    let workload = cluster.get(&workload).await.expect("a workload");
    assert!(!workload.to_string().contains("\"first\""), "the environment is in a Secret");

    // With another text, and its data stays.
    let change = json!({"env_vars": {"TEXT": "second"}});
    let (status, answer) = fixture.call(Method::POST, &format!("{path}/redeploy"), change).await;
    assert_eq!(status, 202, "{answer}");
    fixture.until_page("index.html", "second").await;
    fixture.until(&id, "deployed", |it| it["status"] == "deployed").await;
    assert_eq!(fixture.page("starts").await, "start\nstart\n");

    // What never becomes healthy does not stay.
    let change = json!({"env_vars": {"TEXT": "third", "HEALTH": "bad"}});
    let (status, answer) = fixture.call(Method::POST, &format!("{path}/redeploy"), change).await;
    assert_eq!(status, 202, "{answer}");
    let back = |it: &Value| it["error_message"].as_str().is_some_and(|why| why.contains("is back"));
    let seen = fixture.until(&id, "it is back", back).await;
    assert_eq!(
        (&seen["status"], &seen["env_vars"]["TEXT"]),
        (&json!("deployed"), &json!("second"))
    );
    fixture.until_page("index.html", "second").await;

    let (status, answer) = fixture.call(Method::POST, &format!("{path}/stop"), json!({})).await;
    assert_eq!(status, 202, "{answer}");
    fixture.until(&id, "stopped", |it| it["status"] == "stopped").await;
    assert!(!fixture.remains(&id).await.iter().any(|name| name.starts_with("pods")));
    let (status, answer) = fixture.call(Method::POST, &format!("{path}/start"), json!({})).await;
    assert_eq!(status, 202, "{answer}");
    fixture.until(&id, "deployed", |it| it["status"] == "deployed").await;
    fixture.until_page("index.html", "second").await;

    let (status, gone) = fixture.call(Method::DELETE, &path, Value::Null).await;
    assert_eq!(status, 200, "{gone}");
    assert!(gone["message"].as_str().is_some_and(|text| text.contains("data stays")), "{gone}");
    let left = fixture.remains(&id).await;
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(left[0].starts_with("persistentvolumeclaims"), "{left:?}");
    assert_eq!(fixture.call(Method::GET, "/api/v1/routes/my-stack", Value::Null).await.0, 404);
}

#[tokio::test]
async fn what_cannot_run_in_a_cluster_leaves_nothing() {
    let Some(cluster) = testkit::kubernetes() else { return };
    let fixture = Fixture::start(cluster).await;
    let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    for folder in &folders {
        fixture.volume(folder).await;
    }
    let id = fixture.deploy("nowhere", json!({})).await;
    let seen = fixture.until(&id, "failed", |it| it["status"] == "failed").await;
    let why = seen["error_message"].as_str().unwrap_or_default();
    assert!(why.contains("cannot run"), "{seen}");
    assert_eq!(fixture.remains(&id).await, Vec::<String>::new());

    // Made, and not started; and removed with its data.
    let id = fixture.deploy("stack", json!({"auto_start": false})).await;
    fixture.until(&id, "stopped", |it| it["status"] == "stopped").await;
    assert!(!fixture.remains(&id).await.iter().any(|name| name.starts_with("pods")));
    let path = format!("/api/v1/toolbox/deployments/{id}?removeVolumes=true");
    let (status, gone) = fixture.call(Method::DELETE, &path, Value::Null).await;
    assert_eq!(status, 200, "{gone}");
    assert_eq!(fixture.remains(&id).await, Vec::<String>::new());
}
