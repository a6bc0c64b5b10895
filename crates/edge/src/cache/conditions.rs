//! Conditional requests: the ones that clients send to us, and the ones that we send to apps.

use bytes::Bytes;
use http::{HeaderMap, HeaderName, Response, StatusCode, header};
use kit::Timestamp;

use super::admission::{http_date, remove_what_belongs_to_the_connection};
use super::freshness::date;
use super::stored::Stored;

/// They describe the body, which a 304 does not have; the one that is kept has them already.
const OF_THE_BODY: [HeaderName; 4] =
    [header::CONTENT_LENGTH, header::CONTENT_ENCODING, header::CONTENT_TYPE, header::CONTENT_RANGE];

/// The answer to a request that may have conditions: 304 where the client has it already.
pub(super) fn weigh(request: &HeaderMap, mut response: Response<Bytes>) -> Response<Bytes> {
    if response.status() == StatusCode::OK && client_has_it(request, response.headers()) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Bytes::new();
        for name in OF_THE_BODY {
            response.headers_mut().remove(name);
        }
    }
    response
}

/// Asks the app whether `stored` still holds, whatever the client itself wanted to know.
pub(super) fn ask_about(stored: &Stored, request: &mut HeaderMap) {
    for (condition, validator) in
        [(header::IF_NONE_MATCH, header::ETAG), (header::IF_MODIFIED_SINCE, header::LAST_MODIFIED)]
    {
        match stored.headers.get(validator) {
            Some(value) => request.insert(condition, value.clone()),
            None => request.remove(condition),
        };
    }
}

/// Whether a 304 speaks of the answer that was asked about.
pub(super) fn is_about(kept: &HeaderMap, not_modified: &HeaderMap) -> bool {
    let same = |name: HeaderName| match (kept.get(&name), not_modified.get(&name)) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(kept), Some(named)) => opaque(kept.as_bytes()) == opaque(named.as_bytes()),
    };
    same(header::ETAG) && (not_modified.contains_key(header::ETAG) || same(header::LAST_MODIFIED))
}

/// The headers of the kept answer as a 304 brings them up to date.
pub(super) fn updated(kept: &HeaderMap, not_modified: &HeaderMap, now: Timestamp) -> HeaderMap {
    let mut headers = kept.clone();
    // The old date would make the answer look as old as it was before.
    headers.insert(header::DATE, http_date(now));
    for name in not_modified.keys().filter(|name| !OF_THE_BODY.contains(name)) {
        headers.remove(name);
        for value in not_modified.get_all(name) {
            headers.append(name, value.clone());
        }
    }
    remove_what_belongs_to_the_connection(&mut headers);
    headers
}

fn client_has_it(request: &HeaderMap, kept: &HeaderMap) -> bool {
    if request.contains_key(header::IF_NONE_MATCH) {
        let mut lines = request.get_all(header::IF_NONE_MATCH).iter();
        return lines.any(|line| line.to_str().is_ok_and(|line| names_tag(line, kept)));
    }
    let changed = date(kept, header::LAST_MODIFIED).or_else(|| date(kept, header::DATE));
    let seen = date(request, header::IF_MODIFIED_SINCE);
    changed.zip(seen).is_some_and(|(changed, seen)| changed <= seen)
}

fn names_tag(line: &str, kept: &HeaderMap) -> bool {
    let tag = kept.get(header::ETAG).and_then(|tag| tag.to_str().ok()).and_then(|tag| {
        let (tag, _) = next_tag(tag)?;
        Some(tag)
    });
    let mut rest = line;
    let mut tags = std::iter::from_fn(|| {
        let (tag, after) = next_tag(rest)?;
        rest = after;
        Some(tag)
    });
    line.trim() == "*" || tag.is_some_and(|kept| tags.any(|named| named == kept))
}

/// The text between the quotes of the next entity tag, which may hold commas, and what follows.
/// Weak and strong tags are alike here: no ranges are served.
fn next_tag(list: &str) -> Option<(&str, &str)> {
    let list = list.trim_start_matches([' ', '\t', ',']);
    list.strip_prefix("W/").unwrap_or(list).strip_prefix('"')?.split_once('"')
}

fn opaque(tag: &[u8]) -> &[u8] {
    let tag = tag.trim_ascii();
    tag.strip_prefix(b"W/").unwrap_or(tag)
}
