//! The cookie that names the app of the page that was opened last. Sockets say nothing of the page
//! that opens them, so one that leaves its app's prefix is led back by this.

use http::uri::PathAndQuery;
use http::{HeaderMap, HeaderValue, Response, Uri, header, request};
use routing::{APPS_COOKIE, HINT_COOKIE};

use super::super::admit::{AppCaller, Means};
use super::super::cookies;
use super::super::outgoing::Outgoing;
use super::Rewriting;
use crate::body::ResponseBody;
use crate::hints::Hints;

/// Sets the cookie with a page, unless the browser has it already. Behind the app's name stands
/// that of the credential which opened the page: the browser does not send it outside of `/apps/`.
pub(crate) fn set(
    hints: &Hints,
    outgoing: &Outgoing<'_>,
    rewriting: &Rewriting,
    answer: &mut Response<ResponseBody>,
) {
    let Outgoing { request, route, client, app_caller, .. } = outgoing;
    let shown = rewriting.injects() && answer.status().is_success();
    if !shown || !route.options.websocket {
        return;
    }
    let by_cookie = matches!(app_caller, AppCaller::Known(_, Means::Cookie));
    let credential = cookies::find(&request.headers, APPS_COOKIE).next().filter(|_| by_cookie);
    let value = match credential {
        Some(credential) => format!("{}.{}", route.id, hints.of(credential)),
        None => route.id.to_string(),
    };
    let known = cookies::find(&request.headers, HINT_COOKIE).any(|known| known == value);
    if known {
        return;
    }
    let secure = if client.secure { "; Secure" } else { "" };
    let line = format!("{HINT_COOKIE}={value}; Path=/; HttpOnly; SameSite=Strict{secure}");
    let Ok(mut line) = HeaderValue::try_from(line) else { return };
    line.set_sensitive(true);
    answer.headers_mut().append(header::SET_COOKIE, line);
    if credential.is_some() {
        // Nobody on the way may keep it for others.
        answer.headers_mut().append(header::CACHE_CONTROL, HeaderValue::from_static("private"));
    }
}

/// What the cookie says: the route's id, and what the credential is called that opened its page.
pub(crate) fn read(headers: &HeaderMap) -> Option<(&str, Option<&str>)> {
    let value = cookies::find(headers, HINT_COOKIE).next()?;
    Some(match value.split_once('.') {
        Some((route, name)) => (route, Some(name)),
        None => (value, None),
    })
}

/// Puts a request where it would have come to below the prefix, with the credential that the
/// browser would have sent there.
pub(crate) fn carry(hints: &Hints, request: &mut request::Parts, target: &PathAndQuery) {
    let name = read(&request.headers).and_then(|(_, name)| name);
    let credential = name.and_then(|name| hints.credential(name));
    let cookie = credential.map(|credential| format!("{APPS_COOKIE}={credential}"));
    let cookie = cookie.and_then(|cookie| HeaderValue::try_from(cookie).ok());
    request.uri = Uri::from(target.clone());
    if let Some(mut cookie) = cookie {
        cookie.set_sensitive(true);
        request.headers.append(header::COOKIE, cookie);
    }
}
