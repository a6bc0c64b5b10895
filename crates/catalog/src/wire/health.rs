use kit::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Health, HealthStatus};

/// What the last checks of an app found.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HealthInfo {
    status: HealthStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    last_check: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    last_success: Option<Timestamp>,
    /// In milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    response_time: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status_code: Option<u16>,
    consecutive_failures: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ServiceHealth {
    app_id: String,
    #[serde(flatten)]
    info: HealthInfo,
}

impl From<&Health> for HealthInfo {
    fn from(health: &Health) -> Self {
        let millis =
            |span: std::time::Duration| u64::try_from(span.as_millis()).unwrap_or(u64::MAX);
        HealthInfo {
            status: health.status,
            last_check: health.last_check,
            last_success: health.last_success,
            response_time: health.response_time.map(millis),
            status_code: health.status_code,
            consecutive_failures: health.consecutive_failures,
            message: health.message.clone(),
        }
    }
}

impl ServiceHealth {
    pub(crate) fn new(app_id: &str, health: &Health) -> Self {
        ServiceHealth { app_id: app_id.to_owned(), info: health.into() }
    }
}
