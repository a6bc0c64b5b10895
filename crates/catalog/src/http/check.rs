use axum::extract::State;
use web::responses::{Conflict, Forbidden, Invalid, Limited, Missing, Unauthorized};
use web::{Change, Json, Path, Read, Require, Result};

use crate::{Catalog, Report};

/// Check whether a route's app works where it is
///
/// The app is visited as a browser would, through the gateway, and asked directly beside that: its
/// start page, what that needs, redirects, cookies, manifest and sockets. It takes up to 20 seconds
/// and changes nothing; no body is needed. 409 while the route is being checked already, and where
/// the app does not answer.
#[utoipa::path(
    post, path = "/api/v1/routes/{routeId}/check", tag = "Routes",
    params(("routeId" = String, Path, description = "The route's id.")),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "What was found.", body = Report),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, Limited),
)]
pub(super) async fn check(
    _: Require<Change>,
    State(catalog): State<Catalog>,
    Path(id): Path<String>,
) -> Result<Json<Report>> {
    let report = catalog.check(&id).await?;
    Ok(Json((*report).clone()))
}

/// Show what the last check of a route found
///
/// Since the program started; 404 where there was none.
#[utoipa::path(
    get, path = "/api/v1/routes/{routeId}/check", tag = "Routes",
    params(("routeId" = String, Path, description = "The route's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "What was found.", body = Report),
        Invalid, Unauthorized, Forbidden, Missing, Limited),
)]
pub(super) async fn last(
    _: Require<Read>,
    State(catalog): State<Catalog>,
    Path(id): Path<String>,
) -> Result<Json<Report>> {
    let report = catalog.last_check(&id)?;
    Ok(Json((*report).clone()))
}
