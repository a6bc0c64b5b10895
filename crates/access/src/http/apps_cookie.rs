//! The cookie with which a browser comes to apps. It is set wherever a user's token is given, or that
//! of a device which is a browser, and it is not sent to the API: a page of an app, which shares the origin, gains nothing by it.

use http::HeaderValue;
use http::header::{HeaderName, SET_COOKIE};
use kit::Secret;
use routing::APPS_COOKIE;

/// Where apps are at the main address.
const PATH: &str = "/apps/";

/// The header that sets it at the main address.
pub(super) fn set(value: &Secret, max_age: i64, secure: bool) -> [(HeaderName, HeaderValue); 1] {
    set_below(PATH, value, max_age, secure)
}

/// The header that takes it away at the main address.
pub(super) fn clear(secure: bool) -> [(HeaderName, HeaderValue); 1] {
    set(&Secret::default(), 0, secure)
}

pub(super) fn set_below(
    path: &str,
    value: &Secret,
    max_age: i64,
    secure: bool,
) -> [(HeaderName, HeaderValue); 1] {
    let secure = if secure { "; Secure" } else { "" };
    let value = value.expose();
    let cookie = format!(
        "{APPS_COOKIE}={value}; Path={path}; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}"
    );
    let mut cookie = HeaderValue::try_from(cookie).expect("a token is plain text");
    cookie.set_sensitive(true);
    [(SET_COOKIE, cookie)]
}
