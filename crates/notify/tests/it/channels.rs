use std::time::Duration;

use aws_lc_rs::hmac::{HMAC_SHA256, Key, verify};
use axum::http::Method;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use testkit::{both, deadline};

use crate::receiver::Receiver;
use crate::server::{MIGRATIONS, Server};
use crate::sockets::PATIENCE;

const CHANNELS: &str = "/api/v1/notifications/channels";
const SECRET: &str = "a secret of 24 characters";

pub(crate) async fn create(server: &Server, body: Value) -> Value {
    let (status, answer) = server.post("admin", CHANNELS, body).await;
    assert_eq!(status, 201, "{answer}");
    answer
}

pub(crate) async fn report(server: &Server, message: &str) {
    let body = json!({ "message": message, "details": "the details" });
    let (status, answer) = server.post("key", "/api/v1/webhooks/activity", body).await;
    assert_eq!(status, 200, "{answer}");
}

pub(crate) fn path(channel: &Value) -> String {
    format!("{CHANNELS}/{}", channel["id"].as_str().expect("an id"))
}

async fn until(server: &Server, channel: &Value, field: &str, value: Value) -> Value {
    let mut last = Value::Null;
    deadline(&format!("{field} is {value}"), PATIENCE, async || {
        last = server.ok("admin", &path(channel)).await;
        last[field] == value
    })
    .await;
    last
}

#[tokio::test]
async fn a_webhook_is_signed_and_tried_again_in_order() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let receiver = Receiver::start(&[500]).await;
        let url = format!("{}/hooks/token-in-path?a=b", receiver.url);
        let channel = create(
            &server,
            json!({ "type": "webhook", "name": "Home", "settings": { "url": url, "secret": SECRET } }),
        )
        .await;
        report(&server, "first").await;
        report(&server, "second").await;
        let failing = until(&server, &channel, "status", json!("failing")).await;
        assert_eq!((&failing["queued"], &failing["failures"]), (&json!(2), &json!(1)));
        assert_eq!(failing["lastError"], "the server answered 500");
        server.pass(Duration::from_secs(11));
        let taken = receiver.taken(3).await;
        let titles: Vec<_> = taken.iter().map(|taken| taken.json()["title"].take()).collect();
        assert_eq!(titles, ["first", "first", "second"]);
        assert_eq!(taken[0].header("webhook-id"), taken[1].header("webhook-id"));
        let last = &taken[2];
        assert_eq!(last.path, "/hooks/token-in-path?a=b");
        assert_eq!(last.json()["message"], "the details");
        assert_eq!(last.json()["data"]["type"], "webhook.activity");
        let signed = [
            last.header("webhook-id").as_bytes(),
            last.header("webhook-timestamp").as_bytes(),
            &last.body,
        ]
        .join(&b'.');
        let signature = last.header("webhook-signature").strip_prefix("v1,").expect("version 1");
        let signature = BASE64_STANDARD.decode(signature).expect("base64");
        verify(&Key::new(HMAC_SHA256, SECRET.as_bytes()), &signed, &signature).expect("it is ours");
        let working = until(&server, &channel, "queued", json!(0)).await;
        assert_eq!((&working["status"], &working["failures"]), (&json!("working"), &json!(0)));
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn ntfy_and_gotify_get_what_they_expect() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let (ntfy, gotify) = (Receiver::start(&[]).await, Receiver::start(&[]).await);
        create(
            &server,
            json!({ "type": "ntfy", "settings": {
                "url": ntfy.url, "topic": "home_alerts", "token": "tk_1", "priority": 4,
            } }),
        )
        .await;
        create(
            &server,
            json!({ "type": "gotify", "settings": { "url": format!("{}/sub/", gotify.url), "token": "A1" } }),
        )
        .await;
        report(&server, "It rains").await;
        let taken = ntfy.taken(1).await.remove(0);
        assert_eq!((taken.path.as_str(), taken.header("authorization")), ("/", "Bearer tk_1"));
        let expected = json!({
            "topic": "home_alerts", "title": "It rains", "message": "the details", "priority": 4,
        });
        assert_eq!(taken.json(), expected);
        let taken = gotify.taken(1).await.remove(0);
        assert_eq!((taken.path.as_str(), taken.header("x-gotify-key")), ("/sub/message", "A1"));
        let expected = json!({ "title": "It rains", "message": "the details", "priority": 5 });
        assert_eq!(taken.json(), expected);
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn secrets_are_never_shown_and_lie_sealed() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db.clone()).await;
        let url = "https://hooks.example/services/T0/B0/very-secret-path";
        let made = create(
            &server,
            json!({ "type": "webhook", "settings": { "url": url, "secret": SECRET } }),
        )
        .await;
        let change = json!({ "name": "Renamed" });
        let (status, changed) = server.call("admin", Method::PUT, &path(&made), Some(change)).await;
        assert_eq!((status, &changed["name"]), (200, &json!("Renamed")));
        assert_eq!(changed["settings"], json!({ "url": "https://hooks.example" }));
        assert_eq!(changed["secrets"], json!(["secret"]));
        let shown = server.ok("admin", CHANNELS).await;
        let sql = "SELECT settings || secrets FROM notification_channels";
        let mut conn = db.read().await.expect("a connection");
        let kept: String = store::query_scalar(sql).fetch_one(&mut *conn).await.expect("a row");
        drop(conn);
        for text in [made.to_string(), changed.to_string(), shown.to_string(), kept] {
            assert!(!text.contains(SECRET) && !text.contains("very-secret-path"), "{text}");
        }
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn a_channel_is_for_one_device_or_for_all() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let (all, own) = (Receiver::start(&[]).await, Receiver::start(&[]).await);
        let ntfy = |url: &str| json!({ "url": url, "topic": "t" });
        create(&server, json!({ "type": "ntfy", "settings": ntfy(&all.url) })).await;
        create(&server, json!({ "type": "ntfy", "deviceId": "phone", "settings": ntfy(&own.url) }))
            .await;
        server.note(1, &["tablet"]).await;
        server.note(2, &["phone"]).await;
        report(&server, "everybody").await;
        assert_eq!(all.taken(3).await.len(), 3);
        let taken = own.taken(2).await;
        assert_eq!(taken[1].json()["title"], "everybody");
        assert_eq!(taken.len(), 2);
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn a_test_is_sent_at_once_and_its_end_is_told() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let receiver = Receiver::start(&[403]).await;
        let settings = json!({ "url": receiver.url, "topic": "t" });
        let channel = create(&server, json!({ "type": "ntfy", "settings": settings })).await;
        let test = format!("{}/test", path(&channel));
        let (status, answer) = server.call("admin", Method::POST, &test, None).await;
        let refused = json!({ "success": false, "error": "the server answered 403" });
        assert_eq!((status, answer), (200, refused));
        let (_, answer) = server.call("admin", Method::POST, &test, None).await;
        assert_eq!(answer, json!({ "success": true }));
        // Where a cloud keeps the credentials of its machines, nothing is sent.
        for bad in ["http://169.254.169.254/latest", "http://[::ffff:169.254.169.254]/"] {
            let settings = json!({ "url": bad, "topic": "t" });
            let channel = create(&server, json!({ "type": "ntfy", "settings": settings })).await;
            let test = format!("{}/test", path(&channel));
            let (_, answer) = server.call("admin", Method::POST, &test, None).await;
            assert_eq!(answer["error"], "requests to this address are not allowed");
        }
        assert_eq!(receiver.taken(2).await.len(), 2);
        assert_eq!(server.delete("admin", &path(&channel)).await.0, 204);
        assert_eq!(server.get("admin", &path(&channel)).await.0, 404);
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn channels_are_made_by_those_who_may_and_make_sense() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let good = json!({ "type": "ntfy", "settings": { "topic": "t" } });
        for (caller, status) in [("nobody", 401), ("phone", 403), ("weak-key", 403)] {
            assert_eq!(server.post(caller, CHANNELS, good.clone()).await.0, status, "{caller}");
        }
        let made = create(&server, good).await;
        assert_eq!(server.get("phone", &path(&made)).await.0, 404);
        assert_eq!(server.ok("phone", CHANNELS).await["count"], 0);
        let smtp = |changes: Value| {
            let mut settings = json!({ "host": "mail.example", "from": "a@b.c", "to": ["d@e.f"] });
            let changes = changes.as_object().expect("an object").clone();
            settings.as_object_mut().expect("an object").extend(changes);
            json!({ "type": "smtp", "settings": settings })
        };
        for bad in [
            json!({}),
            json!({ "type": "pigeon" }),
            json!({ "type": "ntfy", "settings": {} }),
            json!({ "type": "ntfy", "settings": { "topic": "a/b" } }),
            json!({ "type": "ntfy", "settings": { "topic": "t", "url": "ftp://x" } }),
            json!({ "type": "ntfy", "settings": { "topic": "t", "priority": 6 } }),
            json!({ "type": "ntfy", "name": "", "settings": { "topic": "t" } }),
            json!({ "type": "webhook", "settings": { "url": "https://x/", "secret": "short" } }),
            json!({ "type": "webhook", "settings": { "url": "https://u:p@x/", "secret": SECRET } }),
            json!({ "type": "gotify", "settings": { "url": "https://x/" } }),
            smtp(json!({ "from": "nobody" })),
            smtp(json!({ "to": [] })),
            smtp(json!({ "encryption": "rot13" })),
            smtp(json!({ "username": "u" })),
            smtp(json!({ "username": "u", "password": "p", "encryption": "none" })),
            smtp(json!({ "from": "a@b.c\r\nBcc: x@y.z" })),
            json!({ "type": "webpush", "settings": { "endpoint": "https://x/", "p256dh": "AA", "auth": "AA" } }),
        ] {
            let (status, answer) = server.post("admin", CHANNELS, bad.clone()).await;
            assert_eq!(status, 400, "{bad}: {answer}");
        }
        assert_eq!(server.ok("admin", CHANNELS).await["count"], 1);
        server.stop().await;
    })
    .await;
}
