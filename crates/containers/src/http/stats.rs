use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;
use web::responses::{
    EngineFailed, Forbidden, Invalid, Limited, Missing, RuntimeUnavailable, Unauthorized,
};
use web::{Json, Path, Query, Read, Require, Result};

use super::target::{Target, given};
use crate::Containers;
use crate::wire::{AllStatsView, StatsView};

/// Of which containers the figures are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Wanted {
    /// `docker`, `kubernetes`, or `all` that are switched on; the primary runtime where it is left
    /// out.
    runtime: Option<String>,
    /// Only those of this namespace.
    namespace: Option<String>,
}

/// What one container uses
///
/// By the rules of `docker stats`. The first answer takes two seconds, later ones are at hand for
/// as long as somebody asks now and then. One that does not run, or of which the cluster has no
/// figures, has zeros and a `warning`.
#[utoipa::path(
    get, path = "/api/v1/containers/{containerId}/stats", tag = "Containers",
    params(("containerId" = String, Path, description = "An id, short or whole, or a name."), Target),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "What it uses.", body = StatsView),
        Invalid, Unauthorized, Forbidden, Missing, Limited, EngineFailed, RuntimeUnavailable),
)]
pub(super) async fn stats(
    _: Require<Read>,
    State(containers): State<Containers>,
    Path(id): Path<String>,
    Query(target): Query<Target>,
) -> Result<Json<StatsView>> {
    let (container, measured) = containers.stats(&target.of(id)).await?;
    let now = containers.parts().clock.now();
    Ok(Json(StatsView::new(&container, &measured, now)))
}

/// What all containers use
///
/// Those that routes lead to and that run.
#[utoipa::path(
    get, path = "/api/v1/containers/stats", tag = "Containers", params(Wanted),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "What each uses, by name.", body = AllStatsView),
        Invalid, Unauthorized, Forbidden, Limited, EngineFailed, RuntimeUnavailable),
)]
pub(super) async fn all_stats(
    _: Require<Read>,
    State(containers): State<Containers>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<AllStatsView>> {
    let (runtime, namespace) = (given(wanted.runtime), given(wanted.namespace));
    let all = containers.all_stats(runtime.as_deref(), namespace.as_deref()).await?;
    Ok(Json(AllStatsView::new(&all, containers.parts().clock.now())))
}
