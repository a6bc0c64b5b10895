//! What containers say, as a client of the management socket hears it.

use reqwest::Method;
use serde_json::json;
use testkit::docker::DockerEngine;

use crate::logs_fixture::{heard, launch, link, say, says, short, subscribe, until_end};
use crate::people::{Calls, pair, text};
use crate::socket::{Socket, close_code, message, open};

#[tokio::test]
async fn the_last_lines_come_first_and_then_the_new_ones() {
    let Some(engine) = testkit::docker() else { return };
    let script = "for n in $(seq 1 150); do echo line $n; done; echo 'Größe ☃' >&2; \
                  while [ ! -e /go ]; do sleep 0.1; done; echo later; sleep 1000";
    let running = engine.run(says(engine, "talker", script));
    let gateway = launch(engine).start().await;
    link(&gateway, &running).await;
    let mut socket = open(&gateway, "").await;
    let id = short(&running);
    subscribe(&mut socket, json!({ "containerId": running.name(), "tail": 500 })).await;
    let started = heard(&mut socket).await;
    assert_eq!(started["type"], "container.logs.started");
    assert_eq!(started["data"]["containerId"], id.as_str());
    assert!(started["data"]["timestamp"].as_i64().is_some_and(|seconds| seconds > 1_600_000_000));
    let (mut said, mut errors) = (Vec::new(), Vec::new());
    for _ in 0..151 {
        let line = heard(&mut socket).await;
        assert_eq!(line["type"], "container.logs");
        match line["data"]["stream"].as_str() {
            Some("stdout") => said.push(text(&line["data"]["message"])),
            _ => errors.push(text(&line["data"]["message"])),
        }
    }
    // The engine orders the lines of each stream, not those of both.
    let expected: Vec<String> = (1..=150).map(|n| format!("line {n}")).collect();
    assert_eq!((said, errors), (expected, vec!["Größe ☃".to_owned()]));

    exec(engine, running.id(), "touch /go");
    let line = heard(&mut socket).await;
    assert_eq!(line["data"]["message"], "later");

    // The same again takes its place; other spellings of the id mean the same.
    subscribe(&mut socket, json!({ "containerId": running.id(), "tail": 1, "timestamps": true }))
        .await;
    let ended = heard(&mut socket).await;
    assert_eq!(
        (&ended["type"], &ended["data"]["reason"]),
        (&json!("container.logs.ended"), &json!("stopped"))
    );
    assert_eq!(heard(&mut socket).await["type"], "container.logs.started");
    let stamped = heard(&mut socket).await;
    let line = text(&stamped["data"]["message"]);
    assert!(line.ends_with("Z later") && line.starts_with("20"), "{line}");
    say(&mut socket, "container.logs.unsubscribe", json!({ "containerId": id })).await;
    assert_eq!(until_end(&mut socket).await, (vec![], "stopped".to_owned()));

    subscribe(&mut socket, json!({ "containerId": id, "tail": 2, "follow": false })).await;
    assert_eq!(heard(&mut socket).await["type"], "container.logs.started");
    let (lines, reason) = until_end(&mut socket).await;
    assert_eq!((lines.len(), reason.as_str()), (2, "stopped"));

    subscribe(&mut socket, json!({ "containerId": id, "tail": 0 })).await;
    assert_eq!(heard(&mut socket).await["type"], "container.logs.started");
    running.stop();
    assert_eq!(until_end(&mut socket).await, (vec![], "container_stopped".to_owned()));
}

/// Runs a command in a container and waits for its end.
fn exec(engine: &DockerEngine, id: &str, script: &str) {
    let body = json!({ "Cmd": ["sh", "-c", script], "AttachStdout": true });
    let made = engine.api("POST", &format!("/containers/{id}/exec"), &body);
    let exec = made.body["Id"].as_str().expect("an id").to_owned();
    let begin = json!({ "Detach": false });
    assert!(engine.api("POST", &format!("/exec/{exec}/start"), &begin).is_success());
}

#[tokio::test]
async fn only_containers_of_approved_routes_are_heard() {
    let Some(engine) = testkit::docker() else { return };
    let private = engine.run(says(engine, "private", "echo secret; sleep 1000"));
    let linked = engine.run(says(engine, "linked", "echo hello; sleep 1000"));
    let gateway = launch(engine).start().await;
    link(&gateway, &linked).await;
    let phone = pair(&gateway, "phone", "ios").await.token;
    for token in ["", &phone] {
        let mut socket = open(&gateway, token).await;
        for (id, code) in [
            (private.name(), "CONTAINER_NOT_FOUND"),
            (private.id(), "CONTAINER_NOT_FOUND"),
            ("no-such-container", "CONTAINER_NOT_FOUND"),
            ("../images/json", "INVALID_CONTAINER_ID"),
            ("a%2fb", "INVALID_CONTAINER_ID"),
            ("", "INVALID_CONTAINER_ID"),
        ] {
            subscribe(&mut socket, json!({ "containerId": id })).await;
            let refused = heard(&mut socket).await;
            assert_eq!(refused["type"], "container.logs.error", "{id}: {refused}");
            assert_eq!(refused["data"]["error"], code, "{id}: {refused}");
        }
        for data in [json!({ "containerId": linked.name(), "tail": -1 }), json!({}), json!([1])] {
            subscribe(&mut socket, data.clone()).await;
            assert_eq!(heard(&mut socket).await["type"], "container.logs.error", "{data}");
        }
        subscribe(&mut socket, json!({ "containerId": linked.name(), "runtime": "podman" })).await;
        assert_eq!(heard(&mut socket).await["data"]["error"], "INVALID_RUNTIME");
        subscribe(&mut socket, json!({ "containerId": linked.name() })).await;
        assert_eq!(heard(&mut socket).await["type"], "container.logs.started");
        assert_eq!(heard(&mut socket).await["data"]["message"], "hello");
    }
    // Without its route, it is nobody's business any more.
    let mut socket = open(&gateway, &phone).await;
    subscribe(&mut socket, json!({ "containerId": linked.name(), "tail": 0 })).await;
    assert_eq!(heard(&mut socket).await["type"], "container.logs.started");
    let route = format!("/api/v1/routes/{}", linked.name());
    assert_eq!(gateway.request(Method::DELETE, &route).answer().await.0, 204);
    let (lines, reason) = until_end(&mut socket).await;
    assert_eq!(
        (lines.as_slice(), reason.as_str()),
        (&["error \"CONTAINER_NOT_FOUND\"".to_owned()][..], "error")
    );
}

#[tokio::test]
async fn a_revoked_device_hears_nothing_more() {
    let Some(engine) = testkit::docker() else { return };
    let running = engine.run(says(engine, "busy", "while true; do echo tick; sleep 0.05; done"));
    let gateway = launch(engine).start().await;
    link(&gateway, &running).await;
    let phone = pair(&gateway, "phone", "ios").await.token;
    let mut socket = open(&gateway, &phone).await;
    subscribe(&mut socket, json!({ "containerId": running.name() })).await;
    while heard(&mut socket).await["type"] != "container.logs" {}
    assert_eq!(gateway.request(Method::DELETE, "/api/v1/devices/phone").answer().await.0, 200);
    assert_eq!(close_code(&mut socket).await, 4003);
}

/// What a socket heard until its container was stopped: how many streams began and how many ended,
/// and the numbers that were said.
async fn until_stopped(socket: &mut Socket) -> (usize, usize, Vec<u64>) {
    let (mut started, mut ended, mut numbers) = (0, 0, Vec::new());
    loop {
        let next = heard(socket).await;
        match next["type"].as_str().expect("a type") {
            "container.logs.started" => started += 1,
            "container.logs.ended" => ended += 1,
            _ => numbers.push(text(&next["data"]["message"]).parse().expect("a number")),
        }
        if next["data"]["reason"] == "container_stopped" {
            return (started, ended, numbers);
        }
    }
}

#[tokio::test]
async fn many_streams_are_bounded_and_each_ends_once() {
    let Some(engine) = testkit::docker() else { return };
    let script = "n=0; while true; do echo $n; n=$((n+1)); sleep 0.05; done";
    let running = engine.run(says(engine, "crowd", script));
    let gateway = launch(engine).start().await;
    link(&gateway, &running).await;
    let mut sockets = Vec::new();
    for _ in 0..20 {
        let mut socket = open(&gateway, "").await;
        // The same stream ten times over is one stream.
        for _ in 0..10 {
            subscribe(&mut socket, json!({ "containerId": running.name(), "tail": 0 })).await;
        }
        say(&mut socket, "ping", json!({})).await;
        sockets.push(socket);
    }
    // Commands are answered in order, so the last one has been taken up by then.
    for socket in &mut sockets {
        while message(socket).await["type"] != "pong" {}
    }
    let mut last = open(&gateway, "").await;
    subscribe(&mut last, json!({ "containerId": running.name(), "tail": 0 })).await;
    assert_eq!(heard(&mut last).await["type"], "container.logs.started");
    running.stop();
    for socket in &mut sockets {
        let (started, ended, numbers) = until_stopped(socket).await;
        assert!((started..=started + 1).contains(&ended), "{started} began, {ended} ended");
        assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
    }
    let (_, ended, numbers) = until_stopped(&mut last).await;
    assert_eq!(ended, 1);
    assert!(numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{numbers:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_that_crashes_ends_the_streams() {
    let Some(engine) = DockerEngine::apart() else { return };
    let running = engine.run(says(&engine, "tick", "while true; do echo tick; sleep 0.1; done"));
    let gateway = launch(&engine).start().await;
    link(&gateway, &running).await;
    let mut socket = open(&gateway, "").await;
    subscribe(&mut socket, json!({ "containerId": running.name() })).await;
    while heard(&mut socket).await["type"] != "container.logs" {}
    tokio::task::block_in_place(|| engine.kill_engine());
    let (lines, reason) = until_end(&mut socket).await;
    assert_eq!(reason, "error");
    assert_eq!(lines.last().map(String::as_str), Some("error \"RUNTIME_UNAVAILABLE\""));
    subscribe(&mut socket, json!({ "containerId": running.name() })).await;
    assert_eq!(heard(&mut socket).await["data"]["error"], "RUNTIME_UNAVAILABLE");
    tokio::task::block_in_place(|| engine.start_engine());
}
