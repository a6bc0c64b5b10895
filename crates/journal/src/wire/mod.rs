//! The JSON of the answers.

mod traffic;

use std::collections::BTreeMap;

use events::{Activity, AuditEntry};
use kit::{Component, Instance, Page, Paged, Status, Timestamp};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

pub(crate) use self::traffic::{AllTrafficBody, TrafficBody};
use crate::model::{QuickStats, Resources, Stats, Trend};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HealthBody {
    pub(crate) status: HealthStatus,
    pub(crate) version: &'static str,
    pub(crate) uptime_seconds: u64,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) timestamp: Timestamp,
    /// By name; empty for a caller that is neither local nor authenticated.
    pub(crate) components: BTreeMap<&'static str, ComponentBody>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum HealthStatus {
    Healthy,
    /// Something is missing, but the gateway serves.
    Degraded,
    /// The gateway cannot do its work.
    Unhealthy,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ComponentBody {
    status: HealthStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    last_checked: Timestamp,
}

impl From<Status> for HealthStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Healthy => HealthStatus::Healthy,
            Status::Degraded => HealthStatus::Degraded,
            Status::Unhealthy => HealthStatus::Unhealthy,
        }
    }
}

impl From<&Component> for ComponentBody {
    fn from(component: &Component) -> Self {
        ComponentBody {
            status: component.status.into(),
            message: component.message.clone(),
            last_checked: component.last_checked,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InfoBody {
    version: &'static str,
    instance_id: String,
    capabilities: Vec<&'static str>,
    build_date: &'static str,
    uptime_seconds: u64,
    base_url: String,
}

impl InfoBody {
    pub(crate) fn new(instance: &Instance, uptime_seconds: u64) -> Self {
        InfoBody {
            version: instance.version,
            instance_id: instance.id.clone(),
            capabilities: instance.capabilities.clone(),
            build_date: instance.build_date,
            uptime_seconds,
            base_url: instance.base_url.get().to_string(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StatsBody {
    routes: FigureBody,
    devices: FigureBody,
    /// Services that were found and wait for a decision.
    discoveries: FigureBody,
    /// Requests since midnight UTC, those of apps included, compared with yesterday up to the same
    /// time of day.
    requests: FigureBody,
}

/// A figure, compared with a day ago.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FigureBody {
    value: u64,
    /// Such as `+12%`; `new` where there was nothing to compare with.
    #[schema(example = "+12%")]
    trend: String,
    /// Whether it is no less than a day ago.
    trend_up: bool,
}

impl From<Trend> for FigureBody {
    fn from(trend: Trend) -> Self {
        FigureBody { value: trend.value, trend: trend.text, trend_up: trend.up }
    }
}

impl From<Stats> for StatsBody {
    fn from(stats: Stats) -> Self {
        StatsBody {
            routes: stats.routes.into(),
            devices: stats.devices.into(),
            discoveries: stats.discoveries.into(),
            requests: stats.requests.into(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QuickStatsBody {
    services_total: u64,
    services_online: u64,
    services_offline: u64,
    devices_total: u64,
    devices_online: u64,
    routes_total: u64,
    /// Requests since midnight UTC: those of apps, and those to the management address, probes and
    /// metrics included.
    requests_today: u64,
    /// The mean time of today's answers in milliseconds, to their first header; 0 while there are
    /// none.
    avg_latency: f64,
    /// The share of the last 30 days, or of the time since the first start, in which the gateway
    /// ran and could write its database.
    #[schema(minimum = 0, maximum = 100)]
    uptime_percent: f64,
}

impl From<QuickStats> for QuickStatsBody {
    fn from(stats: QuickStats) -> Self {
        let counts = stats.counts;
        QuickStatsBody {
            services_total: counts.services,
            services_online: counts.services_online,
            services_offline: counts.services.saturating_sub(counts.services_online),
            devices_total: counts.devices,
            devices_online: counts.devices_online,
            routes_total: counts.routes,
            requests_today: stats.requests_today,
            avg_latency: stats.average_millis,
            uptime_percent: stats.uptime_percent,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum ActivityBody {
    /// Without `limit` and `offset`.
    Newest(Vec<ActivityItem>),
    /// With either.
    Page(ActivityPage),
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActivityPage {
    activities: Vec<ActivityItem>,
    total: u64,
    limit: u32,
    offset: u32,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ActivityItem {
    #[schema(example = "device-12")]
    id: String,
    #[serde(rename = "type")]
    #[schema(example = "device.paired")]
    kind: String,
    icon: String,
    /// `success`, `warning`, `danger`, `info` or empty.
    icon_class: String,
    message: String,
    details: String,
    /// Milliseconds since 1970 UTC.
    timestamp: i64,
}

impl ActivityPage {
    pub(crate) fn new(found: Paged<Activity>, page: Page) -> Self {
        ActivityPage {
            total: found.total,
            limit: page.limit.unwrap_or(u32::MAX),
            offset: page.offset,
            activities: items(found),
        }
    }
}

pub(crate) fn items(found: Paged<Activity>) -> Vec<ActivityItem> {
    found.items.into_iter().map(ActivityItem::from).collect()
}

impl From<Activity> for ActivityItem {
    fn from(entry: Activity) -> Self {
        let family = entry.kind.split('.').next().unwrap_or_default();
        ActivityItem {
            id: format!("{family}-{}", entry.number),
            kind: entry.kind,
            icon: entry.icon,
            icon_class: entry.icon_class,
            message: entry.message,
            details: entry.details,
            timestamp: entry.at.0,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AuditBody {
    logs: Vec<AuditItem>,
    /// How many entries the filters match.
    total: u64,
    limit: u32,
    offset: u32,
    /// How many entries `logs` holds.
    count: usize,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditItem {
    id: i64,
    #[schema(value_type = String, format = DateTime)]
    timestamp: Timestamp,
    #[schema(example = "device.revoked")]
    action: String,
    /// A device, `user-<name>`, an API key, `local`, `system` or `anonymous`.
    actor_id: String,
    /// Empty for what the program did by itself.
    actor_ip: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    target_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>, nullable = false)]
    details: Option<Value>,
    success: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    error: Option<String>,
}

impl AuditBody {
    pub(crate) fn new(found: Paged<AuditEntry>, page: Page) -> Self {
        let logs: Vec<_> = found.items.into_iter().map(AuditItem::from).collect();
        AuditBody {
            total: found.total,
            limit: page.limit.unwrap_or(u32::MAX),
            offset: page.offset,
            count: logs.len(),
            logs,
        }
    }
}

impl From<AuditEntry> for AuditItem {
    fn from(entry: AuditEntry) -> Self {
        AuditItem {
            id: entry.id,
            timestamp: entry.at,
            action: entry.action,
            actor_id: entry.actor_id,
            actor_ip: entry.actor_ip,
            target_id: entry.target_id,
            details: entry.details,
            success: entry.error.is_none(),
            error: entry.error,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ResourcesBody {
    /// Percent of all processors together.
    #[schema(minimum = 0, maximum = 100)]
    cpu: f64,
    /// Percent.
    #[schema(minimum = 0, maximum = 100)]
    ram: f64,
    ram_used: u64,
    ram_total: u64,
    /// Percent of the disk that holds the gateway's data.
    #[schema(minimum = 0, maximum = 100)]
    disk: f64,
    disk_used: u64,
    disk_total: u64,
    /// Bytes of the gateway's database.
    storage_size: u64,
    network: NetworkBody,
}

/// Since the host was started, over all interfaces but those of containers and loopback.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NetworkBody {
    rx_bytes: u64,
    tx_bytes: u64,
}

impl ResourcesBody {
    pub(crate) fn new(resources: Resources, storage_size: u64) -> Self {
        ResourcesBody {
            cpu: percent(resources.cpu_percent),
            ram: percent(resources.memory.percent()),
            ram_used: resources.memory.used,
            ram_total: resources.memory.total,
            disk: percent(resources.disk.percent()),
            disk_used: resources.disk.used,
            disk_total: resources.disk.total,
            storage_size,
            network: NetworkBody { rx_bytes: resources.received, tx_bytes: resources.transmitted },
        }
    }
}

fn percent(number: f64) -> f64 {
    ((number * 10.0).round() / 10.0).clamp(0.0, 100.0)
}
