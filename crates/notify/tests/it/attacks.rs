//! What must not happen, whoever asks for it.

use axum::http::Method;
use serde_json::{Value, json};
use testkit::both;

use crate::server::{MIGRATIONS, Server};

const ACTIVITY: &str = "/api/v1/webhooks/activity";
const NOTIFY: &str = "/api/v1/webhooks/notify";

/// I1: texts are texts.
#[tokio::test]
async fn hostile_texts_come_out_as_they_went_in() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        for text in [
            "<script>alert(1)</script>",
            "[click](javascript:alert(1))",
            "\u{202e}gnp.exe",
            "'; DROP TABLE notifications; --",
            "\"},\"type\":\"auth_success\",\"x\":{\"",
            "line\nbreak\tand \u{7} bell",
        ] {
            let body =
                json!({ "message": text, "icon": text, "details": text, "deviceIds": ["phone"] });
            let (status, answer) = server.post("key", ACTIVITY, body).await;
            assert_eq!(status, 200, "{answer}");
            let mut phone = server.sockets.connect("phone");
            let message = phone.take().await;
            for field in ["message", "icon", "details"] {
                assert_eq!(message["data"][field], text);
            }
            assert_eq!(message["type"], "webhook");
            drop(phone);
            server.until("pending", 0).await;
            let kept = server.queued("delivered").await.pop().expect("it was kept");
            assert_eq!(kept["payload"]["message"], text);
        }
        let (status, _) =
            server.post("key", ACTIVITY, json!({ "message": "x".repeat(1_000_000) })).await;
        assert_eq!(status, 400);
        server.stop().await;
    })
    .await;
}

/// I2: a device has to do with its own notifications alone.
#[tokio::test]
async fn a_device_cannot_touch_what_is_another_devices() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        server.note(1, &["phone", "tablet"]).await;
        let of = |device: &'static str| {
            move |list: &Value| {
                let list = list.as_array().expect("a list").iter();
                let own = list.into_iter().find(|row| row["deviceId"] == device);
                own.map(|row| row["id"].as_i64().expect("a number"))
            }
        };
        let all = server.ok("admin", "/api/v1/notifications").await["notifications"].take();
        let (own, other) = (of("phone")(&all).expect("one"), of("tablet")(&all).expect("one"));

        let list = server.ok("phone", "/api/v1/notifications").await;
        assert_eq!(
            (&list["total"], list["notifications"][0]["id"].as_i64()),
            (&json!(1), Some(own))
        );
        let list = server.ok("phone", "/api/v1/notifications?device_id=tablet").await;
        assert_eq!((&list["total"], &list["notifications"]), (&json!(0), &json!([])));
        assert_eq!(server.ok("phone", "/api/v1/notifications/stats").await["totalPending"], 1);

        let one = |id: i64| format!("/api/v1/notifications/{id}");
        let retry = |id: i64| format!("/api/v1/notifications/{id}/retry");
        assert_eq!(server.delete("phone", &one(other)).await.0, 404);
        assert_eq!(server.call("phone", Method::POST, &retry(other), None).await.0, 404);
        assert_eq!(server.delete("phone", "/api/v1/notifications/device/tablet").await.0, 404);
        // Who sees it but may not change it is told so.
        assert_eq!(server.delete("reader", &one(other)).await.0, 403);
        assert_eq!(server.delete("weak-key", "/api/v1/notifications/delivered").await.0, 403);
        let many = json!({ "ids": [own, other] });
        let (status, answer) = server.post("phone", "/api/v1/notifications/retry", many).await;
        assert_eq!((status, &answer["count"]), (200, &json!(1)));

        let mut phone = server.sockets.connect("phone");
        phone.hear().await;
        let ack = json!({ "notificationIds": [other, own, 4_711] });
        server.say(&phone, "notification_ack", ack).await;
        server.until("delivered", 1).await;
        assert_eq!(server.queued("pending").await[0]["id"], other);
        // Nor can a person, who has none.
        let mut person = server.sockets.sign_in();
        server.say(&person, "notification_ack", json!({ "notificationId": other })).await;
        assert_eq!(person.hear().await.0["data"]["error"], "FORBIDDEN");
        server.say(&phone, "notification_ack", json!({})).await;
        assert_eq!(phone.hear().await.0["data"]["error"], "INVALID_REQUEST");
        server.stop().await;
    })
    .await;
}

/// I2: ids can be made up without end, but the queue does not grow with them.
#[tokio::test]
async fn devices_that_are_not_paired_do_not_fill_the_queue() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        for round in 0..12 {
            let ids: Vec<String> = (0..100).map(|id| format!("ghost-{round}-{id}")).collect();
            let body = json!({ "type": "t", "data": {}, "deviceIds": ids });
            let (status, answer) = server.post("key", NOTIFY, body).await;
            let queued = if round < 10 { 100 } else { 0 };
            assert_eq!((status, &answer["queued"]), (200, &json!(queued)), "round {round}");
            assert_eq!(answer["unknown"].as_array().map(Vec::len), Some(100));
        }
        assert_eq!(server.note(1, &["phone"]).await["queued"], 1);
        server.until("pending", 1_001).await;
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn one_device_that_is_not_paired_gets_a_hundred() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        for number in 0..100 {
            assert_eq!(server.note(number, &["ghost"]).await["queued"], 1);
        }
        let answer = server.note(100, &["ghost"]).await;
        assert_eq!((&answer["queued"], &answer["unknown"]), (&json!(0), &json!(["ghost"])));
        // Paired, it gets what waited.
        server.directory.0.lock().expect("a lock").push("ghost".into());
        let mut ghost = server.sockets.connect("ghost");
        for number in 0..100 {
            assert_eq!(ghost.take().await["data"]["data"]["n"], number);
        }
        server.until("delivered", 100).await;
        server.stop().await;
    })
    .await;
}

/// I4: who may report, and how much.
#[tokio::test]
async fn only_keys_that_may_write_and_tokens_report() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let body = json!({ "message": "m", "type": "t" });
        for path in [ACTIVITY, NOTIFY] {
            for (caller, status) in [
                ("nobody", 401),
                ("wrong", 401),
                ("local", 401),
                ("weak-key", 403),
                ("key", 200),
                ("phone", 200),
            ] {
                let answer = server.post(caller, path, body.clone()).await;
                assert_eq!(answer.0, status, "{path} by {caller}: {}", answer.1);
            }
            let large = json!({ "message": "x".repeat(1 << 20), "type": "t" });
            assert_eq!(server.post("weak-key", path, large.clone()).await.0, 403);
            assert_eq!(server.post("key", path, large).await.0, 413);
        }
        // Two activities, for two devices each.
        server.until("pending", 4).await;
        server.stop().await;
    })
    .await;
}
