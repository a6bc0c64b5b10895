use access::AuthConfig;
use http::StatusCode;
use serde_json::json;
use web::Reload;

use crate::fixture::{LAN, both, settings};

#[tokio::test]
async fn a_device_without_read_all_sees_itself_alone() {
    both(async |fixture| {
        let admin = fixture.administrator().await;
        fixture.device("phone", "ios").await;
        fixture.pass(1);
        let server = fixture.device("server", "linux").await;
        let list = |token: &str, query: &str| {
            fixture.get(&format!("/api/v1/devices{query}")).from(LAN).token(token).send()
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
        let other = fixture.get("/api/v1/devices/phone").from(LAN).token(&server).send().await;
        other.refused(404, "NOT_FOUND");
    })
    .await;
}

#[tokio::test]
async fn names_scopes_and_status_change_as_far_as_the_caller_may() {
    both(async |fixture| {
        let phone = fixture.device("phone", "ios").await;
        fixture.device("tablet", "ios").await;
        let patch = |id: &str, token: &str, body| {
            fixture
                .patch(&format!("/api/v1/devices/{id}"))
                .from(LAN)
                .token(token)
                .body(&body)
                .send()
        };
        let renamed = patch("phone", &phone, json!({ "deviceName": "Ada's phone" })).await;
        assert_eq!(renamed.expect(StatusCode::OK)["name"], "Ada's phone");
        patch("tablet", &phone, json!({ "deviceName": "mine" })).await.refused(403, "FORBIDDEN");
        patch("phone", &phone, json!({ "scopes": ["access:admin"] }))
            .await
            .refused(403, "FORBIDDEN");
        patch("phone", &phone, json!({ "deviceName": "" })).await.refused(400, "INVALID_REQUEST");
        patch("nothing", &phone, json!({ "deviceName": "x" })).await.refused(404, "NOT_FOUND");

        let local = |body| fixture.patch("/api/v1/devices/phone").body(&body).send();
        local(json!({ "scopes": ["root:*"] })).await.refused(400, "INVALID_REQUEST");
        local(json!({ "status": "revoked" })).await.refused(400, "INVALID_REQUEST");
        local(json!({ "scopes": ["read:catalog"] })).await.expect(StatusCode::OK);
        let other = fixture.get("/api/v1/devices/tablet").from(LAN).token(&phone).send().await;
        other.refused(404, "NOT_FOUND");
        assert_eq!(fixture.last_audit().await.action, "device.changed");
        let restarted = fixture.restarted(settings()).await;
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
    both(async |fixture| {
        let phone = fixture.device("phone", "ios").await;
        let tablet = fixture.device("tablet", "ios").await;
        let path = "/api/v1/devices/phone";
        fixture.delete(path).from(LAN).token(&tablet).send().await.refused(403, "FORBIDDEN");
        let revoked = fixture.delete(path).send().await.expect(StatusCode::OK);
        assert_eq!(
            (&revoked["status"], &revoked["deviceId"]),
            (&json!("revoked"), &json!("phone"))
        );
        let me = |token: &str| fixture.get("/api/v1/auth/me").from(LAN).token(token).send();
        me(&phone).await.refused(401, "UNAUTHORIZED");
        fixture
            .post("/api/v1/auth/refresh")
            .token(&phone)
            .send()
            .await
            .refused(401, "UNAUTHORIZED");
        fixture.delete(path).send().await.refused(404, "NOT_FOUND");

        fixture.device("phone", "ios").await;
        me(&phone).await.refused(401, "UNAUTHORIZED");
        let restarted = fixture.restarted(settings()).await;
        let old = restarted.get("/api/v1/auth/me").token(&phone).send().await;
        old.refused(401, "UNAUTHORIZED");
    })
    .await;
}

#[tokio::test]
async fn relaxed_writes_open_plain_changes_and_nothing_more() {
    both(async |fixture| {
        let phone = fixture.device("phone", "ios").await;
        fixture.device("tablet", "ios").await;
        let mut relaxed = settings();
        relaxed.auth = AuthConfig { relaxed_writes: true, ..AuthConfig::default() };
        fixture.access.reload(relaxed).await.expect("a reload");
        let rename = json!({ "deviceName": "kitchen" });
        let renamed = fixture.patch("/api/v1/devices/tablet").from(LAN).token(&phone).body(&rename);
        renamed.send().await.expect(StatusCode::OK);
        fixture
            .get("/api/v1/apikeys")
            .from(LAN)
            .token(&phone)
            .send()
            .await
            .refused(403, "FORBIDDEN");
        let revoked = fixture.delete("/api/v1/devices/tablet").from(LAN).token(&phone).send().await;
        revoked.expect(StatusCode::OK);
    })
    .await;
}
