use ::http::StatusCode;
use axum::extract::State;
use kit::Scope;
use web::responses::{
    Conflict, Forbidden, Invalid, Limited, Missing, NotJson, StorageUnavailable, TooLarge,
    Unauthorized,
};
use web::{Caller, Change, Json, Path, Query, Read, Require, Result};

use crate::Scripts;
use crate::model::Script;
use crate::wire::{AvailableList, ScriptFilter, ScriptInput, ScriptList, ScriptView};

fn view(scripts: &Scripts, caller: &Caller, script: Script) -> ScriptView {
    let may_change = caller.principal.may(Scope::WRITE_ALL);
    ScriptView::new(script, scripts.config().default_timeout, may_change)
}

/// List the scripts
#[utoipa::path(
    get, path = "/api/v1/scripts", tag = "Scripts", operation_id = "list_scripts",
    params(ScriptFilter),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "By id; empty, with `enabled` false, while scripts are \
        switched off.", body = ScriptList),
        Invalid, Unauthorized, Forbidden, Limited, StorageUnavailable),
)]
pub(super) async fn list(
    caller: Require<Read>,
    State(scripts): State<Scripts>,
    Query(filter): Query<ScriptFilter>,
) -> Result<Json<ScriptList>> {
    let found = scripts.scripts(filter.category.as_deref()).await?;
    let views: Vec<_> = found.into_iter().map(|one| view(&scripts, &caller, one)).collect();
    Ok(Json(ScriptList { count: views.len(), scripts: views, enabled: scripts.is_enabled() }))
}

/// List script files that are not registered
///
/// Everything below `scripts.directory` that ends in `.sh`, `.bash` or `.py` or is executable,
/// at most 1000 files; hidden ones and symbolic links are left out.
#[utoipa::path(
    get, path = "/api/v1/scripts/available", tag = "Scripts",
    operation_id = "list_available_scripts",
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "By path.", body = AvailableList),
        Unauthorized, Forbidden, Limited, StorageUnavailable),
)]
pub(super) async fn available(
    _: Require<Read>,
    State(scripts): State<Scripts>,
) -> Result<Json<AvailableList>> {
    Ok(Json(AvailableList::new(scripts.available().await?, scripts.is_enabled())))
}

/// Register a script
///
/// The file must be there; symbolic links are not followed. 409 where a script of that name is
/// there already; 503 while scripts are switched off.
#[utoipa::path(
    post, path = "/api/v1/scripts", tag = "Scripts", operation_id = "register_script",
    request_body = ScriptInput,
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 201, description = "The record.", body = ScriptView),
        Invalid, Unauthorized, Forbidden, Conflict, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
pub(super) async fn register(
    caller: Require<Change>,
    State(scripts): State<Scripts>,
    Json(input): Json<ScriptInput>,
) -> Result<(StatusCode, Json<ScriptView>)> {
    let script = scripts.register(&caller, input).await?;
    Ok((StatusCode::CREATED, Json(view(&scripts, &caller, script))))
}

/// Show a script
#[utoipa::path(
    get, path = "/api/v1/scripts/{id}", tag = "Scripts", operation_id = "show_script",
    params(("id" = String, Path, description = "The script's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The record.", body = ScriptView),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
pub(super) async fn show(
    caller: Require<Read>,
    State(scripts): State<Scripts>,
    Path(id): Path<String>,
) -> Result<Json<ScriptView>> {
    let script = scripts.script(&id).await?;
    Ok(Json(view(&scripts, &caller, script)))
}

/// Change a script
///
/// Fields that are left out keep their value; the id stays. What runs already goes on as it began.
#[utoipa::path(
    put, path = "/api/v1/scripts/{id}", tag = "Scripts", operation_id = "update_script",
    params(("id" = String, Path, description = "The script's id.")),
    request_body = ScriptInput,
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "The record.", body = ScriptView),
        Invalid, Unauthorized, Forbidden, Missing, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
pub(super) async fn update(
    caller: Require<Change>,
    State(scripts): State<Scripts>,
    Path(id): Path<String>,
    Json(input): Json<ScriptInput>,
) -> Result<Json<ScriptView>> {
    let script = scripts.update_script(&caller, &id, input).await?;
    Ok(Json(view(&scripts, &caller, script)))
}

/// Remove a script
///
/// The file stays, and so do the records of its executions. 409 where a workflow or a schedule
/// uses it, with which.
#[utoipa::path(
    delete, path = "/api/v1/scripts/{id}", tag = "Scripts", operation_id = "delete_script",
    params(("id" = String, Path, description = "The script's id.")),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 204, description = "It is gone."),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, Limited, StorageUnavailable),
)]
pub(super) async fn delete(
    caller: Require<Change>,
    State(scripts): State<Scripts>,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    scripts.delete_script(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
