//! A container that comes and goes all the time bothers nobody.

use std::time::Duration;

use futures::StreamExt;
use serde_json::Value;
use testkit::docker::Container;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::discovery_fixture::{caught_up, start};
use crate::people::Calls;
use crate::socket::{Socket, open};

/// Serves for a moment and fails.
fn restless(name: &str) -> Container {
    let script = "httpd -p 8080 -h /www; sleep 0.4; exit 1";
    Container::new(name).command(&["sh", "-c", script]).restart("always")
}

/// Everything that was told about a container until now.
async fn told(socket: &mut Socket, name: &str) -> Vec<Value> {
    let mut all = Vec::new();
    while let Ok(Some(Ok(frame))) = timeout(Duration::from_millis(200), socket.next()).await {
        let Message::Text(text) = frame else { continue };
        if text.contains(name) {
            all.push(serde_json::from_str(&text).expect("JSON"));
        }
    }
    all
}

#[tokio::test]
async fn a_container_that_fails_again_and_again_is_told_of_a_few_times() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let mut socket = open(&gateway, "").await;
    let name = engine.unique("restless");
    let container = engine.run(restless(&name));
    let mut events = Vec::new();
    let mut starts = 0;
    let end = Instant::now() + Duration::from_secs(8);
    while Instant::now() < end {
        // The engine waits longer and longer; somebody is less patient than that.
        sleep(Duration::from_millis(700)).await;
        container.restart();
        starts += 1;
        events.extend(told(&mut socket, &name).await);
    }
    caught_up(&gateway, engine).await;
    events.extend(told(&mut socket, &name).await);
    let kinds: Vec<_> = events.iter().map(|event| &event["type"]).collect();
    println!("{starts} restarts by hand and others by the engine: {kinds:?}");
    assert!(events.len() <= 8, "{kinds:?}");
    let feed = gateway.get("/api/v1/activity/recent").answer().await.1;
    let lines = feed.as_array().expect("a list").iter();
    let lines = lines.filter(|line| line.to_string().contains(&name)).count();
    assert!(lines <= 1, "{lines} lines in the feed");
    assert!(gateway.output().lines().filter(|line| line.contains(&name)).count() <= 10);
}
