use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use serde::Deserialize;
use utoipa::IntoParams;
use web::responses::{
    Conflict, Forbidden, Invalid, Limited, Missing, NotJson, RuntimeUnavailable, TooLarge,
    Unauthorized,
};
use web::{Change, Json, Query, Require, Result};

use crate::Toolbox;
use crate::wire::{DeployAnswer, DeployInput, PlanView};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Mode {
    /// Only say what would be made.
    #[serde(default)]
    plan: bool,
}

/// Deploy a template
///
/// Answers when everything that can be checked without the engine is; the rest is told as
/// `toolbox_progress`, and shown by the deployment. With `plan=true` nothing is made: the answer is
/// what would be, with the compose file, what is in its way, and the rights that it would have. 409
/// for a template that is broken; 503 while the toolbox or its runtime is switched off.
#[utoipa::path(
    post, path = "/api/v1/toolbox/deploy", tag = "Toolbox", operation_id = "deployToolboxService",
    params(Mode),
    request_body(content = DeployInput, content_type = "application/json"),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 202, description = "It is being deployed.", body = DeployAnswer),
        (status = 200, description = "The plan that was asked for.", body = PlanView),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, TooLarge, NotJson, Limited,
        RuntimeUnavailable),
)]
pub(super) async fn deploy(
    caller: Require<Change>,
    State(toolbox): State<Toolbox>,
    Query(mode): Query<Mode>,
    Json(input): Json<DeployInput>,
) -> Result<Response> {
    let wanted = input.wanted();
    if mode.plan {
        let planned = toolbox.plan(wanted).await?;
        return Ok(Json(PlanView::of(planned)).into_response());
    }
    let deployment = toolbox.deploy(&caller.actor(), wanted).await?;
    let answer = Json(DeployAnswer::of(&deployment, "is being deployed"));
    Ok((StatusCode::ACCEPTED, answer).into_response())
}
