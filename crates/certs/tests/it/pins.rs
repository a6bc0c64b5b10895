//! Who pins the key hears of another one before it is served.

use std::sync::Arc;
use std::time::Duration;

use events::Event;
use http::StatusCode;
use serde_json::json;
use tokio::sync::broadcast::Receiver;

use crate::fixture::{both, machine};
use crate::imports::Pair;

async fn next(facts: &mut Receiver<Arc<Event>>, kind: &str) -> Arc<Event> {
    let find = async {
        loop {
            let event = facts.recv().await.expect("a fact");
            if event.kind == kind {
                return event;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(60), find).await.expect("in time")
}

#[tokio::test]
async fn devices_are_told_the_new_pin_before_it_counts() {
    both(async |machine| {
        let fixture = machine.start().await;
        let _running = fixture.run();
        fixture.base_url.set("https://home.example:8443");
        let before = fixture.certs.spki_pins();
        let mut facts = fixture.events.subscribe();
        let pair = Pair::signed(&["home.example"]);
        let replacing = fixture.post("replace", pair.body("home.example"));
        let (answer, event) = tokio::join!(replacing, next(&mut facts, "certificate_changing"));
        answer.expect(StatusCode::OK);
        let after = fixture.certs.spki_pins();
        assert_ne!(before, after);
        assert_eq!(after[1..], before[..], "clients that come otherwise find the old key");
        assert_eq!(event.data["domain"], "home.example");
        assert_eq!(event.data["spkiPins"], json!(before));
        assert_eq!(event.data["nextPins"], json!(after));
        let changed = next(&mut facts, "certificates_changed").await;
        assert!(changed.seq > event.seq, "first the word, then the change");
    })
    .await;
}

#[tokio::test]
async fn nobody_is_told_where_the_key_stays() {
    let fixture = machine().await.start().await;
    let _running = fixture.run();
    let mut facts = fixture.events.subscribe();
    fixture.generate(&["192.168.1.20"]).await;
    fixture.post("renew", json!({ "domain": "192.168.1.20" })).await.expect(StatusCode::OK);
    let elsewhere = Pair::signed(&["tv.example"]);
    fixture.post("replace", elsewhere.body("tv.example")).await.expect(StatusCode::OK);
    for _ in 0..3 {
        next(&mut facts, "certificates_changed").await;
    }
    let audit =
        fixture.events.audit(&Default::default(), kit::Page::first(10)).await.expect("a log");
    let told = audit.items.iter().any(|entry| entry.action == "certificate.changing");
    assert!(!told, "{audit:?}");
}
