use http::StatusCode;
use serde_json::{Value, json};

use crate::fixture::{Fixture, LAN, both, settings};

async fn create(fixture: &Fixture, scopes: &[&str]) -> (String, String) {
    let body = json!({ "name": "backup script", "scopes": scopes });
    let made = fixture.post("/api/v1/apikeys").body(&body).send().await.expect(StatusCode::CREATED);
    let text = |field: &str| made[field].as_str().expect("a text").to_owned();
    (text("id"), text("key"))
}

#[tokio::test]
async fn a_key_is_shown_once_and_works_until_revoked() {
    both(async |fixture| {
        let (id, key) = create(&fixture, &["read:*"]).await;
        assert!(key.strip_prefix("svc_").is_some_and(|hex| hex.len() == 64));
        assert!(id.strip_prefix("key_").is_some_and(|hex| hex.len() == 32));
        let use_key = || fixture.get("/api/v1/devices").from(LAN).key(&key).send();
        use_key().await.expect(StatusCode::OK);

        let listed = fixture.get("/api/v1/apikeys").send().await;
        assert!(!String::from_utf8_lossy(&listed.bytes).contains(&key));
        let listed = listed.expect(StatusCode::OK);
        assert_eq!(listed[0]["prefix"], key[..12]);
        assert_eq!(listed[0]["createdBy"], "local");
        assert!(listed[0]["lastUsedAt"].is_string());

        fixture.delete(&format!("/api/v1/apikeys/{id}")).send().await.expect(StatusCode::OK);
        use_key().await.refused(401, "UNAUTHORIZED");
        let before = fixture.last_audit().await.id;
        fixture.delete(&format!("/api/v1/apikeys/{id}")).send().await.expect(StatusCode::OK);
        assert_eq!(fixture.last_audit().await.id, before, "nothing changed a second time");
        let shown = fixture.get(&format!("/api/v1/apikeys/{id}")).send().await;
        assert!(shown.expect(StatusCode::OK)["revokedAt"].is_string());
        let restarted = fixture.restarted(settings()).await;
        let again = restarted.get("/api/v1/devices").from(LAN).key(&key).send().await;
        again.refused(401, "UNAUTHORIZED");

        let permanent = format!("/api/v1/apikeys/{id}?permanent=true");
        fixture.delete(&permanent).send().await.expect(StatusCode::OK);
        fixture.get(&format!("/api/v1/apikeys/{id}")).send().await.refused(404, "NOT_FOUND");
        fixture.delete(&permanent).send().await.refused(404, "NOT_FOUND");
    })
    .await;
}

/// Pairs a device with a code that the holder of this key asked for.
async fn let_in(fixture: &Fixture, key: &str, id: &str) -> Value {
    let minted = fixture.get("/api/v1/auth/qr").from(LAN).key(key).send().await;
    let minted = minted.expect(StatusCode::OK);
    let bootstrap = fixture.redeemed(minted["code"].as_str().expect("a code")).await;
    fixture.pair(&bootstrap, id, "ios").await.expect(StatusCode::OK)
}

fn token(paired: &Value) -> &str {
    paired["accessToken"].as_str().expect("a token")
}

#[tokio::test]
async fn a_device_that_a_key_let_in_never_may_do_more_and_falls_with_it() {
    both(async |fixture| {
        let (id, key) = create(&fixture, &["write:*", "read:catalog"]).await;
        let phone = let_in(&fixture, &key, "phone-1").await;
        assert_eq!(
            (&phone["scopes"], &phone["status"]),
            (&json!(["read:catalog"]), &json!("approved"))
        );
        let me =
            async |token: &str| fixture.get("/api/v1/auth/me").from(LAN).token(token).send().await;
        me(token(&phone)).await.expect(StatusCode::OK);

        let own = fixture.device("own-phone", "ios").await;
        let taken = fixture.get("/api/v1/auth/qr").from(LAN).key(&key).send().await;
        let code = taken.expect(StatusCode::OK)["code"].as_str().expect("a code").to_owned();
        let bootstrap = fixture.redeemed(&code).await;
        fixture.pair(&bootstrap, "own-phone", "ios").await.refused(409, "CONFLICT");
        me(&own).await.expect(StatusCode::OK);

        // What waits for its second half falls, too.
        let minted = fixture.get("/api/v1/auth/qr").from(LAN).key(&key).send().await;
        let code = minted.expect(StatusCode::OK)["code"].as_str().expect("a code").to_owned();
        fixture.delete(&format!("/api/v1/apikeys/{id}")).send().await.expect(StatusCode::OK);
        me(token(&phone)).await.refused(401, "UNAUTHORIZED");
        fixture.redeem(&code, LAN).await.refused(404, "INVALID_CODE");
        fixture.pair(&bootstrap, "phone-2", "ios").await.refused(401, "UNAUTHORIZED");
        let restarted = fixture.restarted(settings()).await;
        let again = restarted.get("/api/v1/auth/me").from(LAN).token(token(&phone)).send().await;
        again.refused(401, "UNAUTHORIZED");
        me(&own).await.expect(StatusCode::OK);
    })
    .await;
}

/// Also one that an administrator had to approve, because whoever asked for its code may not write.
#[tokio::test]
async fn a_device_that_a_device_let_in_never_may_do_more_and_falls_with_it() {
    both(async |fixture| {
        let admin = fixture.administrator().await;
        let first = fixture.device("first", "linux").await;
        let minted = fixture.get("/api/v1/auth/qr").from(LAN).token(&first).send().await;
        let code = minted.expect(StatusCode::OK)["code"].as_str().expect("a code").to_owned();
        let bootstrap = fixture.redeemed(&code).await;
        let second = fixture.pair(&bootstrap, "second", "ios").await.expect(StatusCode::OK);
        assert_eq!(second["status"], "pending");
        let approve = fixture.patch("/api/v1/devices/second").from(LAN).token(&admin);
        let approved = approve.body(&json!({ "status": "approved" })).send().await;
        let scopes = approved.expect(StatusCode::OK)["scopes"].clone();
        assert!(!scopes.as_array().expect("scopes").contains(&json!("read:*")), "{scopes}");
        let me = || fixture.get("/api/v1/auth/me").from(LAN).token(token(&second)).send();
        me().await.expect(StatusCode::OK);
        let revoked = fixture.delete("/api/v1/devices/first").from(LAN).token(&admin).send().await;
        revoked.expect(StatusCode::OK);
        me().await.refused(401, "UNAUTHORIZED");
    })
    .await;
}

#[tokio::test]
async fn a_device_that_a_key_let_in_expires_with_it() {
    both(async |fixture| {
        let end = fixture.clock.now().after(std::time::Duration::from_secs(60));
        let body = json!({ "name": "short", "scopes": ["write:*", "read:*"], "expiresAt": end });
        let made = fixture.post("/api/v1/apikeys").body(&body).send().await;
        let key = made.expect(StatusCode::CREATED)["key"].as_str().expect("a key").to_owned();
        let phone = let_in(&fixture, &key, "phone-1").await;
        let me = || fixture.get("/api/v1/auth/me").from(LAN).token(token(&phone)).send();
        fixture.pass(59);
        me().await.expect(StatusCode::OK);
        fixture.pass(1);
        me().await.refused(401, "UNAUTHORIZED");
        let refreshed = fixture.post("/api/v1/auth/refresh").from(LAN).token(token(&phone));
        refreshed.send().await.refused(401, "UNAUTHORIZED");
    })
    .await;
}

#[tokio::test]
async fn a_key_expires_to_the_second() {
    both(async |fixture| {
        let end = fixture.clock.now().after(std::time::Duration::from_secs(60));
        let body = json!({ "name": "short", "scopes": ["read:*"], "expiresAt": end });
        let made = fixture.post("/api/v1/apikeys").body(&body).send().await;
        let key = made.expect(StatusCode::CREATED)["key"].as_str().expect("a key").to_owned();
        let use_key = || fixture.get("/api/v1/devices").from(LAN).key(&key).send();
        fixture.pass(59);
        use_key().await.expect(StatusCode::OK);
        fixture.pass(1);
        use_key().await.refused(401, "UNAUTHORIZED");
    })
    .await;
}

#[tokio::test]
async fn nobody_makes_a_key_stronger_than_themselves() {
    both(async |fixture| {
        let phone = fixture.device("phone", "ios").await;
        let all = json!({ "name": "all", "scopes": ["access:admin"] });
        let post = || fixture.post("/api/v1/apikeys").from(LAN);
        post().token(&phone).body(&all).send().await.refused(403, "FORBIDDEN");
        let (_, weak) = create(&fixture, &["write:*"]).await;
        post().key(&weak).body(&all).send().await.refused(403, "FORBIDDEN");
        let (_, strong) = create(&fixture, &["access:admin"]).await;
        post().key(&strong).body(&all).send().await.expect(StatusCode::CREATED);
    })
    .await;
}

#[tokio::test]
async fn bad_keys_are_not_made() {
    both(async |fixture| {
        let long = "x".repeat(129);
        for body in [
            json!({ "name": "", "scopes": ["read:*"] }),
            json!({ "name": long, "scopes": ["read:*"] }),
            json!({ "name": "x", "scopes": [] }),
            json!({ "name": "x", "scopes": ["everything"] }),
            json!({ "name": "x", "scopes": ["read:*"], "expiresAt": "2001-01-01T00:00:00Z" }),
            json!({ "name": "x", "scopes": ["read:*"], "expiresAt": "tomorrow" }),
            json!({ "scopes": ["read:*"] }),
        ] {
            fixture
                .post("/api/v1/apikeys")
                .body(&body)
                .send()
                .await
                .refused(400, "INVALID_REQUEST");
        }
        let keys = fixture.get("/api/v1/apikeys").send().await.expect(StatusCode::OK);
        assert_eq!(keys, Value::Array(Vec::new()));
    })
    .await;
}

#[tokio::test]
async fn only_the_hash_is_stored_and_a_key_is_no_token() {
    both(async |fixture| {
        let (_, key) = create(&fixture, &["access:admin"]).await;
        let mut conn = fixture.db.read().await.expect("a connection");
        let hash: String = store::query_scalar("SELECT hash FROM api_keys")
            .fetch_one(&mut *conn)
            .await
            .expect("a row");
        assert_eq!(hash, kit::sha256_hex(&key));
        drop(conn);
        fixture.get("/api/v1/auth/me").key(&key).send().await.refused(401, "UNAUTHORIZED");
        fixture.get("/api/v1/devices").token(&key).send().await.refused(401, "UNAUTHORIZED");
        let audit = format!("{:?}", fixture.last_audit().await);
        assert!(!audit.contains(&key) && !audit.contains(&hash));
    })
    .await;
}
