use axum::http::StatusCode;
use events::Change;
use kit::Actor;
use serde_json::{Value, json};
use testkit::both;

use crate::server::{MIGRATIONS, Server};

async fn record(server: &Server) {
    let by = |id: &str| Actor { id: id.to_owned(), address: "192.0.2.7".parse().ok() };
    for change in [
        Change::by(Actor::system(), "config.reloaded"),
        Change::by(by("user-admin"), "device.revoked")
            .target("tablet-1")
            .details(json!({"name": "Tablet"})),
        Change::by(by("phone-1"), "device.renamed").target("phone-1"),
        Change::by(by("phone-1"), "auth.refreshed").failed("The token was used before"),
    ] {
        server.events.note(&change).await.expect("it is noted");
    }
}

fn actions(body: &Value) -> Vec<&str> {
    let logs = body["logs"].as_array().expect("a list");
    logs.iter().map(|log| log["action"].as_str().expect("a name")).collect()
}

#[tokio::test]
async fn an_administrator_sees_every_change_and_can_filter() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        record(&server).await;
        let body = server.ok("admin", "/api/v1/audit-logs").await;
        assert_eq!(
            body,
            json!({
                "logs": [
                    {
                        "id": 4, "timestamp": "2023-11-14T22:13:20Z", "action": "auth.refreshed",
                        "actorId": "phone-1", "actorIp": "192.0.2.7",
                        "success": false, "error": "The token was used before",
                    },
                    {
                        "id": 3, "timestamp": "2023-11-14T22:13:20Z", "action": "device.renamed",
                        "actorId": "phone-1", "actorIp": "192.0.2.7", "targetId": "phone-1",
                        "success": true,
                    },
                    {
                        "id": 2, "timestamp": "2023-11-14T22:13:20Z", "action": "device.revoked",
                        "actorId": "user-admin", "actorIp": "192.0.2.7", "targetId": "tablet-1",
                        "details": {"name": "Tablet"}, "success": true,
                    },
                    {
                        "id": 1, "timestamp": "2023-11-14T22:13:20Z", "action": "config.reloaded",
                        "actorId": "system", "actorIp": "", "success": true,
                    },
                ],
                "total": 4, "limit": 100, "offset": 0, "count": 4,
            })
        );
        for (query, found) in [
            ("action=device.revoked", vec!["device.revoked"]),
            ("actor=phone-1", vec!["auth.refreshed", "device.renamed"]),
            ("actor=phone-1&action=device.renamed", vec!["device.renamed"]),
            ("actor=user-admin&action=device.renamed", vec![]),
            (
                "actor=&action=",
                vec!["auth.refreshed", "device.renamed", "device.revoked", "config.reloaded"],
            ),
            ("actor=%27%20OR%201=1", vec![]),
        ] {
            let body = server.ok("admin", &format!("/api/v1/audit-logs?{query}")).await;
            assert_eq!(actions(&body), found, "{query}");
            assert_eq!(body["total"], found.len(), "{query}");
        }
        let page = server.ok("reader", "/api/v1/audit-logs?limit=1&offset=1").await;
        assert_eq!(actions(&page), ["device.renamed"]);
        assert_eq!((&page["total"], &page["count"]), (&json!(4), &json!(1)));
        let lowered = server.ok("admin", "/api/v1/audit-logs?limit=5000").await;
        assert_eq!(lowered["limit"], 1000);
        let long = format!("action={}", "x".repeat(300));
        for bad in ["limit=-1", "offset=x", "action=%00", "actor=a%0Ab", &long] {
            let (status, body) = server.get("admin", &format!("/api/v1/audit-logs?{bad}")).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{bad}: {body}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_caller_without_read_all_sees_what_it_did_itself() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        record(&server).await;
        for query in ["", "?actor=phone-1"] {
            let body = server.ok("phone", &format!("/api/v1/audit-logs{query}")).await;
            assert_eq!(actions(&body), ["auth.refreshed", "device.renamed"]);
            assert_eq!(body["total"], 2);
        }
        for query in ["?actor=user-admin", "?actor=system&action=config.reloaded"] {
            let body = server.ok("phone", &format!("/api/v1/audit-logs{query}")).await;
            assert_eq!((actions(&body), &body["total"]), (vec![], &json!(0)));
        }
    })
    .await;
}

#[tokio::test]
async fn only_a_token_opens_it() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        for (path, refused) in [
            ("/api/v1/audit-logs", ["local", "nobody", "key", "wrong"].as_slice()),
            ("/api/v1/stats/quick", &["local", "nobody", "key", "wrong"]),
            ("/api/v1/stats", &["nobody", "wrong"]),
            ("/api/v1/admin/info", &["nobody", "wrong"]),
            ("/api/v1/activity/recent", &["nobody", "wrong"]),
            ("/api/v1/system/resources", &["nobody", "wrong"]),
        ] {
            for caller in refused {
                let (status, body) = server.get(caller, path).await;
                assert_eq!(status, StatusCode::UNAUTHORIZED, "{path} for {caller}");
                assert_eq!(body["error"]["code"], "UNAUTHORIZED");
            }
            let (status, _) = server.get("pending", path).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{path} for a device that waits");
        }
    })
    .await;
}
