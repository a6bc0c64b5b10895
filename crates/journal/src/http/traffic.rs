use axum::extract::State;
use web::responses::{Forbidden, Invalid, Limited, Missing, StorageUnavailable, Unauthorized};
use web::{Json, Path, Read, Require};

use crate::Journal;
use crate::wire::{AllTrafficBody, TrafficBody};

/// What goes through an app.
#[utoipa::path(
    get,
    path = "/api/v1/apps/{appId}/traffic",
    tag = "Activity",
    params(("appId" = String, Path, description = "The app's id.")),
    responses(
        (status = 200, description = "Since the start, minute by minute for the last hour, and by quarters of an hour for the last day.", body = TrafficBody),
        Invalid,
        Unauthorized,
        Forbidden,
        Missing,
        Limited,
        StorageUnavailable
    ),
    security(("bearer" = []), ("apiKey" = []))
)]
pub(super) async fn of_app(
    State(journal): State<Journal>,
    caller: Require<Read>,
    Path(id): Path<String>,
) -> web::Result<Json<TrafficBody>> {
    Ok(Json(journal.app_traffic(&caller.principal, &id).await?.into()))
}

/// What goes through all apps together.
#[utoipa::path(
    get,
    path = "/api/v1/traffic",
    tag = "Activity",
    responses(
        (status = 200, description = "By quarters of an hour for the last day, and the apps with most requests.", body = AllTrafficBody),
        Unauthorized,
        Forbidden,
        Limited,
        StorageUnavailable
    ),
    security(("bearer" = []), ("apiKey" = []))
)]
pub(super) async fn of_all(
    State(journal): State<Journal>,
    _: Require<Read>,
) -> web::Result<Json<AllTrafficBody>> {
    Ok(Json(journal.all_traffic().await?.into()))
}
