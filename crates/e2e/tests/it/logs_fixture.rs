//! A gateway beside a Docker engine whose containers say things, and those who listen.

use futures::SinkExt;
use serde_json::{Value, json};
use testkit::docker::{Container, DockerEngine, Running};
use testkit::{Gateway, Launch};
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::tungstenite::Message;

use crate::routes::put_route;
use crate::socket::{Socket, message};

pub(crate) use testkit::PATIENCE;

pub(crate) fn launch(engine: &DockerEngine) -> Launch {
    let launch = Gateway::launch().without_rate_limits();
    launch
        .env("GATEHOUSE_RUNTIMES__DOCKER__ENABLED", "true")
        .env("GATEHOUSE_RUNTIMES__DOCKER__SOCKET_PATH", engine.url())
}

/// A container that runs this script.
pub(crate) fn says(engine: &DockerEngine, name: &str, script: &str) -> Container {
    Container::new(engine.unique(name)).command(&["sh", "-c", script])
}

/// Makes a route that leads to a container.
pub(crate) async fn link(gateway: &Gateway, container: &Running<'_>) {
    let route = json!({ "to": "http://127.0.0.1:9", "containerId": container.name() });
    put_route(gateway, container.name(), route).await;
}

pub(crate) fn short(container: &Running<'_>) -> String {
    container.id()[..12].to_owned()
}

pub(crate) async fn say(socket: &mut Socket, kind: &str, data: Value) {
    let message = json!({ "type": kind, "data": data });
    socket.send(Message::text(message.to_string())).await.expect("sent");
}

pub(crate) async fn subscribe(socket: &mut Socket, data: Value) {
    say(socket, "container.logs.subscribe", data).await;
}

/// The next message about logs.
pub(crate) async fn heard(socket: &mut Socket) -> Value {
    let end = Instant::now() + PATIENCE;
    loop {
        let next = timeout_at(end, message(socket)).await.expect("it comes in time");
        if next["type"].as_str().is_some_and(|kind| kind.starts_with("container.logs")) {
            return next;
        }
    }
}

/// All lines until the stream ends, and how it ended.
pub(crate) async fn until_end(socket: &mut Socket) -> (Vec<String>, String) {
    let mut lines = Vec::new();
    loop {
        let next = heard(socket).await;
        let data = &next["data"];
        match next["type"].as_str().expect("a type") {
            "container.logs" => lines.push(data["message"].as_str().expect("a text").to_owned()),
            "container.logs.ended" => {
                return (lines, data["reason"].as_str().expect("a reason").to_owned());
            }
            "container.logs.error" => lines.push(format!("error {}", data["error"])),
            other => panic!("{other}: {next}"),
        }
    }
}
