//! The records of this slice, as rules see them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use kit::{Scope, Span, Timestamp};
use routing::{Prefix, RouteOptions, RoutingMode, Upstream};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

/// Something that people use through the gateway. Its routes lead to it.
#[derive(Debug, Clone, PartialEq)]
pub struct App {
    pub id: Arc<str>,
    pub name: String,
    /// An address, an icon's name or an emoji; empty where there is none.
    pub icon: String,
    pub tags: Vec<String>,
    /// Where else it can be reached, by kind (`lan`).
    pub endpoints: BTreeMap<String, String>,
    pub origin: Origin,
    /// What discovery knew about it, as it is shown.
    pub discovery_meta: Option<serde_json::Value>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A way to an app, with everything that was said about it.
#[derive(Debug, Clone)]
pub struct RouteRecord {
    pub id: Arc<str>,
    pub app_id: Arc<str>,
    pub prefix: Prefix,
    /// The address of the app, as it was written.
    pub to: String,
    /// The same, understood.
    pub upstream: Upstream,
    pub scopes: Vec<Scope>,
    pub options: RouteOptions,
    pub routing_mode: RoutingMode,
    pub subdomain: Option<String>,
    pub health_check: Option<HealthCheck>,
    pub container_id: Option<String>,
    pub origin: Origin,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// How an app's health is checked; what is left out is as configured.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HealthCheckJson)]
pub struct HealthCheck {
    /// A path on the app.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// A duration such as `30s`, between `1s` and `1h`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub interval: Option<Span>,
    /// A duration, at most the interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub timeout: Option<Span>,
    /// Only this status is healthy; otherwise anything below 500 is.
    #[serde(alias = "expected_status", skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 100, maximum = 599)]
    pub expected_status: Option<u16>,
    #[serde(default)]
    pub disabled: bool,
}

/// Whose record it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, Serialize, ToSchema)]
#[strum(serialize_all = "lowercase", const_into_str)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The configuration file's, which alone changes it.
    Config,
    Discovery,
    Manual,
    Toolbox,
    Federation,
}

impl RouteRecord {
    /// Whether the two say the same, whenever they were written.
    pub(crate) fn says_the_same_as(&self, other: &RouteRecord) -> bool {
        self.words() == other.words()
    }

    fn words(&self) -> impl PartialEq + '_ {
        (
            (&self.id, &self.app_id, self.prefix.as_str(), &self.to, &self.scopes),
            (self.options, self.routing_mode, &self.subdomain, &self.health_check),
            (&self.container_id, self.origin),
        )
    }

    /// The path base as people write it, with the slash at its end.
    pub fn path_base(&self) -> String {
        format!("{}/", self.prefix.as_str())
    }
}

/// What is known about an app's health.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Health {
    pub status: HealthStatus,
    pub last_check: Option<Timestamp>,
    pub last_success: Option<Timestamp>,
    pub response_time: Option<Duration>,
    pub status_code: Option<u16>,
    pub consecutive_failures: u32,
    pub message: Option<String>,
}

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, EnumString, IntoStaticStr, Serialize, ToSchema,
)]
#[strum(serialize_all = "lowercase", const_into_str)]
#[serde(rename_all = "lowercase")]
#[schema(as = AppHealth)]
pub enum HealthStatus {
    Healthy,
    Unhealthy,
    #[default]
    Unknown,
}
