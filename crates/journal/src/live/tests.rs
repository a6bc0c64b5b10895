use kit::{Principal, Timestamp};
use serde_json::Value;
use web::Outbox;

use super::*;
use crate::model::{Resources, Usage};

fn watcher(messages: usize) -> (Session, Outbox) {
    Session::open(Principal::local(), messages, 1 << 20)
}

async fn heard(outbox: &mut Outbox) -> Value {
    let parcel = outbox.next().await.expect("a message");
    serde_json::from_str(&parcel.text).expect("JSON")
}

fn at(second: i64) -> Now {
    let resources = Resources {
        cpu_percent: 12.345,
        memory: Usage { used: 1, total: 4 },
        disk: Usage { used: 1, total: 2 },
        received: second.unsigned_abs() * 100,
        transmitted: 0,
    };
    Now { at: Timestamp::from_unix(second), resources }
}

#[tokio::test]
async fn a_watcher_hears_what_was_and_then_what_is_once() {
    let live = Live::new(SharedRoutes::default());
    live.add(at(10), None);
    let (session, mut outbox) = watcher(8);
    assert!(!live.is_watched());
    live.watch(&session);
    live.watch(&session.clone());
    assert!(live.is_watched());
    for _ in 0..2 {
        let history = heard(&mut outbox).await;
        assert_eq!(history["type"], "system.history");
        assert_eq!(history["data"]["samples"][0]["cpu"], 12.35);
    }
    live.add(at(15), Some("7".to_owned()));
    live.add(at(20), None);
    let sample = heard(&mut outbox).await;
    assert_eq!(sample["type"], "system.sample");
    assert_eq!(sample["data"]["newestActivity"], "7");
    assert_eq!(sample["data"]["sample"]["at"], 15_000);
    assert_eq!(sample["data"]["sample"]["rx"], 100);
    assert_eq!(heard(&mut outbox).await["data"]["sample"]["at"], 20_000);
}

#[tokio::test]
async fn who_is_gone_or_does_not_listen_is_let_go() {
    let live = Live::new(SharedRoutes::default());
    let (gone, outbox) = watcher(8);
    let (slow, _unread) = watcher(1);
    live.watch(&gone);
    live.watch(&slow);
    drop(outbox);
    live.add(at(10), None);
    assert!(!live.is_watched());
}

#[tokio::test]
async fn no_more_than_a_quarter_of_an_hour_is_kept() {
    let live = Live::new(SharedRoutes::default());
    for second in 0..1_000 {
        live.add(at(second), None);
    }
    let (session, mut outbox) = watcher(8);
    live.watch(&session);
    let history = heard(&mut outbox).await;
    let samples = history["data"]["samples"].as_array().expect("a list");
    assert_eq!(samples.len(), KEPT);
    assert_eq!(samples[KEPT - 1]["at"], 999_000);
}
