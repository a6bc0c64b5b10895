use axum::extract::State;
use kit::Error;
use serde::Deserialize;
use utoipa::IntoParams;
use web::responses::{
    Forbidden, Invalid, Limited, Missing, RuntimeUnavailable, StorageUnavailable, Unauthorized,
};
use web::{Change, Json, Path, Query, Read, Require, Result};

use crate::Toolbox;
use crate::model::DeploymentStatus;
use crate::wire::{DataView, DeletedView, DeploymentList, DeploymentView};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Filter {
    /// `pending`, `deploying`, `deployed`, `failed` or `stopped`.
    status: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Removal {
    /// Delete the data as well, for good.
    #[serde(default, rename = "removeVolumes", alias = "remove_volumes")]
    remove_volumes: bool,
}

/// List the deployments
///
/// Empty while the toolbox is switched off.
#[utoipa::path(
    get, path = "/api/v1/toolbox/deployments", tag = "Toolbox",
    operation_id = "listToolboxDeployments",
    params(Filter),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The newest first.", body = DeploymentList),
        Invalid, Unauthorized, Forbidden, Limited, StorageUnavailable),
)]
pub(super) async fn list(
    _: Require<Read>,
    State(toolbox): State<Toolbox>,
    Query(filter): Query<Filter>,
) -> Result<Json<DeploymentList>> {
    if !toolbox.is_enabled() {
        let none = DeploymentList { deployments: Vec::new(), count: 0, enabled: Some(false) };
        return Ok(Json(none));
    }
    let status = filter.status.filter(|status| !status.is_empty()).map(|status| {
        let known = status.parse().ok().filter(|status| *status != DeploymentStatus::Deleted);
        let wrong = || Error::invalid("status", "must be a status of deployments");
        known.ok_or_else(wrong)
    });
    let found = toolbox.deployments(status.transpose()?).await?;
    let deployments: Vec<DeploymentView> = found.into_iter().map(DeploymentView::of).collect();
    Ok(Json(DeploymentList { count: deployments.len(), deployments, enabled: None }))
}

/// Get a deployment
///
/// 503 while the toolbox is switched off.
#[utoipa::path(
    get, path = "/api/v1/toolbox/deployments/{id}", tag = "Toolbox",
    operation_id = "getToolboxDeployment",
    params(("id" = String, Path, description = "The deployment's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The deployment.", body = DeploymentView),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
pub(super) async fn get(
    _: Require<Read>,
    State(toolbox): State<Toolbox>,
    Path(id): Path<String>,
) -> Result<Json<DeploymentView>> {
    toolbox.refuse_while_off()?;
    Ok(Json(DeploymentView::of(toolbox.deployment(&id).await?)))
}

/// Show what a deployment has kept
///
/// What stays when it is deleted, unless `removeVolumes` is set. 503 where the engine cannot be asked.
#[utoipa::path(
    get, path = "/api/v1/toolbox/deployments/{id}/data", tag = "Toolbox",
    operation_id = "getToolboxDeploymentData",
    params(("id" = String, Path, description = "The deployment's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "Its data.", body = DataView),
        Invalid, Unauthorized, Forbidden, Missing, Limited, RuntimeUnavailable),
)]
pub(super) async fn data(
    _: Require<Read>,
    State(toolbox): State<Toolbox>,
    Path(id): Path<String>,
) -> Result<Json<DataView>> {
    let volumes = toolbox.data(&id).await?;
    Ok(Json(DataView { count: volumes.len(), volumes }))
}

/// Delete a deployment
///
/// Removes its containers, its networks and its route, whatever is being done to it, and answers
/// when they are gone. Its volumes and folders stay unless `removeVolumes` is set; the message says
/// what stays. 503 where the engine does not do it.
#[utoipa::path(
    delete, path = "/api/v1/toolbox/deployments/{id}", tag = "Toolbox",
    operation_id = "deleteToolboxDeployment",
    params(("id" = String, Path, description = "The deployment's id."), Removal),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "What was removed.", body = DeletedView),
        Invalid, Unauthorized, Forbidden, Missing, Limited, RuntimeUnavailable),
)]
pub(super) async fn delete(
    caller: Require<Change>,
    State(toolbox): State<Toolbox>,
    Path(id): Path<String>,
    Query(removal): Query<Removal>,
) -> Result<Json<DeletedView>> {
    let removed = toolbox.delete(&caller.actor(), &id, removal.remove_volumes).await?;
    Ok(Json(DeletedView::of(removed)))
}
