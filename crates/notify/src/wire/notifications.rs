use kit::{Page, Paged, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::Config;
use crate::model::StaleDevice;
use crate::service::{Listed, Stats};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NotificationView {
    id: i64,
    device_id: String,
    /// Empty where no such device is paired.
    device_name: String,
    #[serde(rename = "type")]
    kind: String,
    /// `pending`, `delivered`, `failed` or `dismissed`.
    status: &'static str,
    attempts: i64,
    max_attempts: u32,
    /// The `data` of the socket message.
    #[schema(value_type = Object)]
    payload: Value,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    delivered_at: Option<Timestamp>,
    /// When the device said itself that it has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    acknowledged_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    last_attempt_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_message: Option<String>,
    is_stale: bool,
}

impl From<Listed> for NotificationView {
    fn from(listed: Listed) -> Self {
        let row = listed.notification;
        NotificationView {
            id: row.id,
            device_id: row.device_id,
            device_name: listed.device_name,
            kind: row.kind,
            status: row.status.into_str(),
            attempts: row.attempts,
            max_attempts: listed.max_attempts,
            payload: serde_json::from_str(&row.body).unwrap_or_default(),
            created_at: row.created_at,
            expires_at: row.expires_at,
            delivered_at: row.delivered_at,
            acknowledged_at: row.acknowledged_at,
            last_attempt_at: row.last_attempt_at,
            error_message: row.error,
            is_stale: listed.stale,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NotificationList {
    notifications: Vec<NotificationView>,
    total: u64,
    limit: u32,
    offset: u32,
    /// There only while notifications are switched off.
    #[serde(skip_serializing_if = "Option::is_none")]
    enabled: Option<bool>,
}

impl NotificationList {
    pub(crate) fn new(paged: Paged<Listed>, page: Page, config: &Config) -> Self {
        NotificationList {
            notifications: paged.items.into_iter().map(NotificationView::from).collect(),
            total: paged.total,
            limit: page.limit.unwrap_or_default(),
            offset: page.offset,
            enabled: (!config.enabled).then_some(false),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NotificationStats {
    total_pending: u64,
    total_delivered: u64,
    total_failed: u64,
    total_dismissed: u64,
    /// Of those pending, how many wait too long.
    stale_count: u64,
    enabled: bool,
}

impl NotificationStats {
    pub(crate) fn new(stats: Stats, config: &Config) -> Self {
        NotificationStats {
            total_pending: stats.totals.pending,
            total_delivered: stats.totals.delivered,
            total_failed: stats.totals.failed,
            total_dismissed: stats.totals.dismissed,
            stale_count: stats.stale,
            enabled: config.enabled,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StaleList {
    stale_threshold_hours: u64,
    devices: Vec<StaleView>,
    /// There only while notifications are switched off.
    #[serde(skip_serializing_if = "Option::is_none")]
    enabled: Option<bool>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaleView {
    device_id: String,
    device_name: String,
    count: u64,
    #[schema(value_type = String, format = DateTime)]
    oldest_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    newest_at: Timestamp,
    types: Vec<String>,
}

impl StaleList {
    pub(crate) fn new(
        devices: Vec<StaleDevice>,
        config: &Config,
        name: impl Fn(&str) -> String,
    ) -> Self {
        let view = |device: StaleDevice| StaleView {
            device_name: name(&device.device_id),
            device_id: device.device_id,
            count: device.count,
            oldest_at: device.oldest,
            newest_at: device.newest,
            types: device.kinds,
        };
        StaleList {
            stale_threshold_hours: config.stale_after.0.as_secs() / 3600,
            devices: devices.into_iter().map(view).collect(),
            enabled: (!config.enabled).then_some(false),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DismissedNotification {
    status: &'static str,
    id: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeviceDismissed {
    status: &'static str,
    device_id: String,
    count: u64,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Retried {
    status: &'static str,
    id: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RetryInput {
    #[schema(min_items = 1, max_items = 10000)]
    pub(crate) ids: Vec<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RetryMany {
    status: &'static str,
    count: u64,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Cleared {
    status: &'static str,
    count: u64,
}

impl DismissedNotification {
    pub(crate) fn new(id: i64) -> Self {
        DismissedNotification { status: "dismissed", id }
    }
}

impl DeviceDismissed {
    pub(crate) fn new(device_id: String, count: u64) -> Self {
        DeviceDismissed { status: "dismissed", device_id, count }
    }
}

impl Retried {
    pub(crate) fn new(id: i64) -> Self {
        Retried { status: "pending", id }
    }
}

impl RetryMany {
    pub(crate) fn new(count: u64) -> Self {
        RetryMany { status: "pending", count }
    }
}

impl Cleared {
    pub(crate) fn new(count: u64) -> Self {
        Cleared { status: "cleared", count }
    }
}
