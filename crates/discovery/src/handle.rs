use std::sync::{Arc, Mutex, PoisonError};

use ::store::Db;
use arc_swap::ArcSwap;
use catalog::Catalog;
use events::Events;
use fetch::Fetcher;
use kit::{Clock, Error, ErrorKind, Health, Metrics, Result};
use lan::mdns::Mdns;
use routing::Targets;
use strum::VariantArray;
use tokio::sync::mpsc::{self, Receiver};
use tokio::sync::{Mutex as AsyncMutex, MutexGuard, Notify};
use tokio::time::Instant;
use web::{Counts, Reload, Slice};

use crate::conditions::Conditions;
use crate::metrics::Figures;
use crate::model::{ServiceKey, Source};
use crate::old_addresses::OldAddresses;
use crate::pending_writes::PendingWrites;
use crate::probe::{Asker, ProbeQueue, Probed, Prober};
use crate::proposal_list::ProposalList;
use crate::reconcile::{Index, Memory, Moment, Reconciler};
use crate::sightings::{Sighting, Sightings};
use crate::sources::{SourceGround, Sources};
use crate::{Config, SLICE, http, store, worker};

/// How many answers of the prober wait for the reconciler.
const WAITING: usize = 256;

/// What this slice needs of the rest.
pub struct Parts {
    pub db: Db,
    pub events: Events,
    pub clock: Clock,
    pub catalog: Catalog,
    /// Asks services whether they speak HTTP.
    pub fetcher: Fetcher,
    pub health: Health,
    pub metrics: Metrics,
    /// What no route may lead to, and no probe goes to.
    pub targets: Arc<ArcSwap<Targets>>,
    /// Asks the network; whoever made it runs it.
    pub mdns: Mdns,
    pub config: Config,
}

/// The slice. Cheap to clone.
#[derive(Clone)]
pub struct Discovery {
    inner: Arc<Inner>,
}

struct Inner {
    db: Db,
    events: Events,
    clock: Clock,
    catalog: Catalog,
    health: Health,
    enabled: bool,
    /// Whoever holds it decides; it is taken before the catalogue's.
    reconciler: AsyncMutex<Reconciler>,
    proposal_list: ProposalList,
    pending_writes: PendingWrites,
    wanted: Arc<ProbeQueue>,
    old_addresses: OldAddresses,
    fetcher: Fetcher,
    conditions: Mutex<Conditions>,
    figures: Figures,
    sources: Sources,
    heard: AsyncMutex<Heard>,
    /// Somebody changed when the desk has to look up.
    nudge: Notify,
}

/// What comes in to the reconciler.
pub(crate) struct Heard {
    pub(crate) sightings: Receiver<Sighting>,
    pub(crate) answers: Receiver<Probed>,
}

impl Discovery {
    pub async fn build(parts: Parts) -> Result<(Discovery, Slice)> {
        let (sightings, heard) = Sightings::channel();
        Discovery::over(parts, sightings, heard).await
    }

    /// With a way for sightings that others may use as well.
    pub(crate) async fn over(
        parts: Parts,
        sightings: Sightings,
        heard: Receiver<Sighting>,
    ) -> Result<(Discovery, Slice)> {
        let (answers, answered) = mpsc::channel(WAITING);
        let figures = Figures::new(&parts.metrics);
        let prober = Prober {
            wanted: Arc::default(),
            asker: Arc::new(Asker::new(parts.fetcher.clone())),
            answers,
            figures: figures.clone(),
        };
        let memory = remembered(&parts.db).await?;
        let inner = Inner {
            reconciler: AsyncMutex::new(Reconciler::new(memory, Index::read(&parts.catalog))),
            proposal_list: ProposalList::default(),
            pending_writes: PendingWrites::default(),
            wanted: prober.wanted.clone(),
            old_addresses: OldAddresses::default(),
            fetcher: parts.fetcher,
            conditions: Mutex::default(),
            figures,
            sources: Sources::new(&parts.config),
            heard: AsyncMutex::new(Heard { sightings: heard, answers: answered }),
            nudge: Notify::new(),
            enabled: parts.config.enabled,
            db: parts.db,
            events: parts.events,
            clock: parts.clock,
            catalog: parts.catalog,
            health: parts.health,
        };
        let discovery = Discovery { inner: Arc::new(inner) };
        let ground = SourceGround {
            config: &parts.config,
            sightings: &sightings,
            mdns: &parts.mdns,
            targets: Targets::clone(&parts.targets.load()),
        };
        let workers = if parts.config.enabled {
            worker::all(&discovery, &prober, &ground)?
        } else {
            Vec::new()
        };
        let routes = http::routes(discovery.clone());
        let restored = discovery.clone();
        let reread = web::reread(move || {
            let restored = restored.clone();
            async move { restored.read_dismissals().await }
        });
        let figures: Option<Arc<dyn web::Figures>> = Some(Arc::new(discovery.clone()));
        Ok((discovery, Slice { routes, workers, reread, figures, ..Slice::of(&SLICE) }))
    }

    /// How many proposals wait for a decision.
    pub fn proposals(&self) -> usize {
        self.inner.proposal_list.len()
    }

    pub(crate) fn refuse_while_off(&self) -> Result<()> {
        let message = "Discovery is switched off; discovery.enabled switches it on";
        if self.inner.enabled {
            Ok(())
        } else {
            Err(Error::new(ErrorKind::ServiceUnavailable, message))
        }
    }

    pub(crate) async fn reconciler(&self) -> MutexGuard<'_, Reconciler> {
        self.inner.reconciler.lock().await
    }

    pub(crate) async fn heard(&self) -> MutexGuard<'_, Heard> {
        self.inner.heard.lock().await
    }

    pub(crate) fn moment(&self) -> Moment {
        Moment { now: Instant::now(), time: self.inner.clock.now() }
    }

    pub(crate) fn db(&self) -> &Db {
        &self.inner.db
    }

    pub(crate) fn events(&self) -> &Events {
        &self.inner.events
    }

    pub(crate) fn catalog(&self) -> &Catalog {
        &self.inner.catalog
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.inner.clock
    }

    pub(crate) fn proposal_list(&self) -> &ProposalList {
        &self.inner.proposal_list
    }

    pub(crate) fn pending_writes(&self) -> &PendingWrites {
        &self.inner.pending_writes
    }

    pub(crate) fn wanted(&self) -> &ProbeQueue {
        &self.inner.wanted
    }

    pub(crate) fn old_addresses(&self) -> &OldAddresses {
        &self.inner.old_addresses
    }

    pub(crate) fn fetcher(&self) -> &Fetcher {
        &self.inner.fetcher
    }

    pub(crate) fn sources(&self) -> &Sources {
        &self.inner.sources
    }

    pub(crate) fn figures(&self) -> &Figures {
        &self.inner.figures
    }

    pub(crate) fn health(&self) -> &Health {
        &self.inner.health
    }

    pub(crate) fn nudge(&self) -> &Notify {
        &self.inner.nudge
    }

    pub(crate) fn conditions(&self) -> std::sync::MutexGuard<'_, Conditions> {
        self.inner.conditions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the figures of all sources in line with what is known.
    pub(crate) fn count(&self, reconciler: &Reconciler) {
        for &source in Source::VARIANTS {
            self.figures().seen(
                source,
                reconciler.count(source),
                self.proposal_list().count(source),
            );
        }
    }
}

impl Reload<Config> for Discovery {
    /// Takes over other intervals. Everything else needs a restart.
    async fn reload(&self, config: Config) -> Result<()> {
        self.inner.sources.reload(&config);
        Ok(())
    }
}

impl web::Figures for Discovery {
    fn counts(&self) -> Counts {
        Counts { discoveries: self.proposals() as u64, ..Counts::default() }
    }
}

async fn remembered(db: &Db) -> Result<Memory> {
    let mut conn = db.read().await?;
    let mut memory = Memory::default();
    let now = Instant::now();
    for (service, app_id) in store::claims(&mut conn).await? {
        if let Some(service) = ServiceKey::parse(&service) {
            memory.claims.restore(service, app_id.into(), now);
        }
    }
    let dismissed = store::decided(&mut conn, Some(store::State::Dismissed)).await?;
    memory.dismissed = dismissed.into_iter().collect();
    memory.announced = store::decided(&mut conn, None).await?.into_iter().collect();
    Ok(memory)
}
