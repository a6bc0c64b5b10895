//! What callers say about an app or a route, before anybody checked it.

use std::collections::BTreeMap;

use crate::HealthCheck;

/// A route as somebody wants it. What is left out keeps its value, or gets the default where the
/// route is new; `Some(None)` takes a value away.
#[derive(Debug, Clone, Default)]
pub struct RouteDraft {
    pub app_id: Option<String>,
    pub path_base: Option<String>,
    pub to: Option<String>,
    pub scopes: Option<Vec<String>>,
    pub websocket: Option<bool>,
    pub strip_prefix: Option<bool>,
    pub rewrite_html: Option<bool>,
    pub public_access: Option<bool>,
    pub cache: Option<bool>,
    pub persist_cookies: Option<bool>,
    pub insecure_upstream: Option<bool>,
    pub forward_authorization: Option<bool>,
    pub host_header: Option<String>,
    pub routing_mode: Option<String>,
    pub subdomain: Option<Option<String>>,
    pub health_check: Option<Option<HealthCheck>>,
    pub container_id: Option<Option<String>>,
}

/// An app as somebody wants it, by the same rule.
#[derive(Debug, Clone, Default)]
pub struct AppDraft {
    pub name: Option<String>,
    pub icon: Option<String>,
    pub tags: Option<Vec<String>>,
    pub endpoints: Option<BTreeMap<String, String>>,
    pub discovery_meta: Option<Option<serde_json::Value>>,
}
