//! The messages of the socket itself. Those of facts and commands are their owners'.

use events::Event;
use kit::{Error, Instance, Principal, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// A message from a client. What it does not hold is empty; what is not known is ignored.
#[derive(Debug, Deserialize)]
pub(crate) struct Incoming {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    #[serde(default)]
    pub(crate) data: Value,
}

impl Incoming {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The token of an `auth` message; empty where there is none. `None`: it is not a text.
    pub(crate) fn token(&self) -> Option<&str> {
        match self.data.get("token") {
            None | Some(Value::Null) => Some(""),
            Some(token) => token.as_str(),
        }
    }
}

pub(crate) fn auth_success(device_id: &str, principal: &Principal) -> Utf8Bytes {
    let scopes = principal.scopes.to_strings();
    message("auth_success", json!({ "deviceId": device_id, "scopes": scopes }))
}

pub(crate) fn auth_failed(error: &Error) -> Utf8Bytes {
    let data = json!({ "error": error.kind.code(), "message": error.message });
    message("auth_failed", data)
}

pub(crate) fn hello(instance: &Instance, device_id: &str, now: Timestamp) -> Utf8Bytes {
    let data = json!({
        "instanceId": instance.id,
        "version": instance.version,
        "deviceId": device_id,
        "timestamp": now.unix(),
    });
    message("hello", data)
}

pub(crate) fn pong() -> Utf8Bytes {
    Utf8Bytes::from_static(r#"{"type":"pong","data":{}}"#)
}

/// The answer to a message that was not understood. It does not repeat any of it.
pub(crate) fn error(code: &str, text: &str) -> Utf8Bytes {
    message("error", json!({ "error": code, "message": text }))
}

pub(crate) fn event(event: &Event) -> Utf8Bytes {
    message(&event.kind, &event.data)
}

fn message(kind: &str, data: impl Serialize) -> Utf8Bytes {
    #[derive(Serialize)]
    struct Outgoing<'a, D> {
        #[serde(rename = "type")]
        kind: &'a str,
        data: D,
    }
    let text = serde_json::to_string(&Outgoing { kind, data }).expect("messages are plain data");
    text.into()
}
