//! A gateway that looks at a real Docker engine, and what its users ask it.
//!
//! All tests share the engine, so that every gateway sees the containers of all of them: tests look
//! for names of their own and for nothing else.

use std::time::Duration;

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use testkit::docker::{Container, DockerEngine};
use testkit::{Gateway, Launch, deadline};
use tokio::time::{Instant, timeout};

use crate::people::Calls;
use crate::socket::{Socket, message};

pub(crate) use testkit::PATIENCE;

/// The crowd of one test is in the host's network; nobody else has to ask so many.
const WITHOUT_THE_CROWD: &str = "exclude_networks: [host]";

pub(crate) fn launch(engine: &DockerEngine) -> Launch {
    launch_with(engine, WITHOUT_THE_CROWD)
}

/// With more lines in the section `discovery.docker`.
pub(crate) fn launch_with(engine: &DockerEngine, docker: &str) -> Launch {
    launch_at(&engine.url(), docker)
}

pub(crate) fn launch_at(socket: &str, docker: &str) -> Launch {
    let docker = format!("socket_path: {socket}\n{docker}").replace('\n', "\n    ");
    let section = format!("discovery:\n  mdns: {{enabled: false}}\n  docker:\n    {docker}\n");
    let launch = Gateway::launch().without_rate_limits().config(section);
    launch.env("GATEHOUSE_DISCOVERY__ENABLED", "true")
}

pub(crate) async fn start(engine: &DockerEngine) -> Gateway {
    launch(engine).start().await
}

/// A container that serves this page and has a name of its own.
pub(crate) fn web(engine: &DockerEngine, name: &str, page: &str) -> Container {
    Container::new(engine.unique(name)).serve(8080, page)
}

pub(crate) async fn proposals(gateway: &Gateway) -> Vec<Value> {
    let (status, body) = gateway.get("/api/v1/discovery/proposals").answer().await;
    assert_eq!(status, 200, "{body}");
    body.as_array().expect("a list").clone()
}

/// What is proposed of the service that a container or an instance of this name offers.
pub(crate) async fn found(gateway: &Gateway, name: &str) -> Option<Value> {
    let of_service = |proposal: &Value| {
        let said = proposal["securityNotes"][0].as_str().expect("the source is always said");
        let said = said.split_once(": ").expect("and the service").1;
        let instance = format!("{}@", name.to_lowercase());
        said == format!("the container {name}") || said.starts_with(&instance)
    };
    proposals(gateway).await.into_iter().find(of_service)
}

pub(crate) async fn proposed_within(gateway: &Gateway, name: &str, limit: Duration) -> Value {
    let mut seen = None;
    deadline(&format!("{name} is proposed"), limit, async || {
        seen = found(gateway, name).await;
        seen.is_some()
    })
    .await;
    seen.expect("it was found")
}

pub(crate) async fn proposed(gateway: &Gateway, name: &str) -> Value {
    proposed_within(gateway, name, PATIENCE).await
}

/// Waits until it is not proposed any more, and says how long that took.
pub(crate) async fn withdrawn(gateway: &Gateway, name: &str, limit: Duration) -> Duration {
    let began = Instant::now();
    let gone = async || found(gateway, name).await.is_none();
    deadline(&format!("{name} is withdrawn"), limit, gone).await;
    began.elapsed()
}

/// The gateway has seen everything that happened at the engine before this was called: it
/// proposes a container that was started after that.
pub(crate) async fn caught_up(gateway: &Gateway, engine: &DockerEngine) {
    let marker = engine.run(web(engine, "marker", "marker"));
    proposed(gateway, marker.name()).await;
}

pub(crate) fn decide(gateway: &Gateway, proposal: &Value, decision: &str) -> RequestBuilder {
    let id = proposal["id"].as_str().expect("an id");
    gateway.request(Method::POST, &format!("/api/v1/discovery/proposals/{id}/{decision}"))
}

/// Approves it, which must succeed.
pub(crate) async fn approve(gateway: &Gateway, proposal: &Value) -> Value {
    let (status, made) = decide(gateway, proposal, "approve").answer().await;
    let said = gateway.output();
    assert_eq!((status, &made["status"]), (200, &json!("approved")), "{made}\n{said}");
    assert_eq!(made["id"], proposal["id"]);
    made
}

pub(crate) async fn page(gateway: &Gateway, path: &str) -> (u16, String) {
    let answer = gateway.get(path).send().await.expect("the program answers");
    (answer.status().as_u16(), answer.text().await.unwrap_or_default())
}

/// Waits until an app answers with this page. Who asks at an address that nobody has waits for
/// seconds; the next one is better off.
pub(crate) async fn serves(gateway: &Gateway, path: &str, text: &str, limit: Duration) {
    let mut last = (0, String::new());
    let end = Instant::now() + limit;
    while last != (200, text.to_owned()) {
        let late = Instant::now() >= end;
        assert!(
            !late,
            "{path} does not say {text} within {limit:?}: {last:?}\n{}",
            gateway.output()
        );
        let impatient = timeout(Duration::from_millis(500), page(gateway, path)).await;
        last = impatient.unwrap_or((0, "no answer".to_owned()));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The next event of this kind that is about this proposal.
pub(crate) async fn event(socket: &mut Socket, kind: &str, proposal: &Value) -> Value {
    loop {
        let event = message(socket).await;
        let data = &event["data"];
        let about = data["id"] == proposal["id"] || data["proposalId"] == proposal["id"];
        if event["type"] == kind && about {
            return event;
        }
    }
}

/// What the board of components says about a source.
pub(crate) async fn component(gateway: &Gateway, name: &str) -> (String, String) {
    let (status, health) = gateway.get("/healthz").answer().await;
    assert_eq!(status, 200, "the gateway itself is well: {health}");
    let part = &health["components"][name];
    let text = |field: &str| part[field].as_str().unwrap_or_default().to_owned();
    (text("status"), text("message"))
}

pub(crate) fn notes(proposal: &Value) -> String {
    let notes = proposal["securityNotes"].as_array().expect("notes");
    let notes = notes.iter().map(|note| note.as_str().expect("text"));
    notes.collect::<Vec<_>>().join("\n")
}
