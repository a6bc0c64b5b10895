use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};
use kit::{Error, Scope};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::responses::{
    Forbidden, Invalid, Limited, Missing, NotJson, StorageUnavailable, TooLarge, Unauthorized,
};
use web::{Caller, Json, OptionalJson, Path, Query, Read, Require, Result};

use super::stack::Wishes;
use super::wire::{BatchExportInput, ENV_FILE, ExportInput, ExportView};
use super::zip::zip;
use crate::Containers;
use crate::link::ContainerRef;

pub(crate) fn routes(containers: Containers) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(export))
        .routes(routes!(preview))
        .routes(routes!(export_many))
        .routes(routes!(preview_many))
        .with_state(containers)
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// `docker` or `kubernetes`; the primary runtime where it is left out.
    runtime: Option<String>,
    namespace: Option<String>,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Form {
    /// `json` or `zip`.
    #[param(example = "json")]
    format: Option<String>,
    /// `docker` or `kubernetes`; the primary runtime where it is left out.
    runtime: Option<String>,
    namespace: Option<String>,
}

/// Export a container
///
/// As a compose file that brings it up again. Secrets are left out of it, unless
/// `sanitize_secrets` is `false`, which needs `write:*`. The body may be left out.
#[utoipa::path(
    post, path = "/api/v1/containers/{containerId}/export", tag = "Containers",
    params(("containerId" = String, Path, description = "Its id, short or whole, or its name."),
        ExportQuery),
    request_body(content = Option<ExportInput>, content_type = "application/json"),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The compose file.", body = ExportView),
        Invalid, Unauthorized, Forbidden, Missing, TooLarge, NotJson, Limited, StorageUnavailable),
)]
async fn export(
    caller: Require<Read>,
    State(containers): State<Containers>,
    Path(id): Path<String>,
    Query(place): Query<ExportQuery>,
    OptionalJson(input): OptionalJson<ExportInput>,
) -> Result<Response> {
    let view = one(&caller, &containers, id, place, input).await?;
    let disposition = attachment(&view.filename);
    Ok(([(CONTENT_DISPOSITION, disposition)], Json(view)).into_response())
}

/// Preview the export of a container
///
/// The same as the export, not as a download.
#[utoipa::path(
    post, path = "/api/v1/containers/{containerId}/export/preview", tag = "Containers",
    params(("containerId" = String, Path, description = "Its id, short or whole, or its name."),
        ExportQuery),
    request_body(content = Option<ExportInput>, content_type = "application/json"),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The compose file.", body = ExportView),
        Invalid, Unauthorized, Forbidden, Missing, TooLarge, NotJson, Limited, StorageUnavailable),
)]
async fn preview(
    caller: Require<Read>,
    State(containers): State<Containers>,
    Path(id): Path<String>,
    Query(place): Query<ExportQuery>,
    OptionalJson(input): OptionalJson<ExportInput>,
) -> Result<Json<ExportView>> {
    Ok(Json(one(&caller, &containers, id, place, input).await?))
}

/// Export several containers
///
/// As one stack, with the networks and volumes that they share. 206 where some of them could not be
/// looked at; the warnings say which. 404 with `ALL_CONTAINERS_FAILED` where none could.
#[utoipa::path(
    post, path = "/api/v1/containers/batch/export", tag = "Containers",
    params(Form),
    request_body = BatchExportInput,
    security(("bearer" = []), ("apiKey" = [])),
    responses(
        (status = 200, description = "The stack: JSON, or a zip archive of both files.",
            body = ExportView),
        (status = 206, description = "The same without those that failed.", body = ExportView),
        Invalid, Unauthorized, Forbidden, Missing, TooLarge, NotJson, Limited, StorageUnavailable),
)]
async fn export_many(
    caller: Require<Read>,
    State(containers): State<Containers>,
    Query(form): Query<Form>,
    Json(input): Json<BatchExportInput>,
) -> Result<Response> {
    let archive = match form.format.as_deref() {
        None | Some("" | "json") => false,
        Some("zip") => true,
        Some(_) => return Err(Error::invalid("format", "must be json or zip").into()),
    };
    let name = input.stack_name().to_owned();
    let (status, view) = several(&caller, &containers, form, input).await?;
    if !archive {
        let disposition = attachment(&view.filename);
        return Ok((status, [(CONTENT_DISPOSITION, disposition)], Json(view)).into_response());
    }
    let mut files = vec![(view.filename.as_str(), view.content.as_str())];
    files.extend(view.env_content.as_deref().map(|content| (ENV_FILE, content)));
    let warnings = view.warnings.join("\n");
    if !warnings.is_empty() {
        files.push(("WARNINGS.txt", &warnings));
    }
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("application/zip")),
        (CONTENT_DISPOSITION, attachment(&format!("{name}.zip"))),
    ];
    Ok((status, headers, zip(&files)).into_response())
}

/// Preview the export of several containers
///
/// The same as the export, not as a download.
#[utoipa::path(
    post, path = "/api/v1/containers/batch/export/preview", tag = "Containers",
    params(ExportQuery),
    request_body = BatchExportInput,
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The stack.", body = ExportView),
        (status = 206, description = "The same without those that failed.", body = ExportView),
        Invalid, Unauthorized, Forbidden, Missing, TooLarge, NotJson, Limited, StorageUnavailable),
)]
async fn preview_many(
    caller: Require<Read>,
    State(containers): State<Containers>,
    Query(place): Query<ExportQuery>,
    Json(input): Json<BatchExportInput>,
) -> Result<Response> {
    let form = Form { format: None, runtime: place.runtime, namespace: place.namespace };
    let (status, view) = several(&caller, &containers, form, input).await?;
    Ok((status, Json(view)).into_response())
}

async fn one(
    caller: &Caller,
    containers: &Containers,
    id: String,
    place: ExportQuery,
    input: Option<ExportInput>,
) -> Result<ExportView> {
    let wishes = allowed(caller, input.unwrap_or_default().wishes())?;
    let asked = ContainerRef { id, runtime: place.runtime, namespace: place.namespace };
    let (name, stack) = containers.export(&asked, wishes).await?;
    Ok(ExportView::new(&name, stack))
}

async fn several(
    caller: &Caller,
    containers: &Containers,
    form: Form,
    input: BatchExportInput,
) -> Result<(StatusCode, ExportView)> {
    let wishes = allowed(caller, input.wanted.wishes())?;
    let name = input.stack_name().to_owned();
    if !is_file_name(&name) {
        let reason = "must be 1 to 64 letters, digits, _ and -";
        return Err(Error::invalid("stack_name", reason).into());
    }
    let place =
        |id| ContainerRef { id, runtime: form.runtime.clone(), namespace: form.namespace.clone() };
    let asked = input.container_ids.into_iter().map(place).collect();
    let batch = containers.export_many(asked, wishes).await?;
    let status = if batch.is_whole { StatusCode::OK } else { StatusCode::PARTIAL_CONTENT };
    Ok((status, ExportView::new(&name, batch.stack)))
}

/// Whoever may read sees no secrets.
fn allowed(caller: &Caller, wishes: Wishes) -> Result<Wishes, Error> {
    if !wishes.sanitize {
        caller.need(Scope::WRITE_ALL)?;
    }
    Ok(wishes)
}

fn is_file_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    (1..=64).contains(&name.len()) && name.bytes().all(allowed)
}

/// Names of containers are plain; so are those of stacks.
fn attachment(name: &str) -> HeaderValue {
    let value = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    value.unwrap_or(HeaderValue::from_static("attachment"))
}
