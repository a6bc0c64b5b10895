use fetch::Fetcher;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, HeaderValue};
use kit::Secret;
use serde_json::json;

use super::outgoing::{Failure, Outgoing, post};
use super::url::Address;

#[derive(Debug, Clone)]
pub(crate) struct Gotify {
    pub(super) server: Address,
    pub(super) priority: i64,
    pub(super) token: Secret,
}

pub(super) async fn send(
    fetcher: &Fetcher,
    gotify: &Gotify,
    outgoing: &Outgoing,
) -> Result<(), Failure> {
    let text = if outgoing.text.is_empty() { &outgoing.title } else { &outgoing.text };
    let body = json!({ "title": outgoing.title, "message": text, "priority": gotify.priority });
    let mut token = HeaderValue::from_str(gotify.token.expose())
        .map_err(|_| Failure::never("the token cannot be sent"))?;
    token.set_sensitive(true);
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(HeaderName::from_static("x-gotify-key"), token);
    post(fetcher, &gotify.server, gotify.server.below("/message"), headers, body.to_string()).await
}
