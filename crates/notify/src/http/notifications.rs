use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use kit::Error;
use serde::Deserialize;
use utoipa::IntoParams;
use web::responses::{
    Forbidden, Invalid, Limited, Missing, NotJson, StorageUnavailable, TooLarge, Unauthorized,
};
use web::{Authenticator, ErrorBody, Json, Paging, Path, Query, Read, Require, Result};

use crate::Notify;
use crate::model::Filter;
use crate::wire::{
    Cleared, DeviceDismissed, DismissedNotification, NotificationList, NotificationStats, Retried,
    RetryInput, RetryMany, StaleList,
};

const DEFAULT: u32 = 50;
const MOST: u32 = 200;
const LONGEST_FILTER: usize = 256;

type Auth = Extension<Arc<dyn Authenticator>>;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct NotificationQuery {
    /// `pending`, `delivered`, `failed` or `dismissed`.
    #[param(pattern = "^(pending|delivered|failed|dismissed)?$")]
    status: Option<String>,
    /// Only those for this device.
    #[param(max_length = 256)]
    device_id: Option<String>,
    /// Only those of this type.
    #[serde(rename = "type")]
    #[param(max_length = 256)]
    kind: Option<String>,
}

impl NotificationQuery {
    fn filter(self) -> Result<Filter, Error> {
        let status = match self.status.as_deref() {
            None | Some("") => None,
            Some(text) => Some(text.parse().map_err(|_| {
                Error::invalid("status", "must be pending, delivered, failed or dismissed")
            })?),
        };
        let device = readable("device_id", self.device_id)?;
        Ok(Filter { status, device, kind: readable("type", self.kind)? })
    }
}

/// An empty filter is none.
fn readable(field: &str, text: Option<String>) -> Result<Option<String>, Error> {
    match text.filter(|text| !text.is_empty()) {
        Some(text) if text.len() > LONGEST_FILTER => {
            Err(Error::invalid(field, format!("must not be longer than {LONGEST_FILTER} bytes")))
        }
        text => Ok(text),
    }
}

/// List notifications, newest first
///
/// A token without `read:*` sees those of its own device.
#[utoipa::path(
    get, path = "/api/v1/notifications", tag = "Notifications", params(NotificationQuery, Paging),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "A part of them, and how many there are.", body = NotificationList),
        Invalid, Unauthorized, Forbidden, Limited,
        StorageUnavailable),
)]
pub(super) async fn list(
    caller: Require<Read>,
    State(notify): State<Notify>,
    Query(wanted): Query<NotificationQuery>,
    Query(paging): Query<Paging>,
) -> Result<Json<NotificationList>> {
    let page = paging.page(DEFAULT, MOST)?;
    let listed = notify.list(&caller, wanted.filter()?, page).await?;
    Ok(Json(NotificationList::new(listed, page, &notify.config())))
}

/// Count notifications by their status
#[utoipa::path(
    get, path = "/api/v1/notifications/stats", tag = "Notifications",
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The counts.", body = NotificationStats),
        Unauthorized, Forbidden, Limited,
        StorageUnavailable),
)]
pub(super) async fn stats(
    caller: Require<Read>,
    State(notify): State<Notify>,
) -> Result<Json<NotificationStats>> {
    Ok(Json(NotificationStats::new(notify.stats(&caller).await?, &notify.config())))
}

/// List what waits too long, by device
///
/// At most 1,000 devices, those that wait longest first.
#[utoipa::path(
    get, path = "/api/v1/notifications/stale", tag = "Notifications",
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The devices.", body = StaleList),
        Unauthorized, Forbidden, Limited,
        StorageUnavailable),
)]
pub(super) async fn stale(
    caller: Require<Read>,
    State(notify): State<Notify>,
) -> Result<Json<StaleList>> {
    let devices = notify.stale(&caller).await?;
    Ok(Json(StaleList::new(devices, &notify.config(), |id| notify.device_name(id))))
}

/// Dismiss a notification
///
/// It is not delivered any more. Others' need `write:*`.
#[utoipa::path(
    delete, path = "/api/v1/notifications/{id}", tag = "Notifications",
    params(("id" = i64, Path, description = "The notification's number.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "Dismissed.", body = DismissedNotification),
        Invalid, Unauthorized, Forbidden, Missing, Limited, SwitchedOff),
)]
pub(super) async fn dismiss(
    caller: Require<Read>,
    State(notify): State<Notify>,
    Extension(authenticator): Auth,
    Path(id): Path<i64>,
) -> Result<Json<DismissedNotification>> {
    notify.dismiss(&caller, authenticator.relaxed_writes(), id).await?;
    Ok(Json(DismissedNotification::new(id)))
}

/// Dismiss everything that waits for a device
#[utoipa::path(
    delete, path = "/api/v1/notifications/device/{deviceId}", tag = "Notifications",
    params(("deviceId" = String, Path, description = "The device's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "Dismissed.", body = DeviceDismissed),
        Invalid, Unauthorized, Forbidden, Missing, Limited, SwitchedOff),
)]
pub(super) async fn dismiss_device(
    caller: Require<Read>,
    State(notify): State<Notify>,
    Extension(authenticator): Auth,
    Path(device): Path<String>,
) -> Result<Json<DeviceDismissed>> {
    let count = notify.dismiss_device(&caller, authenticator.relaxed_writes(), &device).await?;
    Ok(Json(DeviceDismissed::new(device, count)))
}

/// Deliver a notification once more
#[utoipa::path(
    post, path = "/api/v1/notifications/{id}/retry", tag = "Notifications",
    params(("id" = i64, Path, description = "The notification's number.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "It waits again.", body = Retried),
        Invalid, Unauthorized, Forbidden, Missing, Limited, SwitchedOff),
)]
pub(super) async fn retry_one(
    caller: Require<Read>,
    State(notify): State<Notify>,
    Extension(authenticator): Auth,
    Path(id): Path<i64>,
) -> Result<Json<Retried>> {
    notify.retry_one(&caller, authenticator.relaxed_writes(), id).await?;
    Ok(Json(Retried::new(id)))
}

/// Deliver notifications once more
///
/// Those that do not exist, or are not the caller's, are left alone and not counted.
#[utoipa::path(
    post, path = "/api/v1/notifications/retry", tag = "Notifications", request_body = RetryInput,
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "They wait again.", body = RetryMany),
        Invalid, Unauthorized, Forbidden, TooLarge, NotJson, Limited, SwitchedOff),
)]
pub(super) async fn retry_many(
    caller: Require<Read>,
    State(notify): State<Notify>,
    Extension(authenticator): Auth,
    Json(input): Json<RetryInput>,
) -> Result<Json<RetryMany>> {
    let count = notify.retry_many(&caller, authenticator.relaxed_writes(), input.ids).await?;
    Ok(Json(RetryMany::new(count)))
}

/// Forget what was delivered
///
/// A token without `write:*` clears that of its own device.
#[utoipa::path(
    delete, path = "/api/v1/notifications/delivered", tag = "Notifications",
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "Forgotten.", body = Cleared),
        Unauthorized, Forbidden, Limited, SwitchedOff),
)]
pub(super) async fn clear_delivered(
    caller: Require<Read>,
    State(notify): State<Notify>,
    Extension(authenticator): Auth,
) -> Result<Json<Cleared>> {
    let count = notify.clear_delivered(&caller, authenticator.relaxed_writes()).await?;
    Ok(Json(Cleared::new(count)))
}

/// What changes of the queue answer while there is none.
#[derive(utoipa::IntoResponses)]
#[response(
    status = 503,
    description = "Notifications are switched off, or the database cannot be written."
)]
#[allow(dead_code, reason = "it only describes")]
pub(super) struct SwitchedOff(ErrorBody);
