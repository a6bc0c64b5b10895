use axum::extract::State;
use web::responses::{Forbidden, Limited, StorageUnavailable, Unauthorized};
use web::{Json, Read, Require};

use crate::Journal;
use crate::wire::{InfoBody, ResourcesBody};

/// What this gateway is.
#[utoipa::path(
    get,
    path = "/api/v1/admin/info",
    tag = "Administration",
    responses((status = 200, description = "This gateway.", body = InfoBody), Unauthorized, Forbidden, Limited),
    security(("bearer" = []), ("apiKey" = []))
)]
pub(super) async fn info(State(journal): State<Journal>, _: Require<Read>) -> Json<InfoBody> {
    Json(InfoBody::new(journal.instance(), journal.uptime_seconds()))
}

/// What the gateway's host has and uses.
///
/// The load of the processors is taken between two readings; where the last one is old, the
/// answer takes a quarter of a second.
#[utoipa::path(
    get,
    path = "/api/v1/system/resources",
    tag = "Administration",
    responses(
        (status = 200, description = "The host, at this moment.", body = ResourcesBody),
        Unauthorized,
        Forbidden,
        Limited,
        StorageUnavailable
    ),
    security(("bearer" = []), ("apiKey" = []))
)]
pub(super) async fn resources(
    State(journal): State<Journal>,
    _: Require<Read>,
) -> web::Result<Json<ResourcesBody>> {
    let (resources, storage_size) = journal.resources().await?;
    Ok(Json(ResourcesBody::new(resources, storage_size)))
}
