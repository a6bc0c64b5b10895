use ::http::StatusCode;
use axum::extract::State;
use web::responses::{
    Conflict, Forbidden, Invalid, Limited, Missing, NotJson, StorageUnavailable, TooLarge,
    Unauthorized,
};
use web::{Change, Json, OptionalJson, Paging, Path, Query, Read, Require, Result};

use crate::Scripts;
use crate::wire::{
    ExecuteInput, RunList, RunView, Waiting, WorkflowInput, WorkflowList, WorkflowView,
};

const USUAL: u32 = 50;
const MOST: u32 = 100;

/// List the workflows
#[utoipa::path(
    get, path = "/api/v1/workflows", tag = "Workflows", operation_id = "list_workflows",
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "By id.", body = WorkflowList),
        Unauthorized, Forbidden, Limited, StorageUnavailable),
)]
pub(super) async fn list(
    _: Require<Read>,
    State(scripts): State<Scripts>,
) -> Result<Json<WorkflowList>> {
    let workflows: Vec<_> =
        scripts.workflows().await?.into_iter().map(WorkflowView::from).collect();
    Ok(Json(WorkflowList { count: workflows.len(), workflows, enabled: scripts.is_enabled() }))
}

/// Make a workflow
///
/// Its scripts must be there, take what their steps give them, and be open to the caller.
#[utoipa::path(
    post, path = "/api/v1/workflows", tag = "Workflows", operation_id = "create_workflow",
    request_body = WorkflowInput,
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 201, description = "The record.", body = WorkflowView),
        Invalid, Unauthorized, Forbidden, Conflict, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
pub(super) async fn create(
    caller: Require<Change>,
    State(scripts): State<Scripts>,
    Json(input): Json<WorkflowInput>,
) -> Result<(StatusCode, Json<WorkflowView>)> {
    let workflow = scripts.make_workflow(&caller, input).await?;
    Ok((StatusCode::CREATED, Json(scripts.masked_workflow(workflow).await?.into())))
}

/// Show a workflow
#[utoipa::path(
    get, path = "/api/v1/workflows/{id}", tag = "Workflows", operation_id = "show_workflow",
    params(("id" = String, Path, description = "The workflow's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The record.", body = WorkflowView),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
pub(super) async fn show(
    _: Require<Read>,
    State(scripts): State<Scripts>,
    Path(id): Path<String>,
) -> Result<Json<WorkflowView>> {
    let workflow = scripts.workflow(&id).await?;
    Ok(Json(scripts.masked_workflow(workflow).await?.into()))
}

/// Change a workflow
///
/// Fields that are left out keep their value; the id stays. Runs go on as they began.
#[utoipa::path(
    put, path = "/api/v1/workflows/{id}", tag = "Workflows", operation_id = "update_workflow",
    params(("id" = String, Path, description = "The workflow's id.")),
    request_body = WorkflowInput,
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "The record.", body = WorkflowView),
        Invalid, Unauthorized, Forbidden, Missing, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
pub(super) async fn update(
    caller: Require<Change>,
    State(scripts): State<Scripts>,
    Path(id): Path<String>,
    Json(input): Json<WorkflowInput>,
) -> Result<Json<WorkflowView>> {
    let workflow = scripts.update_workflow(&caller, &id, input).await?;
    Ok(Json(scripts.masked_workflow(workflow).await?.into()))
}

/// Remove a workflow
///
/// 409 where a schedule uses it, with which.
#[utoipa::path(
    delete, path = "/api/v1/workflows/{id}", tag = "Workflows", operation_id = "delete_workflow",
    params(("id" = String, Path, description = "The workflow's id.")),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 204, description = "It is gone."),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, Limited, StorageUnavailable),
)]
pub(super) async fn delete(
    caller: Require<Change>,
    State(scripts): State<Scripts>,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    scripts.delete_workflow(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Run a workflow
///
/// Answers after the run, which ends after 10 minutes at the latest, or at once with
/// `async=true`. What it is given goes to the steps whose scripts declare it, before what the
/// steps have of their own; everything is checked before the first step. 409 where a script is
/// gone.
#[utoipa::path(
    post, path = "/api/v1/workflows/{id}/execute", tag = "Workflows",
    operation_id = "execute_workflow",
    params(("id" = String, Path, description = "The workflow's id."), Waiting),
    request_body(content = Option<ExecuteInput>, content_type = "application/json"),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "The run is over.", body = RunView),
        (status = 202, description = "It is accepted.", body = RunView),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
pub(super) async fn execute(
    caller: Require<Change>,
    State(scripts): State<Scripts>,
    Path(id): Path<String>,
    Query(waiting): Query<Waiting>,
    OptionalJson(input): OptionalJson<ExecuteInput>,
) -> Result<(StatusCode, Json<RunView>)> {
    let input = input.unwrap_or_default();
    let given = (&input.parameters, input.dry_run);
    let run = scripts.execute_workflow(&caller, &id, given, !waiting.asynchronous).await?;
    let status = if waiting.asynchronous { StatusCode::ACCEPTED } else { StatusCode::OK };
    Ok((status, Json(run.into())))
}

/// List the runs of a workflow
#[utoipa::path(
    get, path = "/api/v1/workflows/{id}/executions", tag = "Workflows",
    operation_id = "list_workflow_executions",
    params(("id" = String, Path, description = "The workflow's id."), Paging),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "Newest first; 50 unless `limit` says otherwise, at \
        most 100.", body = RunList),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
pub(super) async fn runs(
    _: Require<Read>,
    State(scripts): State<Scripts>,
    Path(id): Path<String>,
    Query(paging): Query<Paging>,
) -> Result<Json<RunList>> {
    let page = paging.page(USUAL, MOST)?;
    let paged = scripts.runs(&id, page).await?;
    Ok(Json(RunList {
        count: paged.items.len(),
        executions: paged.items.into_iter().map(RunView::from).collect(),
        total: paged.total,
        limit: page.limit.unwrap_or(MOST),
        offset: page.offset,
        enabled: scripts.is_enabled(),
    }))
}

/// Show one run of a workflow
#[utoipa::path(
    get, path = "/api/v1/workflows/{id}/executions/{runId}", tag = "Workflows",
    operation_id = "show_workflow_execution",
    params(("id" = String, Path, description = "The workflow's id."),
        ("runId" = String, Path, description = "The run's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The record.", body = RunView),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
pub(super) async fn run(
    _: Require<Read>,
    State(scripts): State<Scripts>,
    Path((id, run_id)): Path<(String, String)>,
) -> Result<Json<RunView>> {
    Ok(Json(scripts.find_run(&id, &run_id).await?.into()))
}

/// Cancel a run of a workflow
///
/// The step that runs is ended, and the rest skipped. Answers when that is done. 409 where it is
/// over already.
#[utoipa::path(
    post, path = "/api/v1/workflows/{id}/executions/{runId}/cancel", tag = "Workflows",
    operation_id = "cancel_workflow_execution",
    params(("id" = String, Path, description = "The workflow's id."),
        ("runId" = String, Path, description = "The run's id.")),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "The record.", body = RunView),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, Limited, StorageUnavailable),
)]
pub(super) async fn cancel(
    caller: Require<Change>,
    State(scripts): State<Scripts>,
    Path((id, run_id)): Path<(String, String)>,
) -> Result<Json<RunView>> {
    Ok(Json(scripts.cancel_run(&caller, &id, &run_id).await?.into()))
}
