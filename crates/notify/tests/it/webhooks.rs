use kit::Page;
use notify::Config;
use serde_json::{Value, json};
use testkit::both;

use crate::server::{MIGRATIONS, START, Server};

const ACTIVITY: &str = "/api/v1/webhooks/activity";
const NOTIFY: &str = "/api/v1/webhooks/notify";

#[tokio::test]
async fn an_activity_is_in_the_feed_and_waits_for_every_device() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let mut phone = server.sockets.connect("phone");
        let mut person = server.sockets.sign_in();
        let body = json!({
            "message": "The backup is done", "icon": "Database", "iconClass": "success",
            "details": "12 GB",
        });
        let (status, answer) = server.post("key", ACTIVITY, body).await;
        assert_eq!(status, 200);
        let event_id = answer["eventId"].as_str().expect("an id").to_owned();
        let expected = json!({
            "success": true, "eventId": event_id, "sent": 1, "queued": 1, "unknown": [],
        });
        assert_eq!(answer, expected);

        let entry = server.events.activity(Page::first(1)).await.expect("the feed").items.remove(0);
        assert_eq!(event_id, format!("webhook-{}", entry.number));
        assert_eq!((entry.kind.as_str(), entry.icon.as_str()), ("webhook.activity", "Database"));
        assert_eq!(
            (entry.message.as_str(), entry.details.as_str()),
            ("The backup is done", "12 GB")
        );

        let data = json!({
            "id": event_id, "type": "webhook.activity", "icon": "Database",
            "iconClass": "success", "message": "The backup is done", "details": "12 GB",
            "timestamp": START.0,
        });
        let message = phone.take().await;
        assert_eq!((&message["type"], &message["data"]), (&json!("webhook"), &data));
        assert_eq!(message["timestamp"], "2023-11-14T22:13:20Z");
        assert!(message["notificationId"].is_i64());
        let (heard, receipt) = person.hear().await;
        assert!(receipt.is_none() && heard.get("notificationId").is_none());
        assert_eq!(heard["data"], data);

        server.until("delivered", 1).await;
        let waits = server.queued("pending").await.remove(0);
        assert_eq!((&waits["deviceId"], &waits["payload"]), (&json!("tablet"), &data));
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn a_custom_message_waits_only_for_devices_that_are_named() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let mut phone = server.sockets.connect("phone");
        let all = json!({ "type": "lights", "data": { "on": true } });
        let (_, answer) = server.post("phone", NOTIFY, all).await;
        assert_eq!(answer, json!({ "success": true, "sent": 1, "queued": 0, "unknown": [] }));
        let data = json!({ "type": "lights", "data": { "on": true }, "deviceIds": [] });
        assert_eq!(phone.take().await["data"], data);

        let named = json!({
            "type": "lights", "data": {}, "deviceIds": ["tablet", "phone", "tablet", "watch"],
        });
        let (_, answer) = server.post("key", NOTIFY, named).await;
        let expected = json!({ "success": true, "sent": 1, "queued": 2, "unknown": ["watch"] });
        assert_eq!(answer, expected);
        phone.take().await;
        server.until("pending", 2).await;
        let feed = server.events.activity(Page::ALL).await.expect("the feed");
        assert_eq!(feed.total, 0);
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn what_is_not_valid_changes_nothing() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let long = |count: usize| "x".repeat(count);
        for (path, body, field) in [
            (ACTIVITY, json!({}), "message"),
            (ACTIVITY, json!({ "message": " " }), "message"),
            (ACTIVITY, json!({ "message": long(4097) }), "message"),
            (ACTIVITY, json!({ "message": "m", "details": long(16385) }), "details"),
            (ACTIVITY, json!({ "message": "m", "icon": long(65) }), "icon"),
            (ACTIVITY, json!({ "message": "m", "iconClass": "pink" }), "iconClass"),
            (ACTIVITY, json!({ "message": "m", "deviceIds": ["a b"] }), "deviceIds"),
            (ACTIVITY, json!({ "message": "m", "deviceIds": "phone" }), "deviceIds"),
            (NOTIFY, json!({ "data": {} }), "type"),
            (NOTIFY, json!({ "type": "", "data": {} }), "type"),
            (NOTIFY, json!({ "type": "a\nb", "data": {} }), "type"),
            (NOTIFY, json!({ "type": "a", "data": [] }), "data"),
            (NOTIFY, json!({ "type": "a", "data": { "x": long(65_536) } }), "data"),
        ] {
            let (status, answer) = server.post("key", path, body).await;
            assert_eq!((status, &answer["error"]["code"]), (400, &json!("INVALID_REQUEST")));
            let details = answer["error"]["details"].to_string();
            assert!(details.contains(field), "{field}: {answer}");
        }
        let (status, _) = server.post("key", ACTIVITY, json!({ "message": long(1 << 20) })).await;
        assert_eq!(status, 413);
        server.until("pending", 0).await;
        assert_eq!(server.events.activity(Page::ALL).await.expect("the feed").total, 0);
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn without_a_queue_sockets_that_are_open_are_reached() {
    both(&MIGRATIONS, async |db| {
        let server = Server::with(db, Config { enabled: false, ..Config::default() }).await;
        let mut phone = server.sockets.connect("phone");
        let (status, answer) = server.post("key", ACTIVITY, json!({ "message": "m" })).await;
        assert_eq!((status, &answer["sent"], &answer["queued"]), (200, &json!(1), &json!(0)));
        let (message, receipt) = phone.hear().await;
        assert!(receipt.is_none());
        assert_eq!(message["data"]["message"], "m");
        server.note(1, &["phone", "tablet"]).await;
        assert_eq!(phone.hear().await.0["data"]["type"], "note");

        let list = server.ok("admin", "/api/v1/notifications").await;
        assert_eq!((&list["notifications"], &list["enabled"]), (&json!([]), &json!(false)));
        assert_eq!(server.ok("admin", "/api/v1/notifications/stats").await["enabled"], false);
        assert_eq!(server.ok("admin", "/api/v1/notifications/stale").await["devices"], json!([]));
        let (status, answer) =
            server.post("admin", "/api/v1/notifications/1/retry", Value::Null).await;
        assert_eq!(status, 503);
        assert!(answer["error"]["message"].to_string().contains("notifications.enabled"));
        server.stop().await;
    })
    .await;
}
