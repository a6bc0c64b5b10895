//! A gateway that shows and controls the containers of a real Docker engine.
//!
//! All tests share the engine: tests look at what their own routes lead to and at nothing else.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::docker::{Container, DockerEngine, Running};
use testkit::{Gateway, Launch, deadline};
use tokio::time::{Instant, timeout_at};

use crate::people::Calls;
use crate::routes::put_route;
use crate::socket::{Socket, message};

pub(crate) use testkit::PATIENCE;

pub(crate) fn launch(engine: &DockerEngine) -> Launch {
    Gateway::launch()
        .without_rate_limits()
        .env("GATEHOUSE_RUNTIMES__DOCKER__ENABLED", "true")
        .env("GATEHOUSE_RUNTIMES__DOCKER__SOCKET_PATH", engine.url())
        .env("GATEHOUSE_HEALTH_CHECKS__INTERVAL", "1s")
}

pub(crate) fn web(engine: &DockerEngine, name: &str) -> Container {
    let name = engine.unique(name);
    let page = format!("this is {name}");
    Container::new(name).serve(8080, &page)
}

/// Makes a route to a container, by its address, and waits until the app is well.
pub(crate) async fn route_to(gateway: &Gateway, container: &Running<'_>) {
    let to = format!("http://{}:8080", container.address());
    put_route(gateway, container.name(), json!({ "to": to })).await;
    until_health(gateway, container.name(), "healthy").await;
}

pub(crate) async fn until_health(gateway: &Gateway, app: &str, status: &str) {
    let path = format!("/api/v1/services/{app}/health");
    deadline(&format!("{app} is {status}"), PATIENCE, async || {
        gateway.get(&path).answer().await.1["status"] == status
    })
    .await;
}

pub(crate) async fn get(gateway: &Gateway, path: &str) -> (u16, Value) {
    gateway.get(&format!("/api/v1/containers{path}")).answer().await
}

pub(crate) async fn post(gateway: &Gateway, path: &str) -> (u16, Value) {
    gateway.request(Method::POST, &format!("/api/v1/containers{path}")).answer().await
}

/// What is listed of a container.
pub(crate) async fn listed(gateway: &Gateway, name: &str) -> Option<Value> {
    let (status, all) = get(gateway, "").await;
    assert_eq!(status, 200, "{all}");
    all.as_array().expect("a bare array").iter().find(|each| each["name"] == name).cloned()
}

pub(crate) async fn until_state(gateway: &Gateway, name: &str, state: &str) {
    deadline(&format!("{name} is {state}"), PATIENCE, async || {
        listed(gateway, name).await.is_some_and(|shown| shown["state"] == state)
    })
    .await;
}

/// The messages up to the first of this type about this container or app.
pub(crate) async fn until_told(socket: &mut Socket, kind: &str, about: &str) -> Vec<Value> {
    let end = Instant::now() + PATIENCE;
    let mut seen = Vec::new();
    loop {
        let next = timeout_at(end, message(socket)).await;
        let event = next.unwrap_or_else(|_| panic!("no {kind} of {about} among {seen:?}"));
        let data = &event["data"];
        let last =
            event["type"] == kind && (data["containerId"] == about || data["appId"] == about);
        seen.push(event);
        if last {
            return seen;
        }
    }
}
