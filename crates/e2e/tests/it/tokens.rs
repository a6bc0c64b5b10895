//! Revocation over HTTP as a client sees it, over a restart too.

use reqwest::Method;
use serde_json::json;
use testkit::{Database, Gateway};

use crate::people::{Calls, api_key, pair};

#[tokio::test]
async fn what_was_revoked_stays_revoked_after_a_kill() {
    for database in Database::all() {
        let mut gateway = Gateway::launch().without_rate_limits().database(&database).start().await;
        let phone = pair(&gateway, "phone", "ios").await.token;
        let kept = pair(&gateway, "tablet", "ios").await.token;
        let (id, key) = api_key(&gateway, &["read:*"]).await;
        let admin = gateway.admin_token().await;
        let revoke = gateway.request(Method::DELETE, "/api/v1/devices/phone");
        assert_eq!(revoke.answer().await.0, 200);
        let revoke = gateway.request(Method::DELETE, &format!("/api/v1/apikeys/{id}"));
        assert_eq!(revoke.answer().await.0, 200);
        let out = gateway.post("/api/v1/auth/logout", &json!({})).bearer_auth(&admin);
        assert_eq!(out.answer().await.0, 200);
        gateway.kill9();
        gateway.restart().await;
        let devices = || gateway.get("/api/v1/devices");
        for token in [&phone, &admin] {
            assert_eq!(devices().bearer_auth(token).answer().await.0, 401, "{database}");
        }
        assert_eq!(devices().header("X-API-Key", &key).answer().await.0, 401, "{database}");
        assert_eq!(devices().bearer_auth(&kept).answer().await.0, 200, "{database}");
    }
}

#[tokio::test]
async fn every_change_is_in_the_audit_log_with_who_and_from_where() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let admin = gateway.admin_token().await;
    pair(&gateway, "phone", "ios").await;
    let rename = json!({ "deviceName": "kitchen" });
    let patch = gateway.request(Method::PATCH, "/api/v1/devices/phone").json(&rename);
    assert_eq!(patch.bearer_auth(&admin).answer().await.0, 200);
    let log = |query: &str| {
        gateway.get(&format!("/api/v1/audit-logs{query}")).bearer_auth(&admin).answer()
    };
    let (status, all) = log("?limit=1000").await;
    assert_eq!(status, 200);
    let actions: Vec<_> =
        all["logs"].as_array().expect("entries").iter().map(|e| e["action"].as_str()).collect();
    for action in ["user.created", "user.sign_in", "device.paired", "device.changed"] {
        assert!(actions.contains(&Some(action)), "{action} is missing in {actions:?}");
    }
    let (_, mine) = log("?action=device.changed&actor=user-admin").await;
    assert_eq!(mine["total"], 1);
    let entry = &mine["logs"][0];
    assert_eq!((&entry["actorIp"], &entry["targetId"]), (&json!("127.0.0.1"), &json!("phone")));
    assert_eq!(entry["success"], true);
}
