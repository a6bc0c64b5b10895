use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ::store::Db;
use catalog::Catalog;
use engines::{Container, Surroundings};
use events::Events;
use kit::{Clock, Health, Metrics, Result, Supervisor};
use tokio::sync::{Mutex as AsyncMutex, MutexGuard as AsyncMutexGuard, Semaphore};
use tokio::time::Instant;
use web::Slice;

use crate::link::{Here, Links, Remembered};
use crate::listening::{self, Listening};
use crate::metrics::Figures;
use crate::runtimes::Runtimes;
use crate::service::{AT_ONCE, Claims, Told};
use crate::stats::StatsStreams;
use crate::vital::Vital;
use crate::{Config, SLICE, http, store, worker};

/// What this slice needs of the rest.
pub struct Parts {
    pub db: Db,
    pub events: Events,
    pub clock: Clock,
    pub catalog: Catalog,
    pub health: Health,
    pub metrics: Metrics,
    pub supervisor: Supervisor,
    /// Where the slice keeps files.
    pub data_dir: std::path::PathBuf,
    /// What must not be stopped, beside ourselves.
    pub vital: Vital,
    pub config: Config,
}

/// The slice. Cheap to clone.
#[derive(Clone)]
pub struct Containers {
    inner: Arc<Inner>,
}

struct Inner {
    parts: Parts,
    runtimes: Runtimes,
    listening: Listening,
    links: Mutex<LinkState>,
    figures: Figures,
    keeper: StatsStreams,
    claims: Claims,
    /// For those who do something to many containers.
    turns: Semaphore,
    told: AsyncMutex<Told>,
    remembering: AsyncMutex<()>,
}

/// The links of the catalogue as it was at a revision.
#[derive(Default)]
struct LinkState {
    links: Arc<Links>,
    built: Option<(u64, Instant)>,
    remembered: Remembered,
}

/// This machine may get other addresses without anybody saying so.
const LINKS_HOLD: Duration = Duration::from_secs(60);

impl Containers {
    pub async fn build(parts: Parts) -> Result<(Containers, Slice)> {
        let runtimes = Runtimes::new(&parts.config)?;
        Containers::over(parts, runtimes).await
    }

    /// With engines that somebody else made.
    pub(crate) async fn over(parts: Parts, runtimes: Runtimes) -> Result<(Containers, Slice)> {
        let remembered = store::links(&mut *parts.db.read().await?).await?;
        let figures = Figures::new(&parts.metrics);
        let inner = Inner {
            keeper: StatsStreams::new(parts.supervisor.clone(), figures.streams.clone()),
            figures,
            claims: Claims::default(),
            turns: Semaphore::new(AT_ONCE),
            told: AsyncMutex::default(),
            remembering: AsyncMutex::default(),
            runtimes,
            listening: Listening::new(&parts),
            links: Mutex::new(LinkState { remembered, ..LinkState::default() }),
            parts,
        };
        let containers = Containers { inner: Arc::new(inner) };
        let routes = http::routes(containers.clone());
        let workers = worker::all(&containers);
        let slice = Slice { routes, workers, ..Slice::of(&SLICE) };
        let slice = listening::added(&containers, slice);
        Ok((containers, slice))
    }

    pub(crate) fn runtimes(&self) -> &Runtimes {
        &self.inner.runtimes
    }

    pub(crate) fn listening(&self) -> &Listening {
        &self.inner.listening
    }

    pub(crate) fn figures(&self) -> &Figures {
        &self.inner.figures
    }

    pub(crate) fn keeper(&self) -> &StatsStreams {
        &self.inner.keeper
    }

    pub(crate) fn claims(&self) -> &Claims {
        &self.inner.claims
    }

    pub(crate) fn turns(&self) -> &Semaphore {
        &self.inner.turns
    }

    /// Whoever holds it tells the catalogue what apps are doing.
    pub(crate) async fn told(&self) -> AsyncMutexGuard<'_, Told> {
        self.inner.told.lock().await
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.inner.parts
    }

    /// Whoever holds it changes what is remembered.
    pub(crate) async fn remembering(&self) -> AsyncMutexGuard<'_, ()> {
        self.inner.remembering.lock().await
    }

    /// Which routes lead to which containers, as of now.
    pub(crate) fn links(&self) -> Arc<Links> {
        let revision = *self.inner.parts.catalog.revisions().borrow();
        let mut state = self.link_state();
        let holds = |(of, at): (u64, Instant)| of == revision && at.elapsed() < LINKS_HOLD;
        if !state.built.is_some_and(holds) {
            let links = Links::read(&self.inner.parts.catalog, &state.remembered, &Here::look());
            (state.links, state.built) = (Arc::new(links), Some((revision, Instant::now())));
        }
        state.links.clone()
    }

    /// The apps whose routes lead to a container.
    pub(crate) fn apps_of(&self, container: &Container, around: &Surroundings) -> Vec<Arc<str>> {
        let links = self.links();
        let mut apps: Vec<_> =
            links.of(container, around).into_iter().map(|link| link.route.app_id.clone()).collect();
        apps.sort_unstable();
        apps.dedup();
        apps
    }

    fn link_state(&self) -> MutexGuard<'_, LinkState> {
        self.inner.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_vital(&self, container: &Container, around: &Surroundings) -> bool {
        around.own.as_ref() == Some(&container.id) || self.inner.parts.vital.covers(container)
    }

    pub(crate) fn remembered(&self) -> Remembered {
        self.link_state().remembered.clone()
    }

    /// Takes over what was written down.
    pub(crate) fn remember(&self, remembered: Remembered) {
        let mut state = self.link_state();
        (state.remembered, state.built) = (remembered, None);
    }
}
