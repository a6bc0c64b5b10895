use std::collections::BTreeMap;

use kit::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::health::StatusName;
use crate::{Health, Listed};

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppView {
    id: String,
    name: String,
    /// An address, an icon's name or an emoji; empty where there is none.
    icon: String,
    tags: Vec<String>,
    /// Where else it can be reached, by kind (`lan`).
    endpoints: BTreeMap<String, String>,
    #[schema(value_type = StatusName)]
    health_status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    last_health_check: Option<Timestamp>,
    /// The path of its first route; empty where it has none.
    proxy_path: String,
    /// Where a browser finds it.
    url: String,
    /// The path of its picture on this gateway.
    favicon_url: String,
    /// What discovery knows about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    discovery_meta: Option<serde_json::Value>,
}

impl AppView {
    pub(crate) fn new(listed: Listed, health: &Health) -> Self {
        let Listed { app, proxy_path, url, .. } = listed;
        AppView {
            id: app.id.to_string(),
            name: app.name.clone(),
            icon: app.icon.clone(),
            tags: app.tags.clone(),
            endpoints: app.endpoints.clone(),
            health_status: health.status.as_str(),
            last_health_check: health.last_check,
            proxy_path,
            url,
            favicon_url: format!("/api/v1/apps/{}/favicon", app.id),
            discovery_meta: app.discovery_meta.clone(),
        }
    }
}
