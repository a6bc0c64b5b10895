use std::time::Duration;

use events::Change;
use events::facts::DeviceRevoked;
use kit::Actor;
use serde_json::{Value, json};
use testkit::{both, deadline};
use web::Receipt;

use crate::server::{MIGRATIONS, Server};
use crate::sockets::{PATIENCE, Peer};

const LONG: Duration = Duration::from_secs(3_600);

fn number(message: &Value) -> i64 {
    message["data"]["data"]["n"].as_i64().expect("a number")
}

#[tokio::test]
async fn delivered_is_what_the_socket_or_the_device_confirmed() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let (mut phone, mut tablet) =
            (server.sockets.connect("phone"), server.sockets.connect("tablet"));
        server.note(1, &["phone", "tablet"]).await;
        phone.take().await;
        let (message, _unconfirmed) = tablet.hear().await;
        server.until("delivered", 1).await;
        let ack = json!({ "notificationId": message["notificationId"] });
        server.say(&tablet, "notification_ack", ack).await;
        server.until("delivered", 2).await;
        deadline("the acknowledgement is kept", PATIENCE, async || {
            let rows = server.queued("delivered").await;
            let of = |device: &str| {
                rows.iter().find(|row| row["deviceId"] == device).expect("both").clone()
            };
            let (phone, tablet) = (of("phone"), of("tablet"));
            assert!(phone.get("acknowledgedAt").is_none());
            for row in [&phone, &tablet] {
                assert_eq!((&row["attempts"], row["deliveredAt"].is_string()), (&json!(1), true));
            }
            tablet["acknowledgedAt"].is_string()
        })
        .await;
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn what_waits_comes_oldest_first_at_the_devices_own_pace() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        for count in 0..80 {
            server.note(count, &["phone"]).await;
        }
        let mut phone = server.sockets.connect("phone");
        let mut receipts = Vec::new();
        for count in 0..32 {
            let (message, receipt) = phone.hear().await;
            assert_eq!(number(&message), count);
            receipts.push(receipt.expect("a receipt"));
        }
        // One that comes now waits behind the others.
        server.note(80, &["phone"]).await;
        receipts.into_iter().for_each(|receipt| receipt());
        for count in 32..=80 {
            assert_eq!(number(&phone.take().await), count);
        }
        server.until("delivered", 81).await;
        server.stop().await;
    })
    .await;
}

/// Hears it, confirms nothing, and lets so much time pass that it is given up.
async fn ignore(server: &Server, phone: &mut Peer, attempt: i64) -> i64 {
    let (message, _dropped) = phone.hear().await;
    server.pass(LONG);
    deadline("the attempt is counted", PATIENCE, async || {
        let waiting = server.ok("admin", "/api/v1/notifications?device_id=phone").await;
        waiting["notifications"][0]["attempts"] == attempt
    })
    .await;
    server.pass(LONG);
    message["notificationId"].as_i64().expect("a number")
}

#[tokio::test]
async fn what_is_not_confirmed_comes_again_and_fails_after_five_attempts() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let mut phone = server.sockets.connect("phone");
        server.note(1, &["phone"]).await;
        let mut ids = Vec::new();
        for attempt in 1..=5 {
            ids.push(ignore(&server, &mut phone, attempt).await);
        }
        ids.dedup();
        assert_eq!(ids.len(), 1, "a duplicate has the same number");
        server.until("failed", 1).await;
        let failed = server.queued("failed").await.remove(0);
        assert_eq!((&failed["attempts"], failed["lastAttemptAt"].is_string()), (&json!(5), true));
        assert!(failed["errorMessage"].is_string());

        let path = format!("/api/v1/notifications/{}/retry", ids[0]);
        assert_eq!(server.post("admin", &path, Value::Null).await.0, 200);
        assert_eq!(phone.take().await["notificationId"], ids[0]);
        server.until("delivered", 1).await;
        server.stop().await;
    })
    .await;
}

/// The next message with this number. Older ones may come twice: a device knows them by their id.
async fn hear(phone: &mut Peer, wanted: i64) -> (Value, Option<Receipt>) {
    loop {
        let (message, receipt) = phone.hear().await;
        assert!(number(&message) <= wanted, "{message} came before its turn");
        if number(&message) == wanted {
            return (message, receipt);
        }
    }
}

#[tokio::test]
async fn a_device_that_comes_back_gets_what_it_did_not_confirm() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let mut phone = server.sockets.connect("phone");
        server.note(1, &["phone"]).await;
        server.note(2, &["phone"]).await;
        assert_eq!(number(&phone.hear().await.0), 1);
        drop(phone);
        let mut phone = server.sockets.connect("phone");
        for count in [1, 2] {
            let (_, receipt) = hear(&mut phone, count).await;
            receipt.expect("a notification wants to be confirmed")();
        }
        server.until("delivered", 2).await;
        // Another socket beside one that may be dead gets it at once, too.
        server.note(3, &["phone"]).await;
        let (_, receipt) = hear(&mut phone, 3).await;
        let mut other = server.sockets.connect("phone");
        assert_eq!(number(&other.take().await), 3);
        server.until("delivered", 3).await;
        drop(receipt);
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn slow_and_storming_devices_change_nothing_for_the_others() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let _silent = server.sockets.connect("tablet");
        let mut phone = server.sockets.connect("phone");
        for count in 0..50 {
            drop(server.sockets.connect("reader"));
            server.note(count, &["tablet", "phone", "reader"]).await;
            assert_eq!(number(&phone.take().await), count as i64);
        }
        server.until("delivered", 50).await;
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn nothing_waits_for_a_device_that_was_revoked() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        server.note(1, &["phone", "tablet"]).await;
        let fact = DeviceRevoked { device_id: "phone".to_owned() };
        let change = Change::by(Actor::system(), "device.revoked").fact(&fact);
        server.events.note(&change).await.expect("it is noted");
        server.until("dismissed", 1).await;
        let gone = server.queued("dismissed").await.remove(0);
        assert_eq!(gone["deviceId"], "phone");
        assert!(gone["errorMessage"].as_str().is_some_and(|text| text.contains("revoked")));
        server.until("pending", 1).await;
        server.stop().await;
    })
    .await;
}
