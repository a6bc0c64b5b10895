//! Every webhook that was answered with success arrives, whatever happens in between.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Database, Gateway, PATIENCE, deadline};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::notify_device::Device;
use crate::people::{Calls, api_key, pair};

const WRITERS: usize = 4;

/// How often the program is killed; `GATEHOUSE_TEST_KILLS=200` for the long run.
#[expect(clippy::disallowed_methods, reason = "tests have no configuration to read it from")]
fn kills() -> usize {
    std::env::var("GATEHOUSE_TEST_KILLS").ok().and_then(|count| count.parse().ok()).unwrap_or(6)
}

/// Moments that look random and are the same in every run.
fn moment(kill: usize) -> Duration {
    let step = (kill as u64).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040);
    Duration::from_millis(30 + (step >> 33) % 400)
}

/// Reports until the program is gone; every number that was answered with 200 goes into the list.
async fn report(
    client: reqwest::Client,
    url: String,
    key: String,
    next: Arc<AtomicI64>,
    answered: Arc<Mutex<Vec<i64>>>,
) {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let body = json!({ "message": number.to_string() });
        let sent = client.post(&url).header("X-API-Key", &key).json(&body).send().await;
        let Ok(answer) = sent else { return };
        if answer.status() != 200 {
            return;
        }
        answered.lock().expect("a lock").push(number);
    }
}

async fn everything_answered_arrives(database: &Database) {
    let mut gateway = Gateway::launch()
        .without_rate_limits()
        .database(database)
        .env("GATEHOUSE_NOTIFICATIONS__ACK_TIMEOUT", "60s")
        .start()
        .await;
    let (_, key) = api_key(&gateway, &["write:*"]).await;
    let mut devices = Vec::new();
    for id in ["phone", "tablet"] {
        let token = pair(&gateway, id, "ios").await.token;
        devices.push(Device::connect(gateway.port(), token));
    }
    let (next, answered) = (Arc::new(AtomicI64::new(0)), Arc::new(Mutex::new(Vec::new())));
    for kill in 0..kills() {
        let mut writers = JoinSet::new();
        for _ in 0..WRITERS {
            let (client, url) =
                (gateway.client().clone(), gateway.url("/api/v1/webhooks/activity"));
            writers.spawn(report(client, url, key.clone(), next.clone(), answered.clone()));
        }
        let before = answered.lock().expect("a lock").len();
        deadline("something is answered", PATIENCE, async || {
            answered.lock().expect("a lock").len() > before
        })
        .await;
        sleep(moment(kill)).await;
        gateway.kill9();
        writers.join_all().await;
        gateway.restart().await;
    }
    let answered = answered.lock().expect("a lock").clone();
    for device in &devices {
        let mut lost = Vec::new();
        let arrived = tokio::time::timeout(PATIENCE, async {
            loop {
                let numbers = device.got.lock().expect("a lock").numbers.clone();
                lost = answered.iter().filter(|n| !numbers.contains_key(n)).copied().collect();
                if lost.is_empty() {
                    return;
                }
                sleep(Duration::from_millis(50)).await;
            }
        });
        let whole = arrived.await.is_ok();
        assert!(whole, "{database} lost {} of {}: {lost:?}", lost.len(), answered.len());
        let got = device.got.lock().expect("a lock");
        for (message, numbers) in &got.numbers {
            let same = numbers.iter().all(|number| *number == numbers[0]);
            assert!(same, "{message} came under the numbers {numbers:?}");
        }
        let firsts: Vec<i64> = got.order.iter().map(|message| got.numbers[message][0]).collect();
        assert!(firsts.is_sorted(), "not in the order of the queue: {firsts:?}");
    }
    deadline("everything is confirmed", PATIENCE, async || {
        let stats: Value = gateway.get("/api/v1/notifications/stats").answer().await.1;
        assert_eq!(stats["totalFailed"], 0);
        stats["totalPending"] == 0
    })
    .await;
}

#[tokio::test]
async fn sqlite_delivers_what_was_answered() {
    everything_answered_arrives(&Database::sqlite()).await;
}

#[tokio::test]
async fn postgres_delivers_what_was_answered() {
    let Some(database) = Database::postgres() else { return };
    everything_answered_arrives(&database).await;
}
