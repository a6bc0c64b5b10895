use axum::extract::State;
use kit::Error;
use serde::Deserialize;
use utoipa::IntoParams;
use web::responses::{EngineFailed, Forbidden, Invalid, Limited, RuntimeUnavailable, Unauthorized};
use web::{Json, Query, Read, Require, Result};

use crate::Containers;
use crate::service::Listing;
use crate::wire::ListedView;

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// `docker`, `kubernetes`, or `all` that are switched on; the primary runtime where it is left
    /// out.
    runtime: Option<String>,
    /// Only those of this namespace.
    namespace: Option<String>,
    /// `true`: also those that no route leads to. For a local caller or an administrator.
    #[param(value_type = Option<bool>)]
    all: Option<String>,
}

/// List the containers
///
/// Those that approved routes lead to, by name. 400 with `INVALID_RUNTIME` for a runtime that there
/// is not; 500 with `NO_RUNTIME` where none is switched on; 503 with `RUNTIME_UNAVAILABLE` for one
/// that is switched off or cannot be reached. Of all runtimes, those that answer are listed.
#[utoipa::path(
    get, path = "/api/v1/containers", tag = "Containers",
    params(Which),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The containers.", body = Vec<ListedView>),
        Invalid, Unauthorized, Forbidden, Limited, EngineFailed, RuntimeUnavailable),
)]
pub(super) async fn list(
    caller: Require<Read>,
    State(containers): State<Containers>,
    Query(which): Query<Which>,
) -> Result<Json<Vec<ListedView>>> {
    let unlinked = which.everything()?;
    if unlinked && !caller.principal.is_admin() {
        return Err(Error::forbidden("Only an administrator sees all containers").into());
    }
    let namespace = which.namespace.as_deref().filter(|name| !name.is_empty());
    let runtime = which.runtime.as_deref();
    let listed = containers.list(Listing { runtime, namespace, unlinked }).await?;
    Ok(Json(listed.iter().map(ListedView::from).collect()))
}

impl Which {
    fn everything(&self) -> Result<bool, Error> {
        match self.all.as_deref() {
            None | Some("" | "false" | "0") => Ok(false),
            Some("true" | "1") => Ok(true),
            Some(_) => Err(Error::invalid("all", "must be true or false")),
        }
    }
}
