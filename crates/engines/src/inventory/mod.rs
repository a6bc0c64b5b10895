//! The containers of an engine, kept at hand. One task follows what the engine tells, lists, and
//! inspects where details are wanted; whoever wants to know reads a snapshot, and hears when there
//! is another.

mod inspections;
mod snapshot;
mod watcher;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{Mutex, Notify, watch};
use tokio::time::Instant;

use self::snapshot::Listed;
use self::watcher::Watcher;
use crate::{ContainerId, Engine, EngineError, State, Surroundings};

pub use snapshot::{Entry, Snapshot};

/// How long nobody has to ask again. Requests come in bunches, services change rarely.
const FRESH: Duration = Duration::from_secs(2);

/// What there is on an engine. Cheap to clone; it follows the engine for as long as somebody runs
/// it.
#[derive(Clone)]
pub struct Inventory {
    inner: Arc<Inner>,
}

struct Inner {
    engine: Arc<dyn Engine>,
    inspects: bool,
    snapshot: watch::Sender<Arc<Snapshot>>,
    /// How many lists were asked for.
    lists: AtomicU64,
    /// Somebody wants another list.
    wanted: Notify,
    surroundings: Mutex<Option<(Instant, Arc<Surroundings>)>>,
}

impl Inventory {
    /// Of all containers, as lists show them: after every change there is another list.
    pub fn listing(engine: Arc<dyn Engine>) -> Self {
        Inventory::new(engine, false)
    }

    /// Of the containers that run, with their details: a container that changed is inspected, and
    /// a list shows now and then what the engine may not have told.
    pub fn inspecting(engine: Arc<dyn Engine>) -> Self {
        Inventory::new(engine, true)
    }

    fn new(engine: Arc<dyn Engine>, inspects: bool) -> Self {
        let inner = Inner {
            engine,
            inspects,
            snapshot: watch::Sender::new(Arc::default()),
            lists: AtomicU64::new(0),
            wanted: Notify::new(),
            surroundings: Mutex::default(),
        };
        Inventory { inner: Arc::new(inner) }
    }

    pub fn engine(&self) -> &Arc<dyn Engine> {
        &self.inner.engine
    }

    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.inner.snapshot.borrow().clone()
    }

    /// The snapshots from now on, beginning with the one that there is.
    pub fn subscribe(&self) -> watch::Receiver<Arc<Snapshot>> {
        let mut snapshots = self.inner.snapshot.subscribe();
        snapshots.mark_changed();
        snapshots
    }

    /// Follows the engine. Never returns; one task at a time does it.
    pub async fn run(&self) {
        Watcher::new(self.clone()).watch().await;
    }

    /// Has whoever runs it ask for a list.
    pub fn look_soon(&self) {
        self.inner.wanted.notify_one();
    }

    /// Lists at once, for somebody who changed something: the snapshot shows it afterwards. Not
    /// for details, which only whoever runs it looks at.
    pub async fn look(&self) -> Result<(), EngineError> {
        let listed = self.list().await?;
        self.take(listed, &HashSet::new());
        Ok(())
    }

    /// What surrounds the containers, or did a moment ago.
    pub async fn surroundings(&self) -> Result<Arc<Surroundings>, EngineError> {
        let last = self.inner.surroundings.lock().await.clone();
        match last {
            Some((at, known)) if at.elapsed() < FRESH => Ok(known),
            _ => self.look_around().await,
        }
    }

    async fn look_around(&self) -> Result<Arc<Surroundings>, EngineError> {
        // Not under the lock: an engine that hangs must not keep others waiting for longer.
        let around = Arc::new(self.inner.engine.surroundings().await?);
        *self.inner.surroundings.lock().await = Some((Instant::now(), around.clone()));
        Ok(around)
    }

    async fn list(&self) -> Result<Listed, EngineError> {
        let number = self.inner.lists.fetch_add(1, Ordering::Relaxed) + 1;
        let (around, mut containers) =
            tokio::try_join!(self.look_around(), self.inner.engine.containers())?;
        if self.inner.inspects {
            containers.retain(|container| container.state == State::Running);
        }
        Ok(Listed { number, around, containers })
    }

    /// Takes over a list, and returns what has to be inspected. `touched`: what changed since the
    /// list was asked for.
    fn take(&self, listed: Listed, touched: &HashSet<ContainerId>) -> HashSet<ContainerId> {
        let mut news = HashSet::new();
        self.change(|snapshot| news = snapshot.take_list(listed, touched, self.inner.inspects));
        news
    }

    fn change(&self, change: impl FnOnce(&mut Snapshot)) {
        self.inner.snapshot.send_modify(|snapshot| change(Arc::make_mut(snapshot)));
    }
}
