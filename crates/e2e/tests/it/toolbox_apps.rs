//! From a template to an app behind the gateway, in the whole program.

use std::fs;

use reqwest::Method;
use serde_json::{Value, json};
use testkit::docker::DockerEngine;
use testkit::{Gateway, deadline};

use crate::discovery_fixture::{PATIENCE, serves};
use crate::people::Calls;
use crate::socket;

const TEMPLATE: &str = r#"
x-toolbox:
  name: Page
  variables:
    TEXT: {label: Text, default: hello}
    PORT: {label: Port, type: port}
    API_KEY: {label: Key, generate: hex}
  route: {service: page, port: 8080}
services:
  page:
    image: gatehouse-lab:1
    command: ["sh", "-c", "sleep 3; printf %s \"$$TEXT\" > /www/index.html; exec httpd -f -p 8080 -h /www"]
    environment: {TEXT: "${TEXT}", API_KEY: "${API_KEY}"}
    ports: ["127.0.0.1:${PORT}:8080"]
    stop_signal: SIGKILL
    healthcheck:
      test: ["CMD", "wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/index.html"]
      interval: 1s
      timeout: 20s
      retries: 10
      start_period: 60s
"#;

async fn start(engine: &DockerEngine) -> (Gateway, tempfile::TempDir) {
    engine.image();
    let templates = tempfile::tempdir().expect("a folder");
    fs::create_dir(templates.path().join("page")).expect("a folder");
    fs::write(templates.path().join("page/compose.yaml"), TEMPLATE).expect("a file");
    let launch = Gateway::launch()
        .without_rate_limits()
        .env("GATEHOUSE_RUNTIMES__DOCKER__ENABLED", "true")
        .env("GATEHOUSE_RUNTIMES__DOCKER__SOCKET_PATH", engine.url())
        .env("GATEHOUSE_TOOLBOX__CATALOG_DIR", templates.path().display().to_string());
    (launch.start().await, templates)
}

async fn until(gateway: &Gateway, id: &str, status: &str) -> Value {
    let mut seen = Value::Null;
    deadline(&format!("{id} is {status}"), PATIENCE, async || {
        seen = gateway.get(&format!("/api/v1/toolbox/deployments/{id}")).answer().await.1;
        assert!(seen["status"] != "failed", "{seen}");
        seen["status"] == status
    })
    .await;
    seen
}

async fn deploy(gateway: &Gateway, name: &str, text: &str) -> String {
    let port = testkit::free_port().to_string();
    let variables = json!({"PORT": port, "TEXT": text});
    let body = json!({"service_id": "page", "service_name": name, "env_vars": variables});
    let (status, answer) = gateway.post("/api/v1/toolbox/deploy", &body).answer().await;
    assert_eq!((status, &answer["status"]), (202, &json!("pending")), "{answer}");
    answer["deployment_id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn a_template_becomes_an_app_and_goes_without_a_trace() {
    let Some(engine) = testkit::docker() else { return };
    let (gateway, _templates) = start(engine).await;
    let token = gateway.admin_token().await;
    let mut socket = socket::open(&gateway, &token).await;
    let id = deploy(&gateway, "First page", "first").await;
    let seen = until(&gateway, &id, "deployed").await;
    assert_eq!(seen["route_id"], "first-page");
    serves(&gateway, "/apps/first-page/", "first", PATIENCE).await;
    loop {
        let message = socket::message(&mut socket).await;
        if message["type"] == "toolbox_progress" {
            assert_eq!(message["data"]["deploymentId"], json!(id));
            break;
        }
    }
    let (_, apps) = gateway.get("/api/v1/apps").answer().await;
    assert!(apps.to_string().contains("First page"), "{apps}");

    let path = format!("/api/v1/toolbox/deployments/{id}");
    let changed = json!({"envVars": {"TEXT": "second"}});
    let (status, answer) = gateway.post(&format!("{path}/redeploy"), &changed).answer().await;
    assert_eq!(status, 202, "{answer}");
    serves(&gateway, "/apps/first-page/", "second", PATIENCE).await;
    until(&gateway, &id, "deployed").await;

    let (status, gone) = gateway.request(Method::DELETE, &path).answer().await;
    assert_eq!(status, 200, "{gone}");
    assert_eq!(gateway.get("/api/v1/routes/first-page").answer().await.0, 404);
    let name = format!("{id}-page-1");
    let left = engine.api("GET", &format!("/containers/{name}/json"), &Value::Null);
    assert_eq!(left.status, 404);
    assert!(!gateway.output().contains("panicked"), "{}", gateway.output());
}

#[tokio::test]
async fn a_deployment_survives_the_death_of_the_gateway() {
    let Some(engine) = testkit::docker() else { return };
    let (mut gateway, _templates) = start(engine).await;
    let id = deploy(&gateway, "Survivor", "alive").await;
    gateway.kill9();
    gateway.restart().await;
    until(&gateway, &id, "deployed").await;
    serves(&gateway, "/apps/survivor/", "alive", PATIENCE).await;
    let path = format!("/api/v1/toolbox/deployments/{id}");
    assert_eq!(gateway.request(Method::DELETE, &path).answer().await.0, 200);
}
