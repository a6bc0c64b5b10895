//! No secret in the log, however much is logged.

use reqwest::Method;
use serde_json::json;
use testkit::Gateway;

use crate::people::{Calls, api_key, pair};

const CONFIGURED: &str = "configured-bootstrap-token-0123456789";
const SIGNING_KEY: &str = "a-signing-key-that-nobody-should-see-0123456789";
const PASSWORD: &str = "correct horse battery";
const WRONG: &str = "tell-nobody-this-wrong-password";

#[tokio::test]
async fn nothing_secret_is_logged_even_at_the_finest_level() {
    let config = format!(
        "logging: {{level: trace}}\nbootstrap: {{tokens: [{CONFIGURED}]}}\n\
         auth: {{hs256_secret: {SIGNING_KEY}}}\n"
    );
    let gateway = Gateway::launch().https().config(config).without_rate_limits().start().await;
    let admin = gateway.admin_token().await;
    let device = pair(&gateway, "phone", "ios").await;
    let (_, key) = api_key(&gateway, &["read:*"]).await;
    let unused =
        gateway.get("/api/v1/auth/qr").answer().await.1["code"].as_str().map(str::to_owned);
    let wrong = json!({ "username": "admin", "password": WRONG });
    assert_eq!(gateway.post("/api/v1/auth/login", &wrong).answer().await.0, 401);
    let malformed = format!(r#"{{"username":"admin","password":"{WRONG}""#);
    let broken = gateway.request(Method::POST, "/api/v1/auth/login").body(malformed);
    assert_eq!(broken.header("Content-Type", "application/json").answer().await.0, 400);
    let by_query = format!("/api/v1/devices?token={}", device.token);
    let by_query = gateway.get(&by_query).header("Cookie", "session=cookie-secret-value");
    by_query.bearer_auth(&device.token).answer().await;
    gateway.get("/api/v1/devices").header("X-API-Key", &key).answer().await;
    let by_path = format!("/api/v1/pair/{}", device.code);
    assert_eq!(gateway.get(&by_path).answer().await.0, 404);
    gateway.post("/api/v1/auth/refresh", &json!({})).bearer_auth(&device.token).answer().await;
    gateway.get("/no/such/path?access_token=query-secret-value").answer().await;

    let output = gateway.output();
    assert!(output.contains("TRACE"), "the finest level is not on:\n{output}");
    assert!(output.len() < 1 << 20, "{} bytes: the log tells of itself", output.len());
    let unused = unused.expect("a code");
    for (what, secret) in [
        ("the administrator's token", admin.as_str()),
        ("the device's token", &device.token),
        ("the bootstrap token", &device.bootstrap),
        ("the redeemed code", &device.code),
        ("the unused code", &unused),
        ("the API key", &key),
        ("the password", PASSWORD),
        ("the wrong password", WRONG),
        ("the configured token", CONFIGURED),
        ("the signing key", SIGNING_KEY),
        ("the cookie", "cookie-secret-value"),
        ("the query", "query-secret-value"),
    ] {
        let found = output.lines().find(|line| line.contains(secret));
        assert!(found.is_none(), "{what} is in the log: {found:?}");
    }
}

#[tokio::test]
async fn what_the_program_says_of_itself_holds_no_secret() {
    let config =
        format!("bootstrap: {{tokens: [{CONFIGURED}]}}\nauth: {{hs256_secret: {SIGNING_KEY}}}\n");
    let gateway = Gateway::launch().config(config).without_rate_limits().start().await;
    let admin = gateway.admin_token().await;
    let (_, key) = api_key(&gateway, &["read:*"]).await;
    for path in [
        "/api/v1/admin/info",
        "/api/v1/audit-logs",
        "/api/v1/activity/recent",
        "/healthz",
        "/metrics",
        "/api/v1/apikeys",
    ] {
        let answer = gateway.get(path).bearer_auth(&admin).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{path}");
        let body = answer.text().await.expect("a body");
        for secret in [CONFIGURED, SIGNING_KEY, PASSWORD, &key, &admin] {
            assert!(!body.contains(secret), "{path} shows a secret");
        }
    }
}
