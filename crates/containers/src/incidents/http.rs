use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::responses::{Forbidden, Invalid, Limited, Missing, StorageUnavailable, Unauthorized};
use web::{Json, Path, Query, Read, Require, Result};

use super::wire::{FoundLines, IncidentQuery, Incidents, LogQuery};
use crate::Containers;
use crate::link::ContainerRef;

pub(crate) fn routes(containers: Containers) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(incidents)).routes(routes!(search)).with_state(containers)
}

/// List the incidents of a container
///
/// Ends that nobody wanted, also while the gateway did not run: exit code, whether memory ran out,
/// the last lines, and what was used in the last minutes. The last 20 are kept, however often the
/// container is recreated under its name.
#[utoipa::path(
    get, path = "/api/v1/containers/{containerId}/incidents", tag = "Containers",
    params(("containerId" = String, Path, description = "Its id, short or whole, or its name."),
        IncidentQuery),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The incidents.", body = Incidents),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
async fn incidents(
    _: Require<Read>,
    State(containers): State<Containers>,
    Path(id): Path<String>,
    Query(place): Query<IncidentQuery>,
) -> Result<Json<Incidents>> {
    let asked = ContainerRef { id, runtime: place.runtime, namespace: place.namespace };
    let incidents = containers.incidents(&asked).await?;
    Ok(Json(Incidents { count: incidents.len(), incidents }))
}

/// Search the log of a container
///
/// In about the last megabyte that it said, which is kept on disk. What is said now comes over the
/// socket. `around` takes the `position` of a line that was found, and answers with that line
/// between its neighbours; 404 where it is not kept any longer.
#[utoipa::path(
    get, path = "/api/v1/containers/{containerId}/logs", tag = "Containers",
    params(("containerId" = String, Path, description = "Its id, short or whole, or its name."),
        LogQuery),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The lines.", body = FoundLines),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
async fn search(
    _: Require<Read>,
    State(containers): State<Containers>,
    Path(id): Path<String>,
    Query(query): Query<LogQuery>,
) -> Result<Json<FoundLines>> {
    let wanted = query.wanted()?;
    let asked = ContainerRef { id, runtime: query.runtime, namespace: query.namespace };
    let found = containers.stored_lines(&asked, wanted).await?;
    Ok(Json(FoundLines::from(&found)))
}
