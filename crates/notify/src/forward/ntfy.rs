use fetch::Fetcher;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue};
use kit::Secret;
use serde_json::json;

use super::outgoing::{Failure, Outgoing, post};
use super::url::Address;

#[derive(Debug, Clone)]
pub(crate) struct Ntfy {
    pub(super) server: Address,
    pub(super) topic: String,
    pub(super) priority: i64,
    pub(super) token: Option<Secret>,
}

pub(super) async fn send(
    fetcher: &Fetcher,
    ntfy: &Ntfy,
    outgoing: &Outgoing,
) -> Result<(), Failure> {
    let text = if outgoing.text.is_empty() { &outgoing.title } else { &outgoing.text };
    let body = json!({
        "topic": ntfy.topic, "title": outgoing.title, "message": text, "priority": ntfy.priority,
    });
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(token) = &ntfy.token {
        let value = HeaderValue::from_str(&format!("Bearer {}", token.expose()));
        let mut value = value.map_err(|_| Failure::never("the token cannot be sent"))?;
        value.set_sensitive(true);
        headers.insert(AUTHORIZATION, value);
    }
    post(fetcher, &ntfy.server, ntfy.server.below("/"), headers, body.to_string()).await
}
