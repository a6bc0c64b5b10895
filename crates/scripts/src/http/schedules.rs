use ::http::StatusCode;
use axum::extract::State;
use web::responses::{
    Conflict, Forbidden, Invalid, Limited, Missing, NotJson, StorageUnavailable, TooLarge,
    Unauthorized,
};
use web::{Change, Json, Path, Query, Read, Require, Result};

use crate::Scripts;
use crate::wire::{Preview, PreviewQuery, ScheduleInput, ScheduleList, ScheduleView};

/// List the schedules
#[utoipa::path(
    get, path = "/api/v1/schedules", tag = "Schedules", operation_id = "list_schedules",
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "Oldest first.", body = ScheduleList),
        Unauthorized, Forbidden, Limited, StorageUnavailable),
)]
pub(super) async fn list(
    _: Require<Read>,
    State(scripts): State<Scripts>,
) -> Result<Json<ScheduleList>> {
    let schedules: Vec<_> =
        scripts.schedules().await?.into_iter().map(ScheduleView::from).collect();
    Ok(Json(ScheduleList { count: schedules.len(), schedules, enabled: scripts.is_enabled() }))
}

/// Show when an expression fires
///
/// The next ten times. A time that the clock skips in spring comes at the first minute behind the
/// gap; one that it shows twice in autumn comes the first time alone.
#[utoipa::path(
    get, path = "/api/v1/schedules/preview", tag = "Schedules",
    operation_id = "preview_schedule", params(PreviewQuery),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The times.", body = Preview),
        Invalid, Unauthorized, Forbidden, Limited, StorageUnavailable),
)]
pub(super) async fn preview(
    _: Require<Read>,
    State(scripts): State<Scripts>,
    Query(query): Query<PreviewQuery>,
) -> Result<Json<Preview>> {
    let table = scripts.preview(&query.cron, query.timezone.as_deref())?;
    Ok(Json(Preview {
        cron_expression: query.cron,
        timezone: table.zone().to_owned(),
        next_runs: table.ten_after(scripts.clock().now()),
    }))
}

/// Make a schedule
///
/// Cron has five fields: numbers, names (`MON`, `JAN`), `*`, lists, ranges and steps. Where day
/// of the month and day of the week are both given, either is enough. What it runs must be there
/// and open to the caller, and take the parameters.
#[utoipa::path(
    post, path = "/api/v1/schedules", tag = "Schedules", operation_id = "create_schedule",
    request_body = ScheduleInput,
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 201, description = "The record.", body = ScheduleView),
        Invalid, Unauthorized, Forbidden, Conflict, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
pub(super) async fn create(
    caller: Require<Change>,
    State(scripts): State<Scripts>,
    Json(input): Json<ScheduleInput>,
) -> Result<(StatusCode, Json<ScheduleView>)> {
    let schedule = scripts.make_schedule(&caller, input).await?;
    Ok((StatusCode::CREATED, Json(scripts.masked_schedule(schedule).await?.into())))
}

/// Show a schedule
#[utoipa::path(
    get, path = "/api/v1/schedules/{id}", tag = "Schedules", operation_id = "show_schedule",
    params(("id" = String, Path, description = "The schedule's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The record.", body = ScheduleView),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
pub(super) async fn show(
    _: Require<Read>,
    State(scripts): State<Scripts>,
    Path(id): Path<String>,
) -> Result<Json<ScheduleView>> {
    let schedule = scripts.schedule(&id).await?;
    Ok(Json(scripts.masked_schedule(schedule).await?.into()))
}

/// Change a schedule
///
/// Fields that are left out keep their value. It counts at once. An empty `timezone` is the
/// host's. 409 where it runs a workflow whose script is gone.
#[utoipa::path(
    put, path = "/api/v1/schedules/{id}", tag = "Schedules", operation_id = "update_schedule",
    params(("id" = String, Path, description = "The schedule's id.")),
    request_body = ScheduleInput,
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "The record.", body = ScheduleView),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
pub(super) async fn update(
    caller: Require<Change>,
    State(scripts): State<Scripts>,
    Path(id): Path<String>,
    Json(input): Json<ScheduleInput>,
) -> Result<Json<ScheduleView>> {
    let schedule = scripts.update_schedule(&caller, &id, input).await?;
    Ok(Json(scripts.masked_schedule(schedule).await?.into()))
}

/// Remove a schedule
///
/// What it started goes on.
#[utoipa::path(
    delete, path = "/api/v1/schedules/{id}", tag = "Schedules", operation_id = "delete_schedule",
    params(("id" = String, Path, description = "The schedule's id.")),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 204, description = "It is gone."),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
pub(super) async fn delete(
    caller: Require<Change>,
    State(scripts): State<Scripts>,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    scripts.delete_schedule(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
