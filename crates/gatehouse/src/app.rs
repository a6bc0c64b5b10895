//! The parts of the program, put together.

use std::path::PathBuf;
use std::sync::Arc;

use access::Access;
use events::Events;
use journal::{Counts, Figures, Journal};
use kit::{Clock, Entropy, Health, Instance, Metrics, Worker};
use store::{Db, Migrations};
use web::limits::Limiter;
use web::{Management, Slice};

use crate::config::Config;
use crate::page;

/// The tables of every part, in the order in which they are made.
pub(crate) const MIGRATIONS: &[Migrations] =
    &[events::MIGRATIONS, access::MIGRATIONS, journal::MIGRATIONS];

const INSTANCE_ALPHABET: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";

/// What every part stands on.
pub(crate) struct Ground {
    pub(crate) db: Db,
    pub(crate) events: Events,
    pub(crate) clock: Clock,
    pub(crate) metrics: Metrics,
    pub(crate) health: Health,
    pub(crate) data_dir: PathBuf,
}

impl Ground {
    pub(crate) async fn open(
        storage: &store::Config,
        data_dir: PathBuf,
        clock: Clock,
    ) -> anyhow::Result<Self> {
        let metrics = Metrics::default();
        let db = Db::open(storage, MIGRATIONS, &metrics).await?;
        let events = Events::open(db.clone(), clock.clone()).await?;
        let health = Health::new(clock.clone());
        Ok(Ground { db, events, clock, metrics, health, data_dir })
    }

    /// Who we are to others.
    pub(crate) async fn instance(&self, base_url: String) -> anyhow::Result<Arc<Instance>> {
        let make = || format!("gh_{}", Entropy.text(INSTANCE_ALPHABET, 16));
        Ok(Arc::new(Instance {
            id: self.db.setting("instance.id", make).await?,
            name: certs::host_name().unwrap_or_else(|| "gatehouse".to_owned()),
            version: env!("CARGO_PKG_VERSION"),
            build_date: env!("BUILD_DATE"),
            base_url,
            started_at: self.clock.now(),
            capabilities: Vec::new(),
        }))
    }
}

/// The parts that others ask for later, and the router that all of them make.
pub(crate) struct App {
    pub(crate) access: Access,
    pub(crate) journal: Journal,
    pub(crate) limiter: Limiter,
    pub(crate) management: Management,
    pub(crate) workers: Vec<Worker>,
}

/// Builds every slice and makes one router of them.
pub(crate) async fn build(
    ground: &Ground,
    config: &Config,
    instance: Arc<Instance>,
    spki_pins: Box<dyn Fn() -> Vec<String> + Send + Sync>,
) -> anyhow::Result<App> {
    let Ground { db, events, clock, metrics, health, data_dir } = ground;
    let (access, access_slice) = Access::build(access::Parts {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        instance: instance.clone(),
        settings: config.access(),
        spki_pins,
    })
    .await?;
    let (journal, journal_slice) = journal::build(journal::Deps {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        instance,
        health: health.clone(),
        metrics: metrics.clone(),
        figures: Arc::new(FromSlices(access.clone())),
        presence: Arc::new(Nobody),
        data_dir: data_dir.clone(),
        config: config.metrics.clone(),
    });

    let limits = config.rate_limits.clone();
    let limiter = Limiter::new(limits, config.metrics.path.clone(), clock.clone(), metrics);
    let slices = [access_slice, journal_slice, page::slice()];
    let (routes, workers): (Vec<_>, Vec<_>) =
        slices.into_iter().map(|Slice { routes, workers, .. }| (routes, workers)).unzip();
    let mut management = web::assemble(routes, Arc::new(access.clone()), limiter.clone(), metrics);
    management.router = journal.counting(management.router);
    let workers = events.workers().into_iter().chain(workers.into_iter().flatten()).collect();
    Ok(App { access, journal, limiter, management, workers })
}

/// The figures that the journal shows, from those who know them.
struct FromSlices(Access);

impl Figures for FromSlices {
    fn counts(&self) -> Counts {
        Counts {
            devices: self.0.devices_total() as u64,
            devices_online: self.0.devices_online() as u64,
            ..Counts::default()
        }
    }
}

struct Nobody;

impl kit::Presence for Nobody {
    fn is_online(&self, _: &str) -> bool {
        false
    }
}
