use axum::extract::State;
use http::StatusCode;
use web::responses::{
    Conflict, Forbidden, Invalid, Limited, Missing, NotJson, StorageUnavailable, TooLarge,
    Unauthorized,
};
use web::{Admin, Json, Path, Query, Require, Result};

use crate::Access;
use crate::wire::{KeyCreated, KeyInput, KeyRemoval, KeyView, Message};

/// List the API keys, without their values
#[utoipa::path(
    get, path = "/api/v1/apikeys", tag = "API keys",
    security(("bearer" = ["access:admin"]), ("apiKey" = ["access:admin"])),
    responses((status = 200, description = "All keys, oldest first.", body = Vec<KeyView>),
        Unauthorized, Forbidden, Limited),
)]
pub(super) async fn list(_: Require<Admin>, State(access): State<Access>) -> Json<Vec<KeyView>> {
    Json(access.keys().into_iter().map(KeyView::from).collect())
}

/// Create an API key
///
/// The answer holds the whole key, which cannot be shown again.
#[utoipa::path(
    post, path = "/api/v1/apikeys", tag = "API keys", request_body = KeyInput,
    security(("bearer" = ["access:admin"]), ("apiKey" = ["access:admin"])),
    responses((status = 201, description = "The record, and the key.", body = KeyCreated),
        Invalid, Unauthorized, Forbidden, Conflict, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
pub(super) async fn create(
    caller: Require<Admin>,
    State(access): State<Access>,
    Json(input): Json<KeyInput>,
) -> Result<(StatusCode, Json<KeyCreated>)> {
    let (entry, key) = access.create_key(&caller, input.into()).await?;
    Ok((StatusCode::CREATED, Json(KeyCreated::new(entry, &key))))
}

/// Show one API key, without its value
#[utoipa::path(
    get, path = "/api/v1/apikeys/{keyId}", tag = "API keys",
    params(("keyId" = String, Path, description = "The key's id.")),
    security(("bearer" = ["access:admin"]), ("apiKey" = ["access:admin"])),
    responses((status = 200, description = "The record.", body = KeyView),
        Invalid, Unauthorized, Forbidden, Missing, Limited),
)]
pub(super) async fn show(
    _: Require<Admin>,
    State(access): State<Access>,
    Path(id): Path<String>,
) -> Result<Json<KeyView>> {
    Ok(Json(access.key(&id)?.into()))
}

/// Revoke an API key, or delete it
#[utoipa::path(
    delete, path = "/api/v1/apikeys/{keyId}", tag = "API keys",
    params(("keyId" = String, Path, description = "The key's id."), KeyRemoval),
    security(("bearer" = ["access:admin"]), ("apiKey" = ["access:admin"])),
    responses((status = 200, description = "Done.", body = Message),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
pub(super) async fn remove(
    caller: Require<Admin>,
    State(access): State<Access>,
    Path(id): Path<String>,
    Query(removal): Query<KeyRemoval>,
) -> Result<Json<Message>> {
    access.remove_key(&caller, &id, removal.permanent).await?;
    let done = if removal.permanent { "The key was deleted" } else { "The key was revoked" };
    Ok(Json(Message::new(done)))
}
