//! What the gateway tells about itself: health, metrics, statistics, the traffic of apps, the
//! activity feed, the audit log, the access log, traces, and the resources of its host.
//!
//! Owns the tables `hourly_figures`, `app_quarters` and `app_callers`. Emits no facts.

mod access_log;
mod config;
mod figures;
mod health;
mod host;
mod http;
mod live;
mod metrics;
mod model;
mod records;
mod schema;
mod service;
mod store;
mod totals;
mod traces;
mod traffic;
mod wire;
mod worker;

use std::path::PathBuf;
use std::sync::Arc;

use events::Events;
use fetch::Fetcher;
use kit::{Clock, Health, Instance, Metrics, Presence};
use routing::SharedRoutes;
use web::{Figures, Slice};

pub use self::access_log::AccessLogger;
pub use self::config::{AccessLogConfig, AccessLogFormat, MetricsConfig};
pub use self::records::Records;
pub use self::schema::MIGRATIONS;
pub use self::service::Journal;
pub use self::traces::TracesConfig;

pub const SLICE: web::Declaration = web::Declaration {
    name: "journal",
    migrations: Some(schema::MIGRATIONS),
    backup: &[],
    capabilities: &["activity", "audit"],
};

/// What the configuration says to this slice.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    pub metrics: MetricsConfig,
    pub access_log: AccessLogConfig,
    pub traces: TracesConfig,
}

/// What the journal is made of.
pub struct Deps {
    pub db: ::store::Db,
    pub events: Events,
    pub clock: Clock,
    pub instance: Arc<Instance>,
    pub health: Health,
    pub metrics: Metrics,
    /// Those of all slices.
    pub figures: Vec<Arc<dyn Figures>>,
    pub presence: Arc<dyn Presence>,
    /// Whose counters tell what goes through the apps.
    pub routes: SharedRoutes,
    /// The disk that `system/resources` speaks of is the one that holds this folder.
    pub data_dir: PathBuf,
    /// Sends spans to their collector.
    pub fetcher: Fetcher,
    pub settings: Settings,
}

/// The handle, and what the feature brings into the program.
pub fn build(deps: Deps) -> (Journal, Slice) {
    let metrics_path = deps.settings.metrics.path.clone();
    let journal = Journal::new(deps);
    let slice = Slice {
        routes: http::routes(&metrics_path).with_state(journal.clone()),
        commands: vec![Arc::new(live::Watch(journal.clone()))],
        workers: worker::all(&journal),
        ..Slice::of(&SLICE)
    };
    (journal, slice)
}
