use axum::extract::State;
use axum::response::{IntoResponse, Response};
use engines::Runtime;
use web::responses::{
    EngineFailed, Forbidden, Invalid, Limited, Missing, RuntimeUnavailable, Unauthorized,
};
use web::{Json, Path, Query, Read, Require, Result};

use super::target::Target;
use crate::Containers;
use crate::wire::DetailsView;

/// Look at one container
///
/// Docker: what the engine tells, in its own format. Kubernetes: the fields of the list, and
/// `config` (`env`, `cmd`, `workingDir`, `user`), `networkSettings`, `mounts`, `owner` (`kind`,
/// `name`) and what the cluster tells as `raw`. Values of the environment that look like secrets are masked unless the
/// caller is local or an administrator.
#[utoipa::path(
    get, path = "/api/v1/containers/{containerId}", tag = "Containers",
    params(("containerId" = String, Path, description = "An id, short or whole, or a name."), Target),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The container.", body = Object),
        Invalid, Unauthorized, Forbidden, Missing, Limited, EngineFailed, RuntimeUnavailable),
)]
pub(super) async fn inspect(
    caller: Require<Read>,
    State(containers): State<Containers>,
    Path(id): Path<String>,
    Query(target): Query<Target>,
) -> Result<Response> {
    let seen = containers.inspect(&target.of(id), caller.principal.is_admin()).await?;
    Ok(match seen.details.container.runtime {
        Runtime::Docker => Json(seen.raw).into_response(),
        Runtime::Kubernetes => Json(DetailsView::from(seen)).into_response(),
    })
}
