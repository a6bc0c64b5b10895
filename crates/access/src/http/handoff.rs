//! The two stations of a browser on its way to another origin of apps. They are pages, not part
//! of the API: a browser is sent there and on.

use axum::extract::{FromRequestParts, State};
use axum::response::{IntoResponse, Response};
use http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_TYPE, COOKIE, HeaderName, HeaderValue, LOCATION, REFERRER_POLICY,
};
use http::request::Parts;
use http::{HeaderMap, StatusCode};
use kit::Error;
use routing::{APPS_COOKIE, ClientInfo, HANDOFF_COOKIE};
use serde::Deserialize;
use url::form_urlencoded;
use web::{ApiError, Query, Result};

use super::{HasEffects, apps_cookie};
use crate::Access;
use crate::handoff::{Origin, local_path};

/// An address that holds a code must not be kept or shown to the next page.
const PRIVATE: [(HeaderName, HeaderValue); 2] = [
    (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
];

#[derive(Deserialize)]
pub(super) struct HandoffQuery {
    to: String,
    #[serde(default)]
    browser: String,
}

#[derive(Deserialize)]
pub(super) struct EnterQuery {
    code: String,
    next: Option<String>,
}

/// What a station needs to know of the request.
pub(super) struct HandoffRequest {
    client: ClientInfo,
    origin: Option<Origin>,
    path_and_query: String,
    headers: HeaderMap,
}

impl<S: Sync> FromRequestParts<S> for HandoffRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let missing = || Error::internal("the request came without its ClientInfo");
        let client = parts.extensions.get::<ClientInfo>().ok_or_else(missing)?.clone();
        let path_and_query = parts.uri.path_and_query().map(ToString::to_string);
        Ok(HandoffRequest {
            origin: Origin::requested(&client),
            path_and_query: path_and_query.unwrap_or_default(),
            headers: parts.headers.clone(),
            client,
        })
    }
}

/// On the main address: a browser without a cookie at another origin was sent here from there.
pub(super) async fn hand_off(
    _: HasEffects,
    visit: HandoffRequest,
    State(access): State<Access>,
    query: Result<Query<HandoffQuery>>,
) -> Response {
    let handed = query.and_then(|Query(HandoffQuery { to, browser })| {
        let cookies = cookies(&visit.headers, APPS_COOKIE);
        Ok(access.hand_off(cookies, &to, &browser, visit.origin.as_ref())?)
    });
    answer(
        &visit,
        handed.map(|there| {
            let there = there.unwrap_or_else(|| sign_in_and_return(&visit.path_and_query));
            see_other(&there).into_response()
        }),
    )
}

/// On the other origin: the browser comes back with a code and gets its cookie.
pub(super) async fn enter(
    _: HasEffects,
    visit: HandoffRequest,
    State(access): State<Access>,
    query: Result<Query<EnterQuery>>,
) -> Response {
    let entered = query.and_then(|Query(EnterQuery { code, next })| {
        let secrets = cookies(&visit.headers, HANDOFF_COOKIE);
        let entrance = access.enter(&code, secrets, visit.origin.as_ref())?;
        let (path, secure) = (entrance.path, visit.client.secure);
        let cookie = apps_cookie::set_below(path, &entrance.cookie, entrance.expires_in, secure);
        let next = next.as_deref().and_then(local_path).unwrap_or("/");
        Ok((cookie, see_other(next)).into_response())
    });
    answer(&visit, entered)
}

fn sign_in_and_return(here: &str) -> String {
    let next: String = form_urlencoded::byte_serialize(here.as_bytes()).collect();
    format!("/?next={next}")
}

fn see_other(place: &str) -> impl IntoResponse + use<> {
    let place = HeaderValue::try_from(place).expect("addresses are checked to be plain text");
    (StatusCode::SEE_OTHER, [(LOCATION, place)])
}

fn answer(visit: &HandoffRequest, result: Result<Response>) -> Response {
    let mut response = match result {
        Ok(response) => response,
        Err(error) if wants_page(&visit.headers) => page(error),
        Err(error) => error.into_response(),
    };
    response.headers_mut().extend(PRIVATE);
    response
}

fn wants_page(headers: &HeaderMap) -> bool {
    let accepts = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
    accepts.is_some_and(|accepts| accepts.contains("text/html"))
}

/// The same for people. Messages are sentences of ours and need no escaping.
fn page(error: ApiError) -> Response {
    let message = error.0.message.clone();
    let body = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Gatehouse</title>\
         <h1>Gatehouse</h1><p>{message}.</p></html>"
    );
    let html = [(CONTENT_TYPE, "text/html; charset=utf-8")];
    (error.into_response().status(), html, body).into_response()
}

/// There may be several: an app can set one of its own under the same name.
fn cookies<'a>(headers: &'a HeaderMap, name: &'static str) -> impl Iterator<Item = &'a str> {
    // An app's cookie beside ours need not be text.
    let lines = headers.get_all(COOKIE).iter();
    let pairs = lines.flat_map(|line| line.as_bytes().split(|byte| *byte == b';'));
    pairs.filter_map(move |pair| {
        let value = pair.trim_ascii().strip_prefix(name.as_bytes())?.strip_prefix(b"=")?;
        std::str::from_utf8(value).ok()
    })
}
