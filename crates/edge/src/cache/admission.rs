//! Which requests the cache leaves alone, and which answers it keeps.

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use kit::Timestamp;

use super::CacheRequest;
use super::directives::Directives;
use super::freshness::{Freshness, system_time};
use super::selectors::{self, Selectors};

/// An answer that will be kept once its body is known whole.
pub(super) struct Draft {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) freshness: Freshness,
    pub(super) selectors: Selectors,
}

/// Parts of an exchange that a kept answer does not cover.
const OUT_OF_REACH: [HeaderName; 4] =
    [header::RANGE, header::IF_MATCH, header::IF_UNMODIFIED_SINCE, header::UPGRADE];

/// With these a client can make some apps answer for another method or path than the one that the
/// answer would be filed under.
const REINTERPRETED: [&str; 5] = [
    "x-http-method",
    "x-http-method-override",
    "x-method-override",
    "x-original-url",
    "x-rewrite-url",
];

/// How apps call the fields that carry their own credentials.
const CREDENTIAL_WORDS: [&str; 8] =
    ["auth", "cookie", "token", "session", "secret", "password", "api-key", "apikey"];

pub(super) fn must_reach_the_app(asked: CacheRequest<'_>, wishes: &Directives) -> bool {
    let readable = matches!(*asked.method, http::Method::GET | http::Method::HEAD);
    !readable
        || asked.has_body
        || wishes.no_store
        || asked.headers.keys().any(|name| {
            OUT_OF_REACH.contains(name)
                || REINTERPRETED.contains(&name.as_str())
                || CREDENTIAL_WORDS.iter().any(|word| name.as_str().contains(word))
        })
}

/// The statuses whose meaning the cache knows; 206 is not among them.
const KNOWN_STATUSES: [u16; 14] =
    [200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 501];

const NEVER_KEPT: [HeaderName; 3] = [header::SET_COOKIE, header::CONTENT_RANGE, header::TRAILER];

/// What is kept of an answer to a GET, if it may be kept at all.
pub(super) fn draft(
    request: &HeaderMap,
    status: StatusCode,
    answer: &HeaderMap,
    asked: Timestamp,
    received: Timestamp,
) -> Option<Draft> {
    let directives = Directives::of_answer(answer);
    let forbidden = directives.no_store
        || directives.private
        || NEVER_KEPT.iter().any(|name| answer.contains_key(name));
    if forbidden || !KNOWN_STATUSES.contains(&status.as_u16()) {
        return None;
    }
    let selectors = Selectors::of(request, answer)?;
    let mut headers = answer.clone();
    if !headers.contains_key(header::DATE) {
        headers.insert(header::DATE, http_date(received));
    }
    let freshness = Freshness::of(&headers, &directives, asked, received);
    let can_be_asked_about = status == StatusCode::OK
        && (headers.contains_key(header::ETAG) || headers.contains_key(header::LAST_MODIFIED));
    if !freshness.is_good_for_a_while() && !can_be_asked_about {
        return None;
    }
    remove_what_belongs_to_the_connection(&mut headers);
    headers.remove(header::AGE);
    for value in headers.values_mut() {
        *value = selectors::copy(value);
    }
    Some(Draft { status, headers, freshness, selectors })
}

pub(super) fn http_date(moment: Timestamp) -> HeaderValue {
    HeaderValue::try_from(httpdate::fmt_http_date(system_time(moment)))
        .expect("an HTTP date is plain ASCII")
}

pub(super) fn remove_what_belongs_to_the_connection(headers: &mut HeaderMap) {
    let named: Vec<HeaderName> = headers
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .filter_map(|part| part.trim().parse().ok())
        .collect();
    for name in named {
        headers.remove(name);
    }
    for name in [
        "connection",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authentication-info",
        "proxy-connection",
        "te",
        "transfer-encoding",
        "upgrade",
    ] {
        headers.remove(name);
    }
}
