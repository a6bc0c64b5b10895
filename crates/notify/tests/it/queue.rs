use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};
use store::{Db, query, query_scalar};
use testkit::both;

use crate::server::{MIGRATIONS, START, Server};

const DAY: Duration = Duration::from_secs(86_400);

fn numbers(list: &Value) -> Vec<i64> {
    let list = list["notifications"].as_array().expect("a list");
    list.iter().map(|row| row["payload"]["data"]["n"].as_i64().expect("a number")).collect()
}

#[tokio::test]
async fn a_notification_is_shown_with_all_that_is_known_of_it() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        server.note(7, &["phone", "ghost"]).await;
        let mut list = server.ok("admin", "/api/v1/notifications?device_id=phone").await;
        let id = list["notifications"][0]["id"].take();
        assert!(id.is_i64());
        let expected = json!({
            "id": null, "deviceId": "phone", "deviceName": "The phone", "type": "note",
            "status": "pending", "attempts": 0, "maxAttempts": 5,
            "payload": { "type": "note", "data": { "n": 7 }, "deviceIds": ["phone", "ghost"] },
            "createdAt": "2023-11-14T22:13:20Z", "expiresAt": "2023-12-14T22:13:20Z",
            "isStale": false,
        });
        assert_eq!(list["notifications"], json!([expected]));
        let list = server.ok("admin", "/api/v1/notifications?device_id=ghost").await;
        assert_eq!(list["notifications"][0]["deviceName"], "");
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn lists_are_filtered_and_come_in_pages() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        for number in 0..5 {
            server.note(number, &["phone"]).await;
        }
        server.note(5, &["tablet"]).await;
        let other = json!({ "type": "other", "data": { "n": 6 }, "deviceIds": ["phone"] });
        server.post("key", "/api/v1/webhooks/notify", other).await;
        for (query, found, total) in [
            ("", vec![6, 5, 4, 3, 2, 1, 0], 7),
            ("limit=2&offset=1", vec![5, 4], 7),
            ("device_id=phone&limit=3", vec![6, 4, 3], 6),
            ("type=other", vec![6], 1),
            ("type=note&device_id=tablet&status=pending", vec![5], 1),
            ("status=delivered", vec![], 0),
            ("status=&device_id=&type=", vec![6, 5, 4, 3, 2, 1, 0], 7),
            ("device_id=%27%20OR%201=1", vec![], 0),
        ] {
            let list = server.ok("admin", &format!("/api/v1/notifications?{query}")).await;
            assert_eq!((numbers(&list), &list["total"]), (found, &json!(total)), "{query}");
        }
        let list = server.ok("admin", "/api/v1/notifications").await;
        assert_eq!((&list["limit"], &list["offset"]), (&json!(50), &json!(0)));
        let list = server.ok("admin", "/api/v1/notifications?limit=1000").await;
        assert_eq!(list["limit"], 200);
        for bad in ["limit=-1", "offset=x", "status=lost", "type=%00"] {
            let (status, _) = server.get("admin", &format!("/api/v1/notifications?{bad}")).await;
            assert_eq!(status, 400, "{bad}");
        }
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn dismissing_retrying_and_clearing_are_counted() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        for number in 0..4 {
            server.note(number, &["phone"]).await;
        }
        server.note(4, &["tablet"]).await;
        let ids: Vec<i64> = server
            .queued("pending")
            .await
            .iter()
            .map(|row| row["id"].as_i64().expect("a number"))
            .collect();
        let one = |id: i64| format!("/api/v1/notifications/{id}");
        let (status, answer) = server.delete("admin", &one(ids[0])).await;
        assert_eq!((status, answer), (200, json!({ "status": "dismissed", "id": ids[0] })));
        // Its own, without `write:*`.
        assert_eq!(server.delete("phone", &one(ids[1])).await.0, 200);
        let (_, answer) = server.delete("phone", "/api/v1/notifications/device/phone").await;
        assert_eq!(answer, json!({ "status": "dismissed", "deviceId": "phone", "count": 2 }));
        let stats = server.ok("admin", "/api/v1/notifications/stats").await;
        let expected = json!({
            "totalPending": 1, "totalDelivered": 0, "totalFailed": 0, "totalDismissed": 4,
            "staleCount": 0, "enabled": true,
        });
        assert_eq!(stats, expected);

        let retry = |id: i64| format!("/api/v1/notifications/{id}/retry");
        let (_, answer) = server.call("admin", Method::POST, &retry(ids[3]), None).await;
        assert_eq!(answer, json!({ "status": "pending", "id": ids[3] }));
        let many = json!({ "ids": [ids[2], ids[2], ids[3], 4_711] });
        let (_, answer) = server.post("admin", "/api/v1/notifications/retry", many).await;
        assert_eq!(answer, json!({ "status": "pending", "count": 2 }));
        let mut phone = server.sockets.connect("phone");
        assert_eq!(phone.take().await["notificationId"], ids[2]);
        assert_eq!(phone.take().await["notificationId"], ids[3]);
        server.until("delivered", 2).await;
        let (_, answer) = server.delete("admin", "/api/v1/notifications/delivered").await;
        assert_eq!(answer, json!({ "status": "cleared", "count": 2 }));
        assert_eq!(server.ok("admin", "/api/v1/notifications").await["total"], 3);

        for (path, body) in [
            ("/api/v1/notifications/4711/retry", None),
            ("/api/v1/notifications/retry", Some(json!({ "ids": [] }))),
            ("/api/v1/notifications/retry", Some(json!({ "ids": ["x"] }))),
            ("/api/v1/notifications/x/retry", None),
        ] {
            let (status, _) = server.call("admin", Method::POST, path, body).await;
            assert!(matches!(status, 400 | 404), "{path}: {status}");
        }
        assert_eq!(server.delete("admin", &one(4_711)).await.0, 404);
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn what_waits_too_long_is_stale_and_goes_in_the_end() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        server.note(1, &["phone"]).await;
        server.pass(DAY / 2);
        server.note(2, &["phone", "tablet"]).await;
        server.pass(DAY / 2);
        let stale = server.ok("admin", "/api/v1/notifications/stale").await;
        let device = json!({
            "deviceId": "phone", "deviceName": "The phone", "count": 1, "types": ["note"],
            "oldestAt": "2023-11-14T22:13:20Z", "newestAt": "2023-11-14T22:13:20Z",
        });
        assert_eq!(stale, json!({ "staleThresholdHours": 24, "devices": [device] }));
        assert_eq!(server.ok("phone", "/api/v1/notifications/stats").await["staleCount"], 1);
        assert_eq!(server.ok("tablet", "/api/v1/notifications/stale").await["devices"], json!([]));
        server.pass(DAY);
        assert_eq!(server.ok("admin", "/api/v1/notifications/stats").await["staleCount"], 3);
        assert_eq!(server.queued("pending").await[0]["isStale"], true);

        server.pass(DAY * 28);
        server.notify.prune().await.expect("it prunes");
        assert_eq!(server.ok("admin", "/api/v1/notifications").await["total"], 2);
        server.pass(DAY);
        server.notify.prune().await.expect("it prunes");
        assert_eq!(server.ok("admin", "/api/v1/notifications").await["total"], 0);
        assert_eq!(server.ok("admin", "/api/v1/notifications/stats").await["staleCount"], 0);
        server.stop().await;
    })
    .await;
}

/// Puts rows there for the phone as they would have come, quicker than one by one.
async fn fill(db: &Db, count: i64) {
    let mut tx = db.begin().await.expect("a transaction");
    let sql = "INSERT INTO notification_messages (kind, body, at) VALUES ('old', '{}', $1)
               RETURNING id";
    let message: i64 =
        query_scalar(sql).bind(START.0).fetch_one(&mut *tx).await.expect("a message");
    for _ in 0..count {
        query(
            "INSERT INTO notifications (message_id, device_id, kind, status, attempts, created_at,
                 expires_at) VALUES ($1, 'phone', 'old', 'pending', 0, $2, $3)",
        )
        .bind(message)
        .bind(START.0)
        .bind(START.after(DAY).0)
        .execute(&mut *tx)
        .await
        .expect("a row");
    }
    for sql in [
        "INSERT INTO notification_counts (status, device_id, count) VALUES ('pending', 'phone', $1)",
        "INSERT INTO notification_hours (hour, count) VALUES (472222, $1)",
    ] {
        query(sql).bind(count).execute(&mut *tx).await.expect("a count");
    }
    tx.commit().await.expect("committed");
}

#[tokio::test]
async fn a_full_queue_gives_up_the_oldest_and_says_so() {
    for database in testkit::Database::all() {
        let db = database.open(&MIGRATIONS).await;
        let server = Server::new(db.clone()).await;
        fill(&db, 1_000).await;
        for number in 0..2 {
            server.note(number, &["phone"]).await;
        }
        let stats = server.ok("admin", "/api/v1/notifications/stats").await;
        assert_eq!((&stats["totalPending"], &stats["totalFailed"]), (&json!(1_000), &json!(2)));
        let lost = server.queued("failed").await;
        assert!(lost.iter().all(|row| row["type"] == "old"));
        assert!(lost[0]["errorMessage"].as_str().is_some_and(|text| text.contains("full")));
        let feed = server.events.activity(kit::Page::ALL).await.expect("the feed").items;
        let told: Vec<_> = feed.iter().filter(|e| e.kind == "notification.overflow").collect();
        assert_eq!(told.len(), 1);
        assert!(told[0].message.contains("The phone"));
        server.stop().await;
        db.close().await;
    }
}
