//! What was answered with success is there after the power went.

use std::collections::BTreeSet;
use std::sync::Mutex;

use serde_json::{Value, json};
use testkit::{Database, Gateway};
use tokio::task::JoinSet;

use crate::people::{Calls, text};

const WRITES: usize = 1_000;
const ROUNDS: usize = 10;
const WRITERS: usize = 8;

/// Writes until the program is gone; every answered key goes into the list.
async fn write(client: reqwest::Client, url: String, answered: &'static Mutex<Vec<String>>) {
    let new = json!({ "name": "crash", "scopes": ["read:*"] });
    loop {
        let Ok(answer) = client.post(&url).json(&new).send().await else { return };
        if answer.status() != 201 {
            return;
        }
        let Ok(made) = answer.json::<Value>().await else { return };
        answered.lock().expect("a lock").push(text(&made["id"]));
    }
}

async fn nothing_answered_is_lost(database: &Database) {
    let answered: &'static Mutex<Vec<String>> = Box::leak(Box::default());
    let mut gateway = Gateway::launch().without_rate_limits().database(database).start().await;
    for round in 1..=ROUNDS {
        let mut writers = JoinSet::new();
        for _ in 0..WRITERS {
            let (client, url) = (gateway.client().clone(), gateway.url("/api/v1/apikeys"));
            writers.spawn(write(client, url, answered));
        }
        let goal = round * WRITES / ROUNDS;
        testkit::deadline(
            "the writes of this round",
            std::time::Duration::from_secs(60),
            async || answered.lock().expect("a lock").len() >= goal,
        )
        .await;
        gateway.kill9();
        writers.join_all().await;
        gateway.restart().await;
    }
    let kept = gateway.get("/api/v1/apikeys").answer().await.1;
    let kept: BTreeSet<String> =
        kept.as_array().expect("a list").iter().map(|key| text(&key["id"])).collect();
    let answered = answered.lock().expect("a lock");
    let lost: Vec<_> = answered.iter().filter(|id| !kept.contains(*id)).collect();
    assert!(answered.len() >= WRITES);
    assert!(lost.is_empty(), "{database} lost {} of {}", lost.len(), answered.len());
}

#[tokio::test]
async fn sqlite_keeps_what_was_answered() {
    nothing_answered_is_lost(&Database::sqlite()).await;
}

#[tokio::test]
async fn postgres_keeps_what_was_answered() {
    let Some(database) = Database::postgres() else { return };
    nothing_answered_is_lost(&database).await;
}
