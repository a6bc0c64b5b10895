use std::collections::BTreeMap;

use kit::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Health, HealthStatus, Listed, Origin, RemoteApp};

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
    health_status: HealthStatus,
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
    origin: Origin,
    /// The gateway whose app it is, where it is not this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    peer: Option<AppPeer>,
}

/// Another gateway.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct AppPeer {
    id: String,
    name: String,
}

impl AppView {
    /// By name and then by id.
    pub(crate) fn order(&self) -> (String, String) {
        (self.name.to_lowercase(), self.id.clone())
    }

    /// `proxy_path` is empty where the app is opened at its own gateway.
    pub(crate) fn remote(remote: &RemoteApp, proxy_path: String, base_url: &str) -> Self {
        let RemoteApp { app, url, peer_id, peer_name, .. } = remote;
        let url = match proxy_path.as_str() {
            "" => url.clone(),
            path => format!("{base_url}{path}"),
        };
        AppView {
            id: app.id.to_string(),
            name: app.name.clone(),
            icon: app.icon.clone(),
            tags: app.tags.clone(),
            endpoints: app.endpoints.clone(),
            health_status: remote.health,
            last_health_check: None,
            proxy_path,
            url,
            favicon_url: format!("/api/v1/apps/{}/favicon", app.id),
            discovery_meta: None,
            origin: Origin::Federation,
            peer: Some(AppPeer { id: peer_id.clone(), name: peer_name.clone() }),
        }
    }

    pub(crate) fn new(listed: Listed, health: &Health) -> Self {
        let Listed { app, proxy_path, url, .. } = listed;
        AppView {
            id: app.id.to_string(),
            name: app.name.clone(),
            icon: app.icon.clone(),
            tags: app.tags.clone(),
            endpoints: app.endpoints.clone(),
            health_status: health.status,
            last_health_check: health.last_check,
            proxy_path,
            url,
            favicon_url: format!("/api/v1/apps/{}/favicon", app.id),
            discovery_meta: app.discovery_meta.clone(),
            origin: app.origin,
            peer: None,
        }
    }
}
