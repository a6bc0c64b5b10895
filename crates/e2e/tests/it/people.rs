//! Those who call the program in these tests.

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use testkit::Gateway;

/// A header that no local caller sends: with it, a request from this machine counts as remote.
pub(crate) const REMOTE: (&str, &str) = ("X-Forwarded-For", "203.0.113.9");

pub(crate) trait Calls {
    /// Sends it and gives status and JSON.
    async fn answer(self) -> (u16, Value);

    fn remote(self) -> Self;
}

impl Calls for RequestBuilder {
    async fn answer(self) -> (u16, Value) {
        let answer = self.send().await.expect("the program answers");
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or(Value::Null))
    }

    fn remote(self) -> Self {
        self.header(REMOTE.0, REMOTE.1)
    }
}

pub(crate) struct Device {
    pub(crate) code: String,
    pub(crate) bootstrap: String,
    pub(crate) token: String,
}

/// Pairs a device the way a phone does, with a code that this machine minted.
pub(crate) async fn pair(gateway: &Gateway, id: &str, platform: &str) -> Device {
    let minted = gateway.get("/api/v1/auth/qr").answer().await.1;
    let code = text(&minted["code"]);
    let redeem = gateway.post("/api/v1/pair", &json!({ "code": code }));
    let redeemed = redeem.header("X-Pairing-Request", "true").answer().await.1;
    let bootstrap = text(&redeemed["bootstrapToken"]);
    let device = json!({ "device": { "id": id, "model": "Test device", "platform": platform } });
    let pair = gateway.post("/api/v1/auth/pair", &device).bearer_auth(&bootstrap);
    let (status, paired) = pair.remote().answer().await;
    assert_eq!(status, 200, "{paired}");
    Device { code, bootstrap, token: text(&paired["accessToken"]) }
}

pub(crate) async fn api_key(gateway: &Gateway, scopes: &[&str]) -> (String, String) {
    let new = json!({ "name": "a script", "scopes": scopes });
    let (status, made) = gateway.post("/api/v1/apikeys", &new).answer().await;
    assert_eq!(status, 201, "{made}");
    (text(&made["id"]), text(&made["key"]))
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a text")).to_owned()
}
