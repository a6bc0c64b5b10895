//! What is kept of containers that ended.

use serde_json::{Value, json};
use testkit::docker::{Container, DockerEngine};
use testkit::{Gateway, deadline};

use crate::logs_fixture::{PATIENCE, launch, link, says, short};
use crate::people::Calls;

async fn incidents(gateway: &Gateway, name: &str) -> Vec<Value> {
    let path = format!("/api/v1/containers/{name}/incidents");
    let (status, body) = gateway.get(&path).answer().await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(body["count"], body["incidents"].as_array().map_or(0, Vec::len));
    body["incidents"].as_array().expect("a list").clone()
}

async fn until_incidents(gateway: &Gateway, name: &str, count: usize) -> Vec<Value> {
    let mut found = Vec::new();
    deadline("the incidents", PATIENCE, async || {
        found = incidents(gateway, name).await;
        found.len() >= count
    })
    .await;
    assert_eq!(found.len(), count, "{found:?}");
    found
}

/// Waits until the gateway looks after the container: from then on, its ends count.
async fn looked_after(gateway: &Gateway, name: &str, text: &str) {
    deadline("a line is kept", PATIENCE, async || {
        let path = format!("/api/v1/containers/{name}/logs?q={text}");
        let (status, body) = gateway.get(&path).answer().await;
        status == 200 && body["count"].as_u64().is_some_and(|count| count > 0)
    })
    .await;
}

/// Ends when this file is there.
fn crashes(engine: &DockerEngine, name: &str) -> Container {
    let script = "echo began; while [ ! -e /crash ]; do sleep 0.1; done; \
                  echo 'Error: no more' >&2; exit 3";
    says(engine, name, script)
}

fn exec(engine: &DockerEngine, id: &str, script: &str) {
    let body = json!({ "Cmd": ["sh", "-c", script], "AttachStdout": true });
    let made = engine.api("POST", &format!("/containers/{id}/exec"), &body);
    let exec = made.body["Id"].as_str().expect("an id").to_owned();
    engine.api("POST", &format!("/exec/{exec}/start"), &json!({ "Detach": false }));
}

#[tokio::test]
async fn a_crash_is_kept_with_what_led_to_it_and_a_stop_is_none() {
    let Some(engine) = testkit::docker() else { return };
    let crashing = engine.run(crashes(engine, "crashing"));
    let stopped = engine.run(crashes(engine, "stopped"));
    let gateway = launch(engine).start().await;
    for running in [&crashing, &stopped] {
        link(&gateway, running).await;
        looked_after(&gateway, running.name(), "began").await;
    }
    stopped.stop();
    exec(engine, crashing.id(), "touch /crash");
    let found = until_incidents(&gateway, crashing.name(), 1).await;
    let incident = &found[0];
    assert_eq!(incident["exitCode"], 3);
    assert_eq!(incident["outOfMemory"], false);
    assert_eq!(incident["containerId"], short(&crashing));
    let lines: Vec<&str> = incident["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .filter_map(|line| line["message"].as_str())
        .collect();
    assert_eq!(lines, ["began", "Error: no more"]);
    assert!(incident["stats"].is_array());
    let feed = gateway.get("/api/v1/activity/recent").answer().await.1.to_string();
    assert!(feed.contains(&format!("{} ended: exit code 3", crashing.name())), "{feed}");
    assert!(incidents(&gateway, stopped.name()).await.is_empty());

    let logs = |query: &str| {
        let path = format!("/api/v1/containers/{}/logs{query}", crashing.name());
        gateway.get(&path).answer()
    };
    // The incident has its lines from the engine, the search those that were kept.
    deadline("the last line is kept", PATIENCE, async || {
        let (_, body) = logs("?q=ERROR&stream=stderr").await;
        body["lines"][0]["message"] == "Error: no more"
    })
    .await;
    assert_eq!(logs("?since=4000000000").await.1["count"], 0);
    let found = logs("?q=error").await.1;
    let position = found["lines"][0]["position"].as_str().expect("a position");
    let around = logs(&format!("?around={position}&before=1&after=0")).await.1;
    assert_eq!(around["lines"][0]["message"], "began");
    assert_eq!(around["lines"][1], found["lines"][0]);
    assert_eq!(around["oldest"], around["lines"][0]["timestamp"]);
    assert_eq!(logs("?around=1.0").await.0, 404);
    for query in ["?limit=-1", "?since=yesterday", "?stream=both", "?around=1.0&q=a", "?after=1"] {
        assert_eq!(logs(query).await.0, 400, "{query}");
    }
    let unlinked = engine.run(crashes(engine, "unlinked"));
    for rest in ["incidents", "logs"] {
        let path = format!("/api/v1/containers/{}/{rest}", unlinked.name());
        assert_eq!(gateway.get(&path).answer().await.0, 404, "{rest}");
    }
}

#[tokio::test]
async fn an_end_while_the_gateway_was_away_is_found_later() {
    let Some(engine) = testkit::docker() else { return };
    let crashing = engine.run(crashes(engine, "alone"));
    let stopped = engine.run(crashes(engine, "quiet"));
    let mut gateway = launch(engine).start().await;
    for running in [&crashing, &stopped] {
        link(&gateway, running).await;
        looked_after(&gateway, running.name(), "began").await;
    }
    gateway.kill9();
    exec(engine, crashing.id(), "touch /crash");
    stopped.stop();
    deadline("it has ended", PATIENCE, async || {
        crashing.inspect()["State"]["Running"] == json!(false)
    })
    .await;
    gateway.restart().await;
    let found = until_incidents(&gateway, crashing.name(), 1).await;
    assert_eq!(found[0]["exitCode"], 3);
    assert_eq!(found[0]["lines"][1]["message"], "Error: no more");
    assert!(incidents(&gateway, stopped.name()).await.is_empty());
}
