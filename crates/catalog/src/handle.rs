use std::sync::Arc;

use ::store::Db;
use appcheck::{Checks, Favicons};
use arc_swap::ArcSwap;
use events::Events;
use fetch::Fetcher;
use kit::{BaseUrl, Clock, Result};
use routing::{SharedRoutes, Targets};
use tokio::sync::{Mutex, MutexGuard, Notify, watch};
use web::{Reload, Slice};

use crate::config::FileRecords;
use crate::health::HealthMonitor;
use crate::memory::{Memory, State};
use crate::rules::Own;
use crate::service::HealthLedger;
use crate::{Config, Entrance, HealthConfig, RemoteApp, SLICE, http, service, worker};

/// What the configuration says to this slice.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// The apps and routes of the file.
    pub config: Config,
    /// The domain in which routes can have host names of their own.
    pub base_domain: Option<String>,
    pub health: HealthConfig,
}

/// What this slice needs of the rest.
pub struct Parts {
    pub db: Db,
    pub events: Events,
    pub clock: Clock,
    pub base_url: BaseUrl,
    pub settings: Settings,
    /// What no route may lead to.
    pub targets: Arc<ArcSwap<Targets>>,
    /// Makes the requests of all checks, and those for pictures.
    pub fetcher: Fetcher,
    /// The way by which checks of apps go through the gateway.
    pub entrance: Arc<dyn Entrance>,
}

/// The slice. Cheap to clone.
#[derive(Clone)]
pub struct Catalog {
    inner: Arc<Inner>,
}

struct Inner {
    parts: Parts,
    memory: Memory,
    remote: ArcSwap<Vec<RemoteApp>>,
    monitor: HealthMonitor,
    ledger: HealthLedger,
    favicons: Favicons,
    checks: Checks,
    /// Apps or routes changed since the monitor was told.
    changed: Notify,
    /// Grows with every change, for whoever works from a copy.
    revision: watch::Sender<u64>,
    writing: Mutex<()>,
}

impl Catalog {
    pub async fn build(parts: Parts) -> Result<(Catalog, Slice)> {
        let (apps, routes) = service::load(&parts.db).await?;
        let settings = &parts.settings;
        let file = service::read_file(&settings.config, &FileRecords::default(), &parts.clock)?;
        let mut state = State::default();
        state.adopt(apps, routes);
        state.configure(file, domain(settings));
        let health = settings.health.clone();
        let monitor = HealthMonitor::new(parts.fetcher.clone(), parts.clock.clone(), health);
        let ledger = HealthLedger::open(&parts.db, &monitor).await?;
        let inner = Inner {
            memory: Memory::new(state),
            remote: ArcSwap::default(),
            monitor,
            ledger,
            favicons: Favicons::new(parts.fetcher.clone(), parts.clock.clone()),
            checks: Checks::new(parts.entrance.clone(), parts.fetcher.clone(), parts.clock.clone()),
            changed: Notify::new(),
            revision: watch::Sender::new(0),
            writing: Mutex::default(),
            parts,
        };
        let catalog = Catalog { inner: Arc::new(inner) };
        catalog.warn_of_conflicts();
        let slice = Slice {
            routes: http::routes(catalog.clone()),
            workers: worker::all(&catalog),
            reread: {
                let catalog = catalog.clone();
                web::reread(move || {
                    let catalog = catalog.clone();
                    async move { catalog.read_again().await }
                })
            },
            figures: Some(Arc::new(catalog.clone())),
            ..Slice::of(&SLICE)
        };
        Ok((catalog, slice))
    }

    /// The table that the data plane reads; it is replaced with every change.
    pub fn routes(&self) -> SharedRoutes {
        self.memory().table()
    }

    /// Shows what was committed, here and to the data plane.
    pub(crate) fn show(&self, change: impl FnOnce(&mut State)) {
        self.inner.memory.change(change);
        self.inner.changed.notify_one();
        self.inner.revision.send_modify(|number| *number += 1);
    }

    /// Tells when apps or routes have changed, whoever changed them.
    pub fn revisions(&self) -> watch::Receiver<u64> {
        self.inner.revision.subscribe()
    }

    /// Returns when apps or routes have changed since the last time.
    pub(crate) async fn shown(&self) {
        self.inner.changed.notified().await;
    }

    /// Changes are made one after the other: committed first, then shown.
    pub(crate) async fn writing(&self) -> MutexGuard<'_, ()> {
        self.inner.writing.lock().await
    }

    pub(crate) fn own(&self) -> Own {
        let targets = Targets::clone(&self.inner.parts.targets.load());
        let state = self.memory().look();
        Own::new(targets, &self.base_url(), state.base_domain())
    }

    pub(crate) fn base_url(&self) -> Arc<str> {
        self.inner.parts.base_url.get()
    }

    pub(crate) fn db(&self) -> &Db {
        &self.inner.parts.db
    }

    pub(crate) fn events(&self) -> &Events {
        &self.inner.parts.events
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.inner.parts.clock
    }

    pub(crate) fn monitor(&self) -> &HealthMonitor {
        &self.inner.monitor
    }

    pub(crate) fn favicons(&self) -> &Favicons {
        &self.inner.favicons
    }

    pub(crate) fn checks(&self) -> &Checks {
        &self.inner.checks
    }

    pub(crate) fn ledger(&self) -> &HealthLedger {
        &self.inner.ledger
    }

    pub(crate) fn remote(&self) -> &ArcSwap<Vec<RemoteApp>> {
        &self.inner.remote
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.inner.memory
    }
}

impl Reload<Settings> for Catalog {
    fn check(&self, settings: &Settings) -> Result<()> {
        service::read_file(&settings.config, &self.memory().look().file, self.clock())?;
        Ok(())
    }

    /// Takes over another file. What is stored stays; what is wrong changes nothing.
    async fn reload(&self, settings: Settings) -> Result<()> {
        let _writing = self.writing().await;
        let file = service::read_file(&settings.config, &self.memory().look().file, self.clock())?;
        self.show(|state| state.configure(file, domain(&settings)));
        self.monitor().configure(settings.health);
        self.warn_of_conflicts();
        Ok(())
    }
}

fn domain(settings: &Settings) -> Option<Arc<str>> {
    let domain = settings.base_domain.as_deref()?.trim_matches('.').to_ascii_lowercase();
    (!domain.is_empty()).then(|| domain.into())
}
