use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use http::StatusCode;
use web::responses::{
    Conflict, Forbidden, Invalid, Limited, Missing, NotJson, StorageUnavailable, TooLarge,
    Unauthorized,
};
use web::{Authenticator, Json, Path, Read, Require, Result};

use crate::Notify;
use crate::wire::{ChannelInput, ChannelList, ChannelView, PushKey, TestResult};

type Auth = Extension<Arc<dyn Authenticator>>;

/// List the channels to people without an app
///
/// A token without `read:*` sees those of its own device.
#[utoipa::path(
    get, path = "/api/v1/notifications/channels", tag = "Notifications",
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The channels, oldest first.", body = ChannelList),
        Unauthorized, Forbidden, Limited, StorageUnavailable),
)]
pub(super) async fn list(
    caller: Require<Read>,
    State(notify): State<Notify>,
) -> Result<Json<ChannelList>> {
    Ok(Json(ChannelList::new(notify.channels(&caller).await?)))
}

/// Add a channel
///
/// Needs `write:*`, except for a browser that subscribes for its own device (`webpush`). Secrets are
/// kept sealed and never shown again.
#[utoipa::path(
    post, path = "/api/v1/notifications/channels", tag = "Notifications",
    request_body = ChannelInput,
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 201, description = "The channel.", body = ChannelView),
        Invalid, Unauthorized, Forbidden, Conflict, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
pub(super) async fn create(
    caller: Require<Read>,
    State(notify): State<Notify>,
    Extension(authenticator): Auth,
    Json(input): Json<ChannelInput>,
) -> Result<(StatusCode, Json<ChannelView>)> {
    let relaxed = authenticator.relaxed_writes();
    let made = notify.create_channel(&caller, relaxed, input.into()).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Show a channel
#[utoipa::path(
    get, path = "/api/v1/notifications/channels/{channelId}", tag = "Notifications",
    params(("channelId" = String, Path, description = "The channel's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The channel.", body = ChannelView),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
pub(super) async fn show(
    caller: Require<Read>,
    State(notify): State<Notify>,
    Path(id): Path<String>,
) -> Result<Json<ChannelView>> {
    Ok(Json(notify.channel(&caller, &id).await?.into()))
}

/// Change a channel
///
/// What is left out stays as it was, secrets too.
#[utoipa::path(
    put, path = "/api/v1/notifications/channels/{channelId}", tag = "Notifications",
    request_body = ChannelInput,
    params(("channelId" = String, Path, description = "The channel's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The channel as it is now.", body = ChannelView),
        Invalid, Unauthorized, Forbidden, Missing, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
pub(super) async fn change(
    caller: Require<Read>,
    State(notify): State<Notify>,
    Extension(authenticator): Auth,
    Path(id): Path<String>,
    Json(input): Json<ChannelInput>,
) -> Result<Json<ChannelView>> {
    let relaxed = authenticator.relaxed_writes();
    Ok(Json(notify.change_channel(&caller, relaxed, &id, input.into()).await?.into()))
}

/// Remove a channel, with what waits for it
#[utoipa::path(
    delete, path = "/api/v1/notifications/channels/{channelId}", tag = "Notifications",
    params(("channelId" = String, Path, description = "The channel's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 204, description = "Removed."),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
pub(super) async fn remove(
    caller: Require<Read>,
    State(notify): State<Notify>,
    Extension(authenticator): Auth,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    notify.remove_channel(&caller, authenticator.relaxed_writes(), &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Send a test over a channel, at once
#[utoipa::path(
    post, path = "/api/v1/notifications/channels/{channelId}/test", tag = "Notifications",
    params(("channelId" = String, Path, description = "The channel's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "Whether the receiver took it.", body = TestResult),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
pub(super) async fn test(
    caller: Require<Read>,
    State(notify): State<Notify>,
    Extension(authenticator): Auth,
    Path(id): Path<String>,
) -> Result<Json<TestResult>> {
    let sent = notify.test_channel(&caller, authenticator.relaxed_writes(), &id).await?;
    Ok(Json(TestResult::new(sent)))
}

/// The key that a browser subscribes with
#[utoipa::path(
    get, path = "/api/v1/notifications/push-key", tag = "Notifications",
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The public key.", body = PushKey),
        Unauthorized, Forbidden, Limited),
)]
pub(super) async fn push_key(_: Require<Read>, State(notify): State<Notify>) -> Json<PushKey> {
    Json(PushKey { public_key: notify.inner.vapid.load().public() })
}
