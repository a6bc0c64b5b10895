//! `auth.relaxed_writes` opens what the contract names, and nothing more.

use reqwest::Method;
use serde_json::json;
use testkit::Gateway;

use crate::people::{Calls, pair};

/// Changes of class LJ-w, and of administration: `write:*` or more, whatever the configuration says.
const NEVER: [(&str, &str); 16] = [
    ("POST", "/api/v1/routes"),
    ("PUT", "/api/v1/routes/x"),
    ("DELETE", "/api/v1/routes/x"),
    ("POST", "/api/v1/discovery/proposals/x/approve"),
    ("POST", "/api/v1/discovery/proposals/x/dismiss"),
    ("POST", "/api/v1/containers/x/start"),
    ("POST", "/api/v1/containers/x/stop"),
    ("POST", "/api/v1/containers/x/restart"),
    ("POST", "/api/v1/containers/start-all"),
    ("POST", "/api/v1/containers/stop-all"),
    ("POST", "/api/v1/containers/restart-all"),
    ("POST", "/api/v1/containers/batch"),
    ("POST", "/api/v1/certificates/generate"),
    ("DELETE", "/api/v1/certificates/x"),
    ("GET", "/api/v1/apikeys"),
    ("POST", "/api/v1/apikeys"),
];

/// Changes of class LJ.
const RELAXED: [(&str, &str); 3] = [
    ("DELETE", "/api/v1/schedules/x"),
    ("DELETE", "/api/v1/toolbox/deployments/x"),
    ("DELETE", "/api/v1/devices/x"),
];

async fn status(gateway: &Gateway, token: &str, (method, path): (&str, &str)) -> u16 {
    let method = Method::from_bytes(method.as_bytes()).expect("a method");
    let call = gateway.request(method, path).bearer_auth(token).json(&json!({}));
    call.answer().await.0
}

#[tokio::test]
async fn relaxed_writes_open_exactly_what_is_named() {
    for relaxed in [false, true] {
        let gateway = Gateway::launch()
            .config(format!("auth: {{relaxed_writes: {relaxed}}}\nscripts: {{enabled: true}}\n"))
            .without_rate_limits()
            .start()
            .await;
        let token = pair(&gateway, "phone", "ios").await.token;
        for endpoint in NEVER {
            assert_eq!(status(&gateway, &token, endpoint).await, 403, "{endpoint:?} {relaxed}");
        }
        for endpoint in RELAXED {
            let refused = status(&gateway, &token, endpoint).await == 403;
            assert_eq!(refused, !relaxed, "{endpoint:?} {relaxed}");
        }
    }
}
