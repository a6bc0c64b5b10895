use axum::extract::State;
use http::StatusCode;
use web::responses::{
    Conflict, Forbidden, Invalid, Limited, Missing, NotJson, RuntimeUnavailable, TooLarge,
    Unauthorized,
};
use web::{Change, Json, OptionalJson, Path, Require, Result};

use crate::Toolbox;
use crate::wire::{DeployAnswer, RedeployInput};

/// Start a deployment
///
/// 409 unless it is stopped.
#[utoipa::path(
    post, path = "/api/v1/toolbox/deployments/{id}/start", tag = "Toolbox",
    operation_id = "startToolboxDeployment",
    params(("id" = String, Path, description = "The deployment's id.")),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 202, description = "It is being started.", body = DeployAnswer),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, Limited, RuntimeUnavailable),
)]
pub(super) async fn start(
    caller: Require<Change>,
    State(toolbox): State<Toolbox>,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<DeployAnswer>)> {
    let deployment = toolbox.start(&caller.actor(), &id).await?;
    Ok((StatusCode::ACCEPTED, Json(DeployAnswer::of(&deployment, "is being started"))))
}

/// Stop a deployment
///
/// Its containers stay, and so does its route. 409 unless it is deployed.
#[utoipa::path(
    post, path = "/api/v1/toolbox/deployments/{id}/stop", tag = "Toolbox",
    operation_id = "stopToolboxDeployment",
    params(("id" = String, Path, description = "The deployment's id.")),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 202, description = "It is being stopped.", body = DeployAnswer),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, Limited, RuntimeUnavailable),
)]
pub(super) async fn stop(
    caller: Require<Change>,
    State(toolbox): State<Toolbox>,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<DeployAnswer>)> {
    let deployment = toolbox.stop(&caller.actor(), &id).await?;
    Ok((StatusCode::ACCEPTED, Json(DeployAnswer::of(&deployment, "is being stopped"))))
}

/// Deploy it anew
///
/// With other variables, another image or another port; what is left out stays. The old containers
/// are kept until the new ones are healthy, and come back where they do not become so:
/// `error_message` says why then. The body may be left out. 409 while something else is being done
/// to it.
#[utoipa::path(
    post, path = "/api/v1/toolbox/deployments/{id}/redeploy", tag = "Toolbox",
    operation_id = "redeployToolboxDeployment",
    params(("id" = String, Path, description = "The deployment's id.")),
    request_body(content = Option<RedeployInput>, content_type = "application/json"),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 202, description = "It is being deployed anew.", body = DeployAnswer),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, TooLarge, NotJson, Limited,
        RuntimeUnavailable),
)]
pub(super) async fn redeploy(
    caller: Require<Change>,
    State(toolbox): State<Toolbox>,
    Path(id): Path<String>,
    OptionalJson(input): OptionalJson<RedeployInput>,
) -> Result<(StatusCode, Json<DeployAnswer>)> {
    let request = input.unwrap_or_default().request(false);
    let deployment = toolbox.redeploy(&caller.actor(), &id, request).await?;
    Ok((StatusCode::ACCEPTED, Json(DeployAnswer::of(&deployment, "is being deployed anew"))))
}

/// Update a deployment
///
/// As its template is now, with the newest images of their tags. Otherwise like `redeploy`.
#[utoipa::path(
    post, path = "/api/v1/toolbox/deployments/{id}/update", tag = "Toolbox",
    operation_id = "updateToolboxDeployment",
    params(("id" = String, Path, description = "The deployment's id.")),
    request_body(content = Option<RedeployInput>, content_type = "application/json"),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 202, description = "It is being updated.", body = DeployAnswer),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, TooLarge, NotJson, Limited,
        RuntimeUnavailable),
)]
pub(super) async fn update(
    caller: Require<Change>,
    State(toolbox): State<Toolbox>,
    Path(id): Path<String>,
    OptionalJson(input): OptionalJson<RedeployInput>,
) -> Result<(StatusCode, Json<DeployAnswer>)> {
    let request = input.unwrap_or_default().request(true);
    let deployment = toolbox.redeploy(&caller.actor(), &id, request).await?;
    Ok((StatusCode::ACCEPTED, Json(DeployAnswer::of(&deployment, "is being updated"))))
}
