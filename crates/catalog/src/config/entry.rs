use std::collections::BTreeMap;

use kit::Span;
use serde::{Deserialize, Serialize};

use crate::{AppDraft, HealthCheck, RouteDraft};

/// An app in the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AppEntry {
    pub id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub endpoints: BTreeMap<String, String>,
}

/// A route in the file. Every key is read in its JSON spelling, too.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RouteEntry {
    #[serde(alias = "route_id", alias = "routeId", skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(alias = "appId", skip_serializing_if = "Option::is_none")]
    pub app_id: Option<String>,
    #[serde(alias = "pathBase", skip_serializing_if = "Option::is_none")]
    pub path_base: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<String>>,
    #[serde(alias = "websockets", skip_serializing_if = "Option::is_none")]
    pub websocket: Option<bool>,
    #[serde(alias = "stripPrefix", skip_serializing_if = "Option::is_none")]
    pub strip_prefix: Option<bool>,
    #[serde(alias = "rewriteHtml", skip_serializing_if = "Option::is_none")]
    pub rewrite_html: Option<bool>,
    #[serde(alias = "publicAccess", skip_serializing_if = "Option::is_none")]
    pub public_access: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache: Option<bool>,
    #[serde(alias = "persistCookies", skip_serializing_if = "Option::is_none")]
    pub persist_cookies: Option<bool>,
    #[serde(alias = "insecureUpstream", skip_serializing_if = "Option::is_none")]
    pub insecure_upstream: Option<bool>,
    #[serde(alias = "forwardAuthorization", skip_serializing_if = "Option::is_none")]
    pub forward_authorization: Option<bool>,
    #[serde(alias = "hostHeader", skip_serializing_if = "Option::is_none")]
    pub host_header: Option<String>,
    #[serde(alias = "routingMode", skip_serializing_if = "Option::is_none")]
    pub routing_mode: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subdomain: Option<String>,
    #[serde(alias = "containerId", skip_serializing_if = "Option::is_none")]
    pub container_id: Option<String>,
    #[serde(alias = "healthCheck", skip_serializing_if = "Option::is_none")]
    pub health_check: Option<HealthCheckEntry>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HealthCheckEntry {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Span>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<Span>,
    #[serde(alias = "expectedStatus", skip_serializing_if = "Option::is_none")]
    pub expected_status: Option<u16>,
    pub disabled: bool,
}

impl AppEntry {
    pub(crate) fn draft(&self) -> AppDraft {
        AppDraft {
            name: self.name.clone(),
            icon: self.icon.clone(),
            tags: Some(self.tags.clone()),
            endpoints: Some(self.endpoints.clone()),
            discovery_meta: None,
        }
    }
}

impl RouteEntry {
    /// Route and app share an id where only one is given.
    pub(crate) fn route_id(&self) -> &str {
        self.id.as_deref().or(self.app_id.as_deref()).unwrap_or_default()
    }

    pub(crate) fn draft(&self) -> RouteDraft {
        RouteDraft {
            app_id: self.app_id.clone(),
            path_base: self.path_base.clone(),
            to: self.to.clone(),
            scopes: self.scopes.clone(),
            websocket: self.websocket,
            strip_prefix: self.strip_prefix,
            rewrite_html: self.rewrite_html,
            public_access: self.public_access,
            cache: self.cache,
            persist_cookies: self.persist_cookies,
            insecure_upstream: self.insecure_upstream,
            forward_authorization: self.forward_authorization,
            host_header: self.host_header.clone(),
            routing_mode: self.routing_mode.clone(),
            subdomain: self.subdomain.clone().map(Some),
            container_id: self.container_id.clone().map(Some),
            health_check: self.health_check.as_ref().map(|entry| Some(entry.into())),
        }
    }
}

impl From<&HealthCheckEntry> for HealthCheck {
    fn from(entry: &HealthCheckEntry) -> Self {
        HealthCheck {
            path: entry.path.clone(),
            interval: entry.interval.map(|span| span.0),
            timeout: entry.timeout.map(|span| span.0),
            expected_status: entry.expected_status,
            disabled: entry.disabled,
        }
    }
}
