use kit::{Scope, Span};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::HealthInfo;
use crate::model::host_header_name;
use crate::{App, AppDraft, Health, HealthCheck, HealthStatus, RouteDraft, RouteRecord};

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RouteView {
    route_id: String,
    app_id: String,
    path_base: String,
    to: String,
    /// A caller needs every one of them.
    scopes: Vec<String>,
    websocket: bool,
    strip_prefix: bool,
    /// The app's.
    icon: String,
    rewrite_html: bool,
    public_access: bool,
    cache: bool,
    persist_cookies: bool,
    insecure_upstream: bool,
    forward_authorization: bool,
    #[schema(value_type = HostHeaderName)]
    host_header: &'static str,
    #[schema(value_type = RoutingModeName)]
    routing_mode: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    subdomain: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    health_check: Option<HealthCheckJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    container_id: Option<String>,
    #[schema(value_type = OriginName)]
    origin: &'static str,
    #[schema(value_type = RouteStatus)]
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    health_info: Option<HealthInfo>,
}

impl RouteView {
    pub(crate) fn new(route: &RouteRecord, app: &App, health: &Health) -> Self {
        RouteView {
            route_id: route.id.to_string(),
            app_id: route.app_id.to_string(),
            path_base: route.path_base(),
            to: route.to.clone(),
            scopes: route.scopes.iter().map(Scope::to_string).collect(),
            websocket: route.websocket,
            strip_prefix: route.strip_prefix,
            icon: app.icon.clone(),
            rewrite_html: route.rewrite_html,
            public_access: route.public_access,
            cache: route.cache,
            persist_cookies: route.persist_cookies,
            insecure_upstream: route.insecure_upstream,
            forward_authorization: route.forward_authorization,
            host_header: host_header_name(route.host_header),
            routing_mode: route.routing_mode.as_str(),
            subdomain: route.subdomain.clone(),
            health_check: route.health_check.as_ref().map(Into::into),
            container_id: route.container_id.clone(),
            origin: route.origin.as_str(),
            status: match health.status {
                HealthStatus::Healthy => "ACTIVE",
                HealthStatus::Unhealthy => "UNHEALTHY",
                HealthStatus::Unknown => "UNKNOWN",
            },
            health_info: health.last_check.map(|_| health.into()),
        }
    }
}

/// A route to make or to change; what is left out keeps its value, or has its default.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "a route")]
pub(crate) struct RouteInput {
    /// 1 to 64 of `a-z`, `0-9`, `_` and `-`. `POST` makes one of the app's id where it is left
    /// out; with `PUT` it must be that of the path.
    pub(crate) route_id: Option<String>,
    /// Where it is left out, the app has the route's id. It is made where there is none.
    pub(crate) app_id: Option<String>,
    /// A plain path below `/apps/`; `/apps/<appId>/` where it is left out.
    path_base: Option<String>,
    /// `http://…`, `https://…` or, for HTTP/2 without encryption, `h2c://…`; never the gateway
    /// itself. Required for a new route.
    #[schema(max_length = 2048)]
    to: Option<String>,
    /// What a caller needs, all of it; `access:<appId>` where it is left out. An empty list lets
    /// every valid caller in.
    #[schema(max_items = 32)]
    scopes: Option<Vec<String>>,
    /// Allow WebSocket upgrades; off by default. `websockets` is read, too.
    #[serde(alias = "websockets")]
    websocket: Option<bool>,
    /// Leave the prefix out before forwarding; on by default.
    strip_prefix: Option<bool>,
    /// Rewrite pages so that they work below the prefix; on by default.
    rewrite_html: Option<bool>,
    /// Let anybody in, without a credential.
    public_access: Option<bool>,
    cache: Option<bool>,
    /// Keep the app's cookies for devices whose tokens list `access:mobile`.
    persist_cookies: Option<bool>,
    /// Take any certificate of the app.
    insecure_upstream: Option<bool>,
    /// Let an `Authorization` that is not ours through to the app.
    forward_authorization: Option<bool>,
    #[schema(value_type = Option<HostHeaderName>)]
    host_header: Option<String>,
    #[schema(value_type = Option<RoutingModeName>)]
    routing_mode: Option<String>,
    /// The name before `server.base_domain`; the app's id where one is needed and none is given.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    subdomain: Option<Option<String>>,
    /// Replaces the whole check; `null` goes back to the configured one.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<HealthCheckJson>)]
    health_check: Option<Option<HealthCheckJson>>,
    /// The container behind the app.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    container_id: Option<Option<String>>,
    /// The app's: an address, an icon's name or an emoji.
    icon: Option<String>,
}

impl RouteInput {
    pub(crate) fn split(self) -> (RouteDraft, AppDraft) {
        let route = RouteDraft {
            app_id: self.app_id,
            path_base: self.path_base,
            to: self.to,
            scopes: self.scopes,
            websocket: self.websocket,
            strip_prefix: self.strip_prefix,
            rewrite_html: self.rewrite_html,
            public_access: self.public_access,
            cache: self.cache,
            persist_cookies: self.persist_cookies,
            insecure_upstream: self.insecure_upstream,
            forward_authorization: self.forward_authorization,
            host_header: self.host_header,
            routing_mode: self.routing_mode,
            subdomain: self.subdomain,
            health_check: self.health_check.map(|check| check.map(Into::into)),
            container_id: self.container_id,
        };
        (route, AppDraft { icon: self.icon, ..AppDraft::default() })
    }
}

/// Tells `null` from what is left out.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// How an app's health is checked; what is left out is as configured.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HealthCheckJson {
    /// A path on the app.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// A duration such as `30s`, between `1s` and `1h`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    interval: Option<Span>,
    /// A duration, at most the interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    timeout: Option<Span>,
    /// Only this status is healthy; otherwise anything below 500 is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 100, maximum = 599)]
    expected_status: Option<u16>,
    #[serde(default)]
    disabled: bool,
}

impl From<HealthCheckJson> for HealthCheck {
    fn from(json: HealthCheckJson) -> Self {
        HealthCheck {
            path: json.path,
            interval: json.interval.map(|span| span.0),
            timeout: json.timeout.map(|span| span.0),
            expected_status: json.expected_status,
            disabled: json.disabled,
        }
    }
}

impl From<&HealthCheck> for HealthCheckJson {
    fn from(check: &HealthCheck) -> Self {
        HealthCheckJson {
            path: check.path.clone(),
            interval: check.interval.map(Span),
            timeout: check.timeout.map(Span),
            expected_status: check.expected_status,
            disabled: check.disabled,
        }
    }
}

macro_rules! names {
    ($($kind:ident $case:literal: $($name:ident)*;)*) => {$(
        #[derive(ToSchema)]
        #[schema(rename_all = $case)]
        #[allow(dead_code, reason = "it only describes")]
        pub(crate) enum $kind { $($name),* }
    )*};
}

names! {
    HostHeaderName "lowercase": Client Upstream;
    RoutingModeName "lowercase": Path Subdomain Both;
    OriginName "lowercase": Config Discovery Manual Toolbox Federation;
    RouteStatus "UPPERCASE": Active Unhealthy Unknown;
}
