use axum::extract::State;
use http::StatusCode;
use web::responses::{Invalid, Limited, StorageUnavailable, Unauthorized};
use web::{Json, Path, Require, Result, Token};

use crate::Access;
use crate::wire::{CookieSessionList, CookieSessionView};

/// List the apps whose cookies are kept for the calling device
///
/// The gateway keeps the cookies of routes with `persistCookies` for devices that list the scope
/// `access:mobile`. Values are never shown. Users have none.
#[utoipa::path(
    get, path = "/api/v1/session-cookies", tag = "Session cookies", security(("bearer" = [])),
    responses((status = 200, description = "One entry for each app.", body = CookieSessionList),
        (status = 403, description = "A device that waits for approval has none.", body = web::ErrorBody),
        Unauthorized, Limited),
)]
pub(super) async fn list(
    caller: Require<Token>,
    State(access): State<Access>,
) -> Json<CookieSessionList> {
    let now = access.clock().now();
    let sessions = access.cookie_sessions(&caller).into_iter();
    let sessions = sessions.map(|session| CookieSessionView::new(session, now)).collect();
    Json(CookieSessionList { sessions })
}

/// Clear the cookies of all apps for the calling device
#[utoipa::path(
    delete, path = "/api/v1/session-cookies", tag = "Session cookies", security(("bearer" = [])),
    responses((status = 204, description = "Cleared, or there were none."),
        (status = 403, description = "A device that waits for approval has none.", body = web::ErrorBody),
        Unauthorized, Limited, StorageUnavailable),
)]
pub(super) async fn clear_all(
    caller: Require<Token>,
    State(access): State<Access>,
) -> Result<StatusCode> {
    access.clear_cookies(&caller, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Clear the cookies of one app for the calling device
#[utoipa::path(
    delete, path = "/api/v1/session-cookies/{appId}", tag = "Session cookies",
    params(("appId" = String, Path, description = "The app's id.")), security(("bearer" = [])),
    responses((status = 204, description = "Cleared, or there were none."),
        (status = 403, description = "A device that waits for approval has none.", body = web::ErrorBody),
        Invalid, Unauthorized, Limited, StorageUnavailable),
)]
pub(super) async fn clear(
    caller: Require<Token>,
    State(access): State<Access>,
    Path(app): Path<String>,
) -> Result<StatusCode> {
    access.clear_cookies(&caller, Some(&app)).await?;
    Ok(StatusCode::NO_CONTENT)
}
