use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::IF_NONE_MATCH;
use http::{HeaderMap, StatusCode};
use web::responses::{Forbidden, Invalid, Missing, Unauthorized};
use web::{Path, Read, Require, Result};

use crate::Catalog;

/// Show the picture of an app
///
/// The app's own, where it has one that can be shown; otherwise its first letter. Not limited.
#[utoipa::path(
    get, path = "/api/v1/apps/{appId}/favicon", tag = "Apps",
    params(("appId" = String, Path, description = "The app's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses(
        (status = 200, description = "A picture; its type is in `Content-Type`.",
            body = Vec<u8>, content_type = "image/*"),
        (status = 304, description = "The caller has it already (`If-None-Match`)."),
        Invalid, Unauthorized, Forbidden, Missing),
)]
pub(super) async fn favicon(
    _: Require<Read>,
    State(catalog): State<Catalog>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let icon = catalog.favicon(&id).await?;
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|tags| icon.matches(tags)) {
        return Ok((StatusCode::NOT_MODIFIED, icon.headers()).into_response());
    }
    Ok((icon.headers(), Body::from(icon.bytes)).into_response())
}
