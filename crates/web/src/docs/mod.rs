//! The API description, for programs and for people.

use axum::Router;
use axum::response::IntoResponse;
use axum::routing::get;
use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use utoipa::openapi::OpenApi;

use crate::Open;

const PAGE: &str = include_str!("page.html");
const SCRIPT: &str = include_str!("page.js");
const STYLE: &str = include_str!("page.css");
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(crate) fn routes(openapi: &OpenApi) -> Router {
    let json = Bytes::from(serde_json::to_vec(openapi).expect("the description is plain data"));
    Router::new()
        .route("/api/v1/openapi.json", get(async |_: Open| file("application/json", json)))
        .route("/api/docs", get(async || file("text/html; charset=utf-8", PAGE)))
        .route("/api/docs/page.js", get(async || file("text/javascript", SCRIPT)))
        .route("/api/docs/page.css", get(async || file("text/css", STYLE)))
}

fn file(kind: &'static str, content: impl Into<Bytes>) -> impl IntoResponse {
    let headers =
        [(CONTENT_TYPE, kind), (CONTENT_SECURITY_POLICY, POLICY), (CACHE_CONTROL, "no-cache")];
    (headers, content.into())
}
