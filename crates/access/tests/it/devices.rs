use access::AuthConfig;
use http::StatusCode;
use serde_json::json;

use crate::house::{LAN, both, settings};

#[tokio::test]
async fn a_device_without_read_all_sees_itself_alone() {
    both(async |house| {
        let admin = house.administrator().await;
        house.device("phone", "ios").await;
        house.pass(1);
        let server = house.device("server", "linux").await;
        let list = |token: &str, query: &str| {
            house.get(&format!("/api/v1/devices{query}")).from(LAN).token(token).send()
        };
        let own = list(&server, "").await.expect(StatusCode::OK);
        assert_eq!(own.as_array().map(Vec::len), Some(1));
        assert_eq!(own[0]["id"], "server");
        let all = list(&admin, "").await.expect(StatusCode::OK);
        assert_eq!((&all[0]["deviceId"], &all[1]["deviceId"]), (&json!("phone"), &json!("server")));
        let part = list(&admin, "?limit=1&offset=1").await.expect(StatusCode::OK);
        assert_eq!(part["devices"][0]["id"], "server");
        assert_eq!(
            (&part["total"], &part["limit"], &part["offset"]),
            (&json!(2), &json!(1), &json!(1))
        );
        assert_eq!(list(&admin, "?limit=-1").await.expect(StatusCode::OK)["limit"], -1);
        assert_eq!(list(&server, "?limit=5").await.expect(StatusCode::OK)["total"], 1);
        list(&admin, "?limit=x").await.refused(400, "INVALID_REQUEST");
        let other = house.get("/api/v1/devices/phone").from(LAN).token(&server).send().await;
        other.refused(404, "NOT_FOUND");
    })
    .await;
}

#[tokio::test]
async fn names_scopes_and_status_change_as_far_as_the_caller_may() {
    both(async |house| {
        let phone = house.device("phone", "ios").await;
        house.device("tablet", "ios").await;
        let patch = |id: &str, token: &str, body| {
            house.patch(&format!("/api/v1/devices/{id}")).from(LAN).token(token).body(&body).send()
        };
        let renamed = patch("phone", &phone, json!({ "deviceName": "Ada's phone" })).await;
        assert_eq!(renamed.expect(StatusCode::OK)["name"], "Ada's phone");
        patch("tablet", &phone, json!({ "deviceName": "mine" })).await.refused(403, "FORBIDDEN");
        patch("phone", &phone, json!({ "scopes": ["access:admin"] }))
            .await
            .refused(403, "FORBIDDEN");
        patch("phone", &phone, json!({ "deviceName": "" })).await.refused(400, "INVALID_REQUEST");
        patch("nothing", &phone, json!({ "deviceName": "x" })).await.refused(404, "NOT_FOUND");

        let local = |body| house.patch("/api/v1/devices/phone").body(&body).send();
        local(json!({ "scopes": ["root:*"] })).await.refused(400, "INVALID_REQUEST");
        local(json!({ "status": "revoked" })).await.refused(400, "INVALID_REQUEST");
        local(json!({ "scopes": ["read:catalog"] })).await.expect(StatusCode::OK);
        let other = house.get("/api/v1/devices/tablet").from(LAN).token(&phone).send().await;
        other.refused(404, "NOT_FOUND");
        assert_eq!(house.last_audit().await.action, "device.changed");
        let restarted = house.restarted(settings()).await;
        let shown = restarted.get("/api/v1/devices/phone").send().await.expect(StatusCode::OK);
        assert_eq!(
            (&shown["scopes"], &shown["name"]),
            (&json!(["read:catalog"]), &json!("Ada's phone"))
        );
    })
    .await;
}

#[tokio::test]
async fn a_revoked_device_is_out_at_once_and_for_good() {
    both(async |house| {
        let phone = house.device("phone", "ios").await;
        let tablet = house.device("tablet", "ios").await;
        let path = "/api/v1/devices/phone";
        house.delete(path).from(LAN).token(&tablet).send().await.refused(403, "FORBIDDEN");
        let revoked = house.delete(path).send().await.expect(StatusCode::OK);
        assert_eq!(
            (&revoked["status"], &revoked["deviceId"]),
            (&json!("revoked"), &json!("phone"))
        );
        let me = |token: &str| house.get("/api/v1/auth/me").from(LAN).token(token).send();
        me(&phone).await.refused(401, "UNAUTHORIZED");
        house.post("/api/v1/auth/refresh").token(&phone).send().await.refused(401, "UNAUTHORIZED");
        house.delete(path).send().await.refused(404, "NOT_FOUND");

        house.device("phone", "ios").await;
        me(&phone).await.refused(401, "UNAUTHORIZED");
        let restarted = house.restarted(settings()).await;
        let old = restarted.get("/api/v1/auth/me").token(&phone).send().await;
        old.refused(401, "UNAUTHORIZED");
    })
    .await;
}

#[tokio::test]
async fn relaxed_writes_open_plain_changes_and_nothing_more() {
    both(async |house| {
        let phone = house.device("phone", "ios").await;
        house.device("tablet", "ios").await;
        let mut relaxed = settings();
        relaxed.auth = AuthConfig { relaxed_writes: true, ..AuthConfig::default() };
        house.access.reload(relaxed).await.expect("a reload");
        let rename = json!({ "deviceName": "kitchen" });
        let renamed = house.patch("/api/v1/devices/tablet").from(LAN).token(&phone).body(&rename);
        renamed.send().await.expect(StatusCode::OK);
        house.get("/api/v1/apikeys").from(LAN).token(&phone).send().await.refused(403, "FORBIDDEN");
        let revoked = house.delete("/api/v1/devices/tablet").from(LAN).token(&phone).send().await;
        revoked.expect(StatusCode::OK);
    })
    .await;
}
