use ::http::StatusCode;
use axum::extract::State;
use kit::Error;
use web::responses::{
    Conflict, Forbidden, Invalid, Limited, Missing, NotJson, StorageUnavailable, TooLarge,
    Unauthorized,
};
use web::{Caller, Change, Json, OptionalJson, Paging, Path, Query, Read, Require, Result};

use crate::Scripts;
use crate::model::Filter;
use crate::wire::{ExecuteInput, ExecutionFilter, ExecutionList, ExecutionView, Waiting};

const USUAL: u32 = 50;
const MOST: u32 = 100;

/// Run a script
///
/// Answers after the run, which ends after 10 minutes at the latest, or at once with
/// `async=true`. Parameters become environment variables. A run that fails is a 200 whose
/// `status` says so. The body may be left out. A script with `allowedScopes` needs one of them
/// besides `write:*`. 503, too, where too many executions wait already.
#[utoipa::path(
    post, path = "/api/v1/scripts/{id}/execute", tag = "Scripts", operation_id = "execute_script",
    params(("id" = String, Path, description = "The script's id."), Waiting),
    request_body(content = Option<ExecuteInput>, content_type = "application/json"),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "The run is over.", body = ExecutionView),
        (status = 202, description = "It is accepted.", body = ExecutionView),
        Invalid, Unauthorized, Forbidden, Missing, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
pub(super) async fn execute(
    caller: Require<Change>,
    State(scripts): State<Scripts>,
    Path(id): Path<String>,
    Query(waiting): Query<Waiting>,
    OptionalJson(input): OptionalJson<ExecuteInput>,
) -> Result<(StatusCode, Json<ExecutionView>)> {
    run(&scripts, &caller, &id, &input.unwrap_or_default(), &waiting).await
}

/// Try a script out
///
/// Like running it, with `DRY_RUN=true` in its environment and its `dryRunCommand`.
#[utoipa::path(
    post, path = "/api/v1/scripts/{id}/dry-run", tag = "Scripts", operation_id = "dry_run_script",
    params(("id" = String, Path, description = "The script's id."), Waiting),
    request_body(content = Option<ExecuteInput>, content_type = "application/json"),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "The run is over.", body = ExecutionView),
        (status = 202, description = "It is accepted.", body = ExecutionView),
        Invalid, Unauthorized, Forbidden, Missing, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
pub(super) async fn dry_run(
    caller: Require<Change>,
    State(scripts): State<Scripts>,
    Path(id): Path<String>,
    Query(waiting): Query<Waiting>,
    OptionalJson(input): OptionalJson<ExecuteInput>,
) -> Result<(StatusCode, Json<ExecutionView>)> {
    let input = ExecuteInput { dry_run: true, ..input.unwrap_or_default() };
    run(&scripts, &caller, &id, &input, &waiting).await
}

async fn run(
    scripts: &Scripts,
    caller: &Caller,
    id: &str,
    input: &ExecuteInput,
    waiting: &Waiting,
) -> Result<(StatusCode, Json<ExecutionView>)> {
    let given = (&input.parameters, input.dry_run);
    let execution = scripts.execute(caller, id, given, !waiting.asynchronous).await?;
    let status = if waiting.asynchronous { StatusCode::ACCEPTED } else { StatusCode::OK };
    Ok((status, Json(execution.into())))
}

/// List the executions
#[utoipa::path(
    get, path = "/api/v1/executions", tag = "Scripts", operation_id = "list_executions",
    params(ExecutionFilter, Paging),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "Newest first; 50 unless `limit` says otherwise, at \
        most 100.", body = ExecutionList),
        Invalid, Unauthorized, Forbidden, Limited, StorageUnavailable),
)]
pub(super) async fn list(
    _: Require<Read>,
    State(scripts): State<Scripts>,
    Query(filter): Query<ExecutionFilter>,
    Query(paging): Query<Paging>,
) -> Result<Json<ExecutionList>> {
    let page = paging.page(USUAL, MOST)?;
    let unknown = |_| Error::invalid("status", "is not a state of executions");
    let status = filter.status.map(|name| name.parse()).transpose();
    let filter = Filter { script_id: filter.script_id, status: status.map_err(unknown)? };
    let paged = scripts.executions(&filter, page).await?;
    Ok(Json(ExecutionList {
        count: paged.items.len(),
        executions: paged.items.into_iter().map(ExecutionView::from).collect(),
        total: paged.total,
        limit: page.limit.unwrap_or(MOST),
        offset: page.offset,
        enabled: scripts.is_enabled(),
    }))
}

/// Show an execution, with all of its output
#[utoipa::path(
    get, path = "/api/v1/executions/{id}", tag = "Scripts", operation_id = "show_execution",
    params(("id" = String, Path, description = "The execution's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The record.", body = ExecutionView),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
pub(super) async fn show(
    _: Require<Read>,
    State(scripts): State<Scripts>,
    Path(id): Path<String>,
) -> Result<Json<ExecutionView>> {
    Ok(Json(scripts.execution(&id).await?.into()))
}

/// Cancel an execution
///
/// Everything that the script started is asked to end and, after five seconds, made to. Answers
/// when that is done. Needs what running the script needs. 409 where it is over already.
#[utoipa::path(
    post, path = "/api/v1/executions/{id}/cancel", tag = "Scripts",
    operation_id = "cancel_execution",
    params(("id" = String, Path, description = "The execution's id.")),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "The record.", body = ExecutionView),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, Limited, StorageUnavailable),
)]
pub(super) async fn cancel(
    caller: Require<Change>,
    State(scripts): State<Scripts>,
    Path(id): Path<String>,
) -> Result<Json<ExecutionView>> {
    Ok(Json(scripts.cancel(&caller, &id).await?.into()))
}
