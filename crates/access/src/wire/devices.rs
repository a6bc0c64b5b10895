use kit::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::memory::DeviceEntry;
use crate::service::DevicePatch;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeviceView {
    id: String,
    device_id: String,
    name: String,
    device_name: String,
    platform: &'static str,
    model: String,
    scopes: Vec<String>,
    /// `online`, `offline` or `pending`.
    status: &'static str,
    #[schema(value_type = String, format = DateTime)]
    paired_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    last_seen: Timestamp,
    requests_today: u64,
}

impl DeviceView {
    pub(crate) fn new(entry: DeviceEntry, online: bool, now: Timestamp) -> Self {
        let DeviceEntry { device, activity, .. } = entry;
        let status = match (device.pending, online) {
            (true, _) => "pending",
            (false, true) => "online",
            (false, false) => "offline",
        };
        DeviceView {
            id: device.id.to_string(),
            device_id: device.id.to_string(),
            name: device.name.clone(),
            device_name: device.name,
            platform: device.platform.into_str(),
            model: device.model,
            scopes: device.scopes.to_strings(),
            status,
            paired_at: device.paired_at,
            last_seen: activity.last_seen(),
            requests_today: activity.requests_today(now),
        }
    }
}

/// Everything, or with `limit` or `offset` a part of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum DeviceList {
    All(Vec<DeviceView>),
    Part { devices: Vec<DeviceView>, total: u64, limit: i64, offset: u32 },
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeviceChange {
    #[schema(min_length = 1, max_length = 128)]
    device_name: Option<String>,
    /// Administrators only.
    scopes: Option<Vec<String>>,
    /// `approved`; administrators only.
    status: Option<String>,
}

impl From<DeviceChange> for DevicePatch {
    fn from(change: DeviceChange) -> Self {
        let DeviceChange { device_name: name, scopes, status } = change;
        DevicePatch { name, scopes, status }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeviceRevoked {
    status: &'static str,
    device_id: String,
    message: &'static str,
    #[schema(value_type = String, format = DateTime)]
    revoked_at: Timestamp,
}

impl DeviceRevoked {
    pub(crate) fn new(device_id: String, revoked_at: Timestamp) -> Self {
        let message = "The device's access has ended";
        DeviceRevoked { status: "revoked", device_id, message, revoked_at }
    }
}
