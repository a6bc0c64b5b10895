use axum::extract::State;
use axum::response::{AppendHeaders, IntoResponse, Response};
use http::header::{COOKIE, HeaderName, HeaderValue, SET_COOKIE, USER_AGENT};
use http::{HeaderMap, StatusCode};
use kit::{Error, Secret};
use routing::{OriginKind, SESSION_COOKIE};
use web::responses::{Foreign, Invalid, Limited, Missing, StorageUnavailable, Unauthorized};
use web::{Json, Open, Path, Require, Result, Token};

use super::apps_cookie;
use crate::Access;
use crate::service::BROWSER_LIFETIME;
use crate::wire::{BrowserSessionList, BrowserSessionView, LoginDone};

const PATH: &str = "/api/v1/auth/session";

/// Go on where this browser is still signed in
///
/// With the cookie `svc_session`, which signing in at the dashboard sets while apps have an address
/// of their own. The cookie changes with every use; one that was changed already ends the session.
#[utoipa::path(
    post, path = "/api/v1/auth/session", tag = "Authentication", security(()),
    responses((status = 200, description = "Signed in.", body = LoginDone),
        (status = 204, description = "This browser is not signed in."),
        Foreign, Limited, StorageUnavailable),
)]
pub(super) async fn resume(
    open: Open,
    headers: HeaderMap,
    State(access): State<Access>,
) -> Result<Response> {
    check_own_page(&open, &headers)?;
    let secure = open.client.secure;
    let Some(cookie) = shown(&headers) else { return Ok(StatusCode::NO_CONTENT.into_response()) };
    let resumed = match access.resume(cookie, open.actor()).await {
        Ok(resumed) => resumed,
        // No error to the page, which only asks whether somebody is.
        Err(error) if error.kind == kit::ErrorKind::Unauthorized => {
            let gone = AppendHeaders([forget(secure)]);
            return Ok((StatusCode::NO_CONTENT, gone).into_response());
        }
        Err(error) => return Err(error.into()),
    };
    let expires_in = access.expires_in();
    let apps = apps_cookie::set(&resumed.signed_in.apps_cookie, expires_in, secure);
    let next = resumed.cookie.map(|value| AppendHeaders([keep(&value, secure)]));
    let done = LoginDone::new(resumed.signed_in, expires_in);
    Ok((AppendHeaders(apps), next, Json(done)).into_response())
}

/// Sign this browser out
#[utoipa::path(
    delete, path = "/api/v1/auth/session", tag = "Authentication", security(()),
    responses((status = 204, description = "Signed out, or it was not signed in."),
        Foreign, Limited, StorageUnavailable),
)]
pub(super) async fn leave(
    open: Open,
    headers: HeaderMap,
    State(access): State<Access>,
) -> Result<impl IntoResponse> {
    check_own_page(&open, &headers)?;
    if let Some(cookie) = shown(&headers) {
        access.leave(cookie, open.actor()).await?;
    }
    Ok((StatusCode::NO_CONTENT, AppendHeaders([forget(open.client.secure)])))
}

/// List the browsers in which the calling user stays signed in
#[utoipa::path(
    get, path = "/api/v1/auth/sessions", tag = "Authentication", security(("bearer" = [])),
    responses((status = 200, description = "The one used last comes first.", body = BrowserSessionList),
        Unauthorized, Limited, StorageUnavailable),
)]
pub(super) async fn list(
    caller: Require<Token>,
    State(access): State<Access>,
) -> Result<Json<BrowserSessionList>> {
    let sessions = access.browser_sessions(&caller).await?;
    let sessions = sessions.into_iter().map(BrowserSessionView::from).collect();
    Ok(Json(BrowserSessionList { sessions }))
}

/// Sign one of the calling user's browsers out
#[utoipa::path(
    delete, path = "/api/v1/auth/sessions/{id}", tag = "Authentication", security(("bearer" = [])),
    params(("id" = String, Path, description = "The session's id.")),
    responses((status = 204, description = "It is signed out."),
        Invalid, Unauthorized, Missing, Limited, StorageUnavailable),
)]
pub(super) async fn end(
    caller: Require<Token>,
    State(access): State<Access>,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    access.end_browser_session(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A cookie is sent by pages of any port of this host; only a page of ours may use it.
fn check_own_page(open: &Open, headers: &HeaderMap) -> Result<()> {
    let site = headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin");
    if site && open.client.origin == OriginKind::Same {
        return Ok(());
    }
    Err(Error::forbidden("Only the dashboard's own page may do this").into())
}

/// Whether a page of the dashboard's origin asks.
pub(super) fn is_own_page(open: &Open, headers: &HeaderMap) -> bool {
    check_own_page(open, headers).is_ok()
}

/// The first one: ours has the longest path that is sent here.
fn shown(headers: &HeaderMap) -> Option<&str> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).map(str::trim);
    pairs.find_map(|pair| pair.strip_prefix(SESSION_COOKIE)?.strip_prefix('='))
}

pub(super) fn agent(headers: &HeaderMap) -> &str {
    headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default()
}

/// The header that keeps the browser signed in.
pub(super) fn keep(value: &Secret, secure: bool) -> (HeaderName, HeaderValue) {
    set(value.expose(), BROWSER_LIFETIME.as_secs(), secure)
}

/// The header that takes it away.
pub(super) fn forget(secure: bool) -> (HeaderName, HeaderValue) {
    set("", 0, secure)
}

fn set(value: &str, max_age: u64, secure: bool) -> (HeaderName, HeaderValue) {
    let secure = if secure { "; Secure" } else { "" };
    let cookie = format!(
        "{SESSION_COOKIE}={value}; Path={PATH}; Max-Age={max_age}; HttpOnly; SameSite=Strict{secure}"
    );
    let mut cookie = HeaderValue::try_from(cookie).expect("hexadecimal digits");
    cookie.set_sensitive(true);
    (SET_COOKIE, cookie)
}
