use http::{HeaderMap, HeaderName};

const DESTINATION: HeaderName = HeaderName::from_static("sec-fetch-dest");
const MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// What a browser says of itself.
pub(super) fn named(headers: &HeaderMap) -> Option<&str> {
    headers.get(DESTINATION).and_then(|named| named.to_str().ok())
}

/// What the browser will do with the answer. Without TLS browsers do not say it, and of a page that
/// a service worker hands through they say it only in the mode.
pub(super) fn destination(headers: &HeaderMap) -> Option<&str> {
    match named(headers) {
        Some("empty") if is_in_mode(headers, "navigate") => Some("document"),
        named => named,
    }
}

pub(super) fn is_in_mode(headers: &HeaderMap, mode: &str) -> bool {
    headers.get(MODE).is_some_and(|named| named == mode)
}
