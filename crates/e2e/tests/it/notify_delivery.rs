//! Notifications of the real program over real sockets.

use futures::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Gateway, PATIENCE, deadline};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::people::{Calls, api_key, pair};
use crate::socket::{Socket, message, open};

async fn webhook(socket: &mut Socket) -> Value {
    loop {
        let heard = message(socket).await;
        if heard["type"] == "webhook" {
            return heard;
        }
    }
}

async fn stats(gateway: &Gateway) -> Value {
    gateway.get("/api/v1/notifications/stats").answer().await.1
}

#[tokio::test]
async fn a_webhook_reaches_phones_and_people_and_waits_for_who_is_away() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let admin = gateway.admin_token().await;
    let (_, key) = api_key(&gateway, &["write:*"]).await;
    let phone = pair(&gateway, "phone", "ios").await.token;
    let tablet = pair(&gateway, "tablet", "android").await.token;
    let mut person = open(&gateway, &admin).await;
    let mut socket = open(&gateway, &phone).await;

    let body = json!({ "message": "Hello", "deviceIds": [] });
    let post = gateway.post("/api/v1/webhooks/activity", &body).header("X-API-Key", &key);
    let (status, answer) = post.remote().answer().await;
    assert_eq!((status, &answer["sent"], &answer["queued"]), (200, &json!(1), &json!(1)));
    let heard = webhook(&mut socket).await;
    assert_eq!(heard["data"]["id"], answer["eventId"]);
    assert!(webhook(&mut person).await.get("notificationId").is_none());
    // Reading answers the ping behind the message, and that is enough.
    deadline("the phone's socket confirms it", PATIENCE, async || {
        let ping = Message::text(json!({ "type": "ping" }).to_string());
        socket.send(ping).await.expect("sent");
        assert_eq!(message(&mut socket).await["type"], "pong");
        stats(&gateway).await["totalDelivered"] == 1
    })
    .await;

    let mut late = open(&gateway, &tablet).await;
    let heard = webhook(&mut late).await;
    assert_eq!(heard["data"]["message"], "Hello");
    let ack = json!({ "type": "notification_ack", "data": { "notificationId": heard["notificationId"] } });
    late.send(Message::text(ack.to_string())).await.expect("sent");
    deadline("the tablet's word is kept", PATIENCE, async || {
        let path = "/api/v1/notifications?device_id=tablet";
        let row = gateway.get(path).answer().await.1["notifications"][0].take();
        row["acknowledgedAt"].is_string() && row["status"] == "delivered"
    })
    .await;

    let feed = gateway.get("/api/v1/activity/recent").answer().await.1;
    assert!(feed.to_string().contains("Hello"));
}

#[tokio::test]
async fn what_waits_for_a_revoked_device_is_dismissed() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let (_, key) = api_key(&gateway, &["write:*"]).await;
    pair(&gateway, "phone", "ios").await;
    let body = json!({ "type": "secret", "data": {}, "deviceIds": ["phone"] });
    let post = gateway.post("/api/v1/webhooks/notify", &body).header("X-API-Key", &key);
    assert_eq!(post.answer().await.1["queued"], 1);
    assert_eq!(gateway.request(Method::DELETE, "/api/v1/devices/phone").answer().await.0, 200);
    deadline("it is dismissed", PATIENCE, async || stats(&gateway).await["totalDismissed"] == 1)
        .await;
    // Whoever takes the id gets nothing of it.
    let token = pair(&gateway, "phone", "ios").await.token;
    let mut socket = open(&gateway, &token).await;
    let body = json!({ "type": "fresh", "data": {}, "deviceIds": ["phone"] });
    let post = gateway.post("/api/v1/webhooks/notify", &body).header("X-API-Key", &key);
    assert_eq!(post.answer().await.0, 200);
    assert_eq!(webhook(&mut socket).await["data"]["type"], "fresh");
}

#[tokio::test]
async fn the_settings_can_be_changed_while_it_runs() {
    let gateway =
        Gateway::launch().without_rate_limits().config("notifications: {}\n").start().await;
    assert_eq!(stats(&gateway).await["enabled"], true);
    gateway.write_config("notifications: {enabled: false}\n");
    deadline("the queue is off", PATIENCE, async || stats(&gateway).await["enabled"] == false)
        .await;
    let retry = gateway.request(Method::POST, "/api/v1/notifications/1/retry");
    assert_eq!(retry.answer().await.0, 503);
}

#[tokio::test]
async fn a_stop_in_the_middle_loses_nothing() {
    let mut gateway = Gateway::launch().without_rate_limits().start().await;
    let (_, key) = api_key(&gateway, &["write:*"]).await;
    let phone = pair(&gateway, "phone", "ios").await.token;
    let mut socket = open(&gateway, &phone).await;
    for number in 0..40 {
        let body = json!({ "type": "n", "data": { "n": number }, "deviceIds": ["phone"] });
        let post = gateway.post("/api/v1/webhooks/notify", &body).header("X-API-Key", &key);
        assert_eq!(post.answer().await.0, 200);
    }
    gateway.signal("TERM");
    let mut got = until_closed(&mut socket).await;
    assert!(gateway.ended().await.success());
    gateway.restart().await;
    let mut socket = open(&gateway, &phone).await;
    // What it has not confirmed comes once more, in order.
    while got.last() != Some(&39) {
        got.push(webhook(&mut socket).await["data"]["data"]["n"].as_i64().expect("a number"));
    }
    got.sort_unstable();
    got.dedup();
    assert_eq!(got, (0..40).collect::<Vec<i64>>());
}

/// The numbers of what comes before the end.
async fn until_closed(socket: &mut Socket) -> Vec<i64> {
    let mut got = Vec::new();
    loop {
        match timeout(PATIENCE, socket.next()).await.expect("an end in time") {
            Some(Ok(Message::Text(text))) => {
                let heard: Value = serde_json::from_str(&text).expect("JSON");
                got.extend(heard["data"]["data"]["n"].as_i64());
            }
            Some(Ok(Message::Close(_)) | Err(_)) | None => return got,
            Some(Ok(_)) => {}
        }
    }
}
