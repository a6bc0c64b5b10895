use axum::extract::State;
use web::responses::{Forbidden, Limited, StorageUnavailable, Unauthorized};
use web::{Json, Read, Require, Token};

use crate::Journal;
use crate::wire::{QuickStatsBody, StatsBody};

/// Figures, compared with a day ago.
///
/// A caller without `read:*` counts no device but itself.
#[utoipa::path(
    get,
    path = "/api/v1/stats",
    tag = "Activity",
    responses(
        (status = 200, description = "The figures, each with its trend.", body = StatsBody),
        Unauthorized,
        Forbidden,
        Limited,
        StorageUnavailable
    ),
    security(("bearer" = []), ("apiKey" = []))
)]
pub(super) async fn stats(
    State(journal): State<Journal>,
    caller: Require<Read>,
) -> web::Result<Json<StatsBody>> {
    Ok(Json(journal.stats(&caller.principal).await?.into()))
}

/// Figures at a glance.
///
/// A caller without `read:*` counts no device but itself.
#[utoipa::path(
    get,
    path = "/api/v1/stats/quick",
    tag = "Activity",
    responses(
        (status = 200, description = "The figures at a glance.", body = QuickStatsBody),
        Unauthorized,
        Forbidden,
        Limited,
        StorageUnavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn quick(
    State(journal): State<Journal>,
    caller: Require<Token>,
) -> web::Result<Json<QuickStatsBody>> {
    Ok(Json(journal.quick_stats(&caller.principal).await?.into()))
}
