use axum::extract::State;
use web::responses::{
    Conflict, Forbidden, Invalid, Limited, Missing, NotJson, StorageUnavailable, TooLarge,
    Unauthorized,
};
use web::{Change, Json, Paging, Path, Query, Read, Require, Result};

use crate::Access;
use crate::memory::DeviceEntry;
use crate::wire::{DeviceChange, DeviceList, DeviceRevoked, DeviceView};

/// List the paired devices
///
/// A token without `read:*` sees its own device alone.
#[utoipa::path(
    get, path = "/api/v1/devices", tag = "Devices", params(Paging),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The devices, in the order of their pairing.", body = DeviceList),
        Invalid, Unauthorized, Forbidden, Limited),
)]
pub(super) async fn list(
    caller: Require<Read>,
    State(access): State<Access>,
    Query(paging): Query<Paging>,
) -> Result<Json<DeviceList>> {
    let page = paging.unbounded()?;
    let paged = access.devices(&caller, page);
    let devices = paged.items.into_iter().map(|entry| view(&access, entry)).collect();
    if !paging.is_given() {
        return Ok(Json(DeviceList::All(devices)));
    }
    let limit = page.limit.map_or(-1, i64::from);
    Ok(Json(DeviceList::Part { devices, total: paged.total, limit, offset: page.offset }))
}

/// Show one device
#[utoipa::path(
    get, path = "/api/v1/devices/{deviceId}", tag = "Devices",
    params(("deviceId" = String, Path, description = "The device's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The device.", body = DeviceView),
        Invalid, Unauthorized, Forbidden, Missing, Limited),
)]
pub(super) async fn show(
    caller: Require<Read>,
    State(access): State<Access>,
    Path(id): Path<String>,
) -> Result<Json<DeviceView>> {
    let entry = access.device(&caller, &id)?;
    Ok(Json(view(&access, entry)))
}

/// Rename a device, approve it, or change its scopes
///
/// A device may rename itself; others' names need `write:*`, scopes and approval `access:admin`.
#[utoipa::path(
    patch, path = "/api/v1/devices/{deviceId}", tag = "Devices", request_body = DeviceChange,
    params(("deviceId" = String, Path, description = "The device's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The device as it is now.", body = DeviceView),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
pub(super) async fn change(
    caller: Require<Read>,
    State(access): State<Access>,
    Path(id): Path<String>,
    Json(input): Json<DeviceChange>,
) -> Result<Json<DeviceView>> {
    let entry = access.change_device(&caller, &id, input.into()).await?;
    Ok(Json(view(&access, entry)))
}

/// Revoke a device
///
/// All its tokens become invalid, and its sockets and streams end at once.
#[utoipa::path(
    delete, path = "/api/v1/devices/{deviceId}", tag = "Devices",
    params(("deviceId" = String, Path, description = "The device's id.")),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "Revoked.", body = DeviceRevoked),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
pub(super) async fn revoke(
    caller: Require<Change>,
    State(access): State<Access>,
    Path(id): Path<String>,
) -> Result<Json<DeviceRevoked>> {
    let revoked_at = access.revoke_device(&caller, &id).await?;
    Ok(Json(DeviceRevoked::new(id, revoked_at)))
}

fn view(access: &Access, entry: DeviceEntry) -> DeviceView {
    let online = access.is_online(&entry.device.id);
    DeviceView::new(entry, online, access.clock().now())
}
