//! The answers: the page for people's addresses, files for their names.

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName,
    IF_NONE_MATCH, VARY,
};
use http::{HeaderMap, HeaderValue, StatusCode};
use web::ApiError;

use crate::coding::Coding;
use crate::files::{File, Files, SHELL};
use crate::{AskedPort, policy};

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// The page. No page of an app may hold on to its window, even at the same origin.
pub(crate) async fn shell(
    State(files): State<Files>,
    Extension(AskedPort(apps_port)): Extension<AskedPort>,
    headers: HeaderMap,
) -> Response {
    let Some(file) = files.get(SHELL) else { return missing() };
    let mut answer = send(file, &headers);
    let own = answer.headers_mut();
    own.insert(CONTENT_SECURITY_POLICY, policy::of_the_page(&headers, apps_port));
    own.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    answer
}

/// A file, or the page where the name looks like one of its addresses.
pub(crate) async fn file(
    State(files): State<Files>,
    Path(path): Path<String>,
    port: Extension<AskedPort>,
    headers: HeaderMap,
) -> Response {
    if path == SHELL || !path.contains('.') && !path.starts_with("assets/") {
        return shell(State(files), port, headers).await;
    }
    files.get(&path).map_or_else(missing, |file| send(file, &headers))
}

fn missing() -> Response {
    ApiError(kit::Error::not_found("This file")).into_response()
}

fn send(file: &File, asked: &HeaderMap) -> Response {
    let (coding, form) = file.form(&Coding::accepted(asked));
    let keep = if file.hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = asked.get(IF_NONE_MATCH).is_some_and(|tags| names(tags, &form.tag));
    let mut answer =
        if known { StatusCode::NOT_MODIFIED.into_response() } else { form.bytes.into_response() };
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(ETAG, form.tag.clone());
    if let Some(name) = coding.name() {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    if file.kind.starts_with("text/javascript") {
        headers.insert(CONTENT_SECURITY_POLICY, policy::WORKERS);
    }
    answer
}

/// Whether a list of tags has this one.
fn names(tags: &HeaderValue, tag: &HeaderValue) -> bool {
    let (Ok(tags), Ok(tag)) = (tags.to_str(), tag.to_str()) else { return false };
    tags.split(',').any(|one| one.trim().trim_start_matches("W/") == tag || one.trim() == "*")
}
