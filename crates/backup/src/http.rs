use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::responses::{
    Conflict, Forbidden, Invalid, Limited, Missing, NotJson, StorageUnavailable, TooLarge,
    Unauthorized,
};
use web::{Admin, Change, Json, OptionalJson, Path, Query, Read, Require, Result};

use crate::Backups;
use crate::model::Trigger;
use crate::wire::{
    BackupList, BackupSchedulerView, BackupView, CreateBackupInput, RestoreAnswer, RestoreInput,
    RestoreQuery,
};

pub(crate) fn routes(backups: Backups) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(scheduler))
        .routes(routes!(trigger))
        .routes(routes!(read, delete))
        .routes(routes!(download))
        .routes(routes!(restore))
        .with_state(backups)
}

/// List the backups
#[utoipa::path(
    get, path = "/api/v1/backups", tag = "Backups", security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The newest first.", body = BackupList),
        Unauthorized, Forbidden, Limited, StorageUnavailable),
)]
async fn list(_: Require<Read>, State(backups): State<Backups>) -> Result<Json<BackupList>> {
    Ok(Json(BackupList::new(backups.list().await?)))
}

/// Make a backup
///
/// Of everything as it is at this moment, while the gateway serves; encrypted where
/// `backup.passphrase` is set.
#[utoipa::path(
    post, path = "/api/v1/backups", tag = "Backups", request_body = Option<CreateBackupInput>,
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 201, description = "It lies in the folder.", body = BackupView),
        Invalid, Unauthorized, Forbidden, Conflict, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
async fn create(
    caller: Require<Read>,
    State(backups): State<Backups>,
    OptionalJson(input): OptionalJson<CreateBackupInput>,
) -> Result<(StatusCode, Json<BackupView>)> {
    let description = input.and_then(|input| input.description).unwrap_or_default();
    let made = backups.create(caller.actor(), &description, Trigger::Manual).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Read a backup's record
#[utoipa::path(
    get, path = "/api/v1/backups/{id}", tag = "Backups", params(("id" = String, Path)),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "What is known of it.", body = BackupView),
        Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
async fn read(
    _: Require<Read>,
    State(backups): State<Backups>,
    Path(id): Path<String>,
) -> Result<Json<BackupView>> {
    Ok(Json(backups.find(&id).await?.into()))
}

/// Delete a backup
#[utoipa::path(
    delete, path = "/api/v1/backups/{id}", tag = "Backups", params(("id" = String, Path)),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 204, description = "It is gone."),
        Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
async fn delete(
    caller: Require<Change>,
    State(backups): State<Backups>,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    backups.delete(caller.actor(), &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Download a backup
///
/// It holds hashes of passwords and keys, and private keys; where `backup.passphrase` is not set,
/// in the clear.
#[utoipa::path(
    get, path = "/api/v1/backups/{id}/download", tag = "Backups",
    params(("id" = String, Path)), security(("bearer" = ["access:admin"]), ("apiKey" = ["access:admin"])),
    responses((status = 200, description = "The file.",
            content((Vec<u8> = "application/octet-stream"))),
        Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
async fn download(
    caller: Require<Admin>,
    State(backups): State<Backups>,
    Path(id): Path<String>,
) -> Result<Response> {
    let (record, file) = backups.file(caller.actor(), &id).await?;
    let ending = if record.encrypted { "tar.zst.enc" } else { "tar.zst" };
    let disposition = format!("attachment; filename=\"{}.{ending}\"", record.id);
    let headers = [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CONTENT_DISPOSITION, disposition),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, file).into_response())
}

/// Restore a backup
///
/// By part or whole, all or nothing, and in effect at once. `?plan=true` only says what it would
/// do. Devices and API keys that were revoked or deleted since stay so, and tokens that were taken
/// back stay taken back. 409 where the backup is damaged, too new, or not ours.
#[utoipa::path(
    post, path = "/api/v1/backups/{id}/restore", tag = "Backups",
    params(("id" = String, Path), RestoreQuery), request_body = Option<RestoreInput>,
    security(("bearer" = ["access:admin"]), ("apiKey" = ["access:admin"])),
    responses((status = 200, description = "What was restored, or would be.",
            body = RestoreAnswer),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
async fn restore(
    caller: Require<Admin>,
    State(backups): State<Backups>,
    Path(id): Path<String>,
    Query(query): Query<RestoreQuery>,
    OptionalJson(input): OptionalJson<RestoreInput>,
) -> Result<Json<RestoreAnswer>> {
    let selection = input.unwrap_or_default().selection()?;
    let outcome = backups.restore(caller.actor(), &id, &selection, query.plan).await?;
    Ok(Json(RestoreAnswer::new(outcome, query.plan)))
}

/// How scheduled backups are doing
#[utoipa::path(
    get, path = "/api/v1/backups/scheduler/status", tag = "Backups",
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The scheduler.", body = BackupSchedulerView),
        Unauthorized, Forbidden, Limited, StorageUnavailable),
)]
async fn scheduler(
    _: Require<Read>,
    State(backups): State<Backups>,
) -> Result<Json<BackupSchedulerView>> {
    let state = backups.scheduler().await?;
    Ok(Json(BackupSchedulerView::new(&backups.config(), &state)))
}

/// Make a scheduled backup now
///
/// As the scheduler does: the oldest beyond `backup.retention` go. 503 where it is switched off.
#[utoipa::path(
    post, path = "/api/v1/backups/scheduler/trigger", tag = "Backups",
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 201, description = "It lies in the folder.", body = BackupView),
        Unauthorized, Forbidden, Conflict, Limited, StorageUnavailable),
)]
async fn trigger(
    caller: Require<Read>,
    State(backups): State<Backups>,
) -> Result<(StatusCode, Json<BackupView>)> {
    let made = backups.run_scheduled(caller.actor()).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}
