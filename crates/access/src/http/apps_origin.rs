use axum::extract::State;
use axum::response::{AppendHeaders, IntoResponse};
use http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue, ORIGIN, VARY};
use http::{HeaderMap, StatusCode};
use kit::Error;
use routing::ClientInfo;
use web::responses::{
    Conflict, Forbidden, Invalid, Limited, NotJson, StorageUnavailable, TooLarge, Unauthorized,
};
use web::{Admin, Json, Read, Require, Result};

use super::browser;
use crate::Access;
use crate::wire::{AppsOriginInput, AppsOriginView};

/// Where apps are opened
#[utoipa::path(
    get, path = "/api/v1/admin/apps-origin", tag = "Administration", security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "Beside the dashboard, or at an origin of their own.", body = AppsOriginView),
        Unauthorized, Limited, StorageUnavailable),
)]
pub(super) async fn show(
    _: Require<Read>,
    State(access): State<Access>,
) -> Result<Json<AppsOriginView>> {
    Ok(Json(access.apps_place().await?.into()))
}

/// Decide where apps are opened
///
/// `own` once a browser was seen to reach the port; then a browser stays signed in at the dashboard.
#[utoipa::path(
    put, path = "/api/v1/admin/apps-origin", tag = "Administration", security(("bearer" = []), ("apiKey" = [])),
    request_body = AppsOriginInput,
    responses((status = 200, description = "Decided.", body = AppsOriginView),
        Conflict, Invalid, TooLarge, NotJson, Unauthorized, Forbidden, Limited, StorageUnavailable),
)]
pub(super) async fn decide(
    caller: Require<Admin>,
    headers: HeaderMap,
    State(access): State<Access>,
    Json(input): Json<AppsOriginInput>,
) -> Result<impl IntoResponse> {
    let unknown = || Error::invalid("mode", "must be own or shared");
    let origin = input.mode.parse().map_err(|_| unknown())?;
    let place = access.decide_apps_origin(&caller, origin).await?;
    let cookie = access.remember_caller(&caller, &headers, browser::agent(&headers)).await?;
    let cookie = cookie.map(|value| AppendHeaders([browser::keep(&value, caller.client.secure)]));
    Ok((cookie, Json(AppsOriginView::from(place))))
}

/// Answers at the second origin, so that the dashboard's page learns whether its browser gets there.
/// No other page may know.
pub(super) async fn reach(
    axum::Extension(client): axum::Extension<ClientInfo>,
    headers: HeaderMap,
    State(access): State<Access>,
) -> impl IntoResponse {
    let asking = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok());
    let host = client.host.as_ref().map(|host| host.name.as_str()).unwrap_or_default();
    let is_main =
        |origin: &&str| access.app_origins().is_some_and(|origins| origins.is_main(origin, host));
    let allowed = asking.filter(is_main).and_then(|origin| HeaderValue::from_str(origin).ok());
    let allowed = allowed.map(|origin| AppendHeaders([(ACCESS_CONTROL_ALLOW_ORIGIN, origin)]));
    (StatusCode::NO_CONTENT, [(VARY, HeaderValue::from_static("origin"))], allowed, ())
}
