//! A post with a signature, by the conventions of Standard Webhooks: a receiver checks it with a
//! library that exists for its language.

use aws_lc_rs::hmac::{HMAC_SHA256, Key, sign};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use fetch::Fetcher;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, HeaderValue};
use kit::{Secret, Timestamp};
use serde_json::{Value, json};

use super::outgoing::{Failure, Outgoing, post};
use super::url::Address;

pub(super) async fn send(
    fetcher: &Fetcher,
    address: &Address,
    secret: &Secret,
    outgoing: &Outgoing,
    now: Timestamp,
) -> Result<(), Failure> {
    let data: Value = serde_json::from_str(&outgoing.body).unwrap_or_default();
    let body = json!({
        "id": outgoing.id, "type": outgoing.kind, "title": outgoing.title,
        "message": outgoing.text, "data": data, "timestamp": outgoing.at,
    })
    .to_string();
    let headers = headers(secret, &outgoing.id, now, &body);
    let headers = headers.ok_or_else(|| Failure::never("it cannot be said in a header"))?;
    post(fetcher, address, address.path.clone(), headers, body).await
}

fn headers(secret: &Secret, id: &str, now: Timestamp, body: &str) -> Option<HeaderMap> {
    let time = now.unix().to_string();
    let signature = format!("v1,{}", signature(secret, id, &time, body));
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    for (name, value) in
        [("webhook-id", id), ("webhook-timestamp", &time), ("webhook-signature", &signature)]
    {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_str(value).ok()?);
    }
    Some(headers)
}

/// Over everything that must not be changed or sent again later.
fn signature(secret: &Secret, id: &str, time: &str, body: &str) -> String {
    let key = Key::new(HMAC_SHA256, &key_bytes(secret));
    BASE64_STANDARD.encode(sign(&key, format!("{id}.{time}.{body}").as_bytes()))
}

/// `whsec_` and base64, as libraries write it, or the text itself.
fn key_bytes(secret: &Secret) -> Vec<u8> {
    let text = secret.expose();
    let coded = text.strip_prefix("whsec_").and_then(|coded| BASE64_STANDARD.decode(coded).ok());
    coded.unwrap_or_else(|| text.as_bytes().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the Standard Webhooks reference libraries.
    #[test]
    fn a_signature_is_what_receivers_expect() {
        let secret = Secret::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let body = r#"{"test": 2432232314}"#;
        let made = signature(&secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", body);
        assert_eq!(made, "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
