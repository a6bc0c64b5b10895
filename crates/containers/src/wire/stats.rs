use engines::{Container, Usage};
use kit::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::id;
use crate::service::AllStats;
use crate::stats::Measured;

/// What a container uses.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatsView {
    container_id: String,
    cpu: CpuView,
    memory: MemoryView,
    network: NetworkView,
    /// Seconds.
    timestamp: i64,
    /// Why there are no figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CpuView {
    /// Per cent of one core: 200 is two of them.
    usage: f64,
    cores_used: f64,
    total_cores: f64,
    /// Seconds of processor time since the container was started; 0 where it is not counted.
    time: f64,
}

#[derive(Debug, Default, Serialize, ToSchema)]
struct MemoryView {
    /// Per cent of the limit.
    usage: f64,
    /// Bytes, without the pages of files that the kernel would give away.
    used: u64,
    limit: u64,
    available: u64,
}

#[derive(Debug, Default, Serialize, ToSchema)]
struct NetworkView {
    /// Bytes received since it was started.
    rx: u64,
    /// Bytes sent.
    tx: u64,
}

impl StatsView {
    pub(crate) fn new(container: &Container, measured: &Measured, now: Timestamp) -> Self {
        let container_id = id(container).to_owned();
        match measured {
            Measured::Usage(usage) => StatsView { container_id, ..StatsView::from(usage) },
            Measured::NotRunning => StatsView {
                container_id,
                timestamp: now.unix(),
                warning: Some("The container does not run".to_owned()),
                ..StatsView::default()
            },
        }
    }
}

impl From<&Usage> for StatsView {
    fn from(usage: &Usage) -> Self {
        let (used, limit) = (usage.memory_used, usage.memory_limit);
        StatsView {
            container_id: String::new(),
            cpu: CpuView {
                usage: usage.cores_used * 100.0,
                cores_used: usage.cores_used,
                total_cores: usage.total_cores,
                time: usage.cpu_time.as_secs_f64(),
            },
            memory: MemoryView {
                usage: if limit > 0 { used as f64 / limit as f64 * 100.0 } else { 0.0 },
                used,
                limit,
                available: limit.saturating_sub(used),
            },
            network: NetworkView { rx: usage.received, tx: usage.sent },
            timestamp: usage.at.unix(),
            warning: usage.warning.clone(),
        }
    }
}

/// What all containers use.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AllStatsView {
    containers: Vec<StatsView>,
    /// Seconds.
    timestamp: i64,
    /// Why figures are missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

impl AllStatsView {
    pub(crate) fn new(all: &AllStats, now: Timestamp) -> Self {
        let each = all.containers.iter();
        let each = each.map(|(container, measured)| StatsView::new(container, measured, now));
        AllStatsView {
            containers: each.collect(),
            timestamp: now.unix(),
            warning: all.warning.clone(),
        }
    }
}
