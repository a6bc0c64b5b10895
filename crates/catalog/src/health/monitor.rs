use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use arc_swap::ArcSwap;
use fetch::Fetcher;
use futures::future::BoxFuture;
use kit::{Clock, Worker};
use tokio::sync::{Notify, oneshot};
use tokio::time::timeout;

use super::probe::Probe;
use super::{HealthConfig, Outcome, Target, Transition, scheduler};
use crate::Health;

/// Nobody waits longer for a check, not even while none is made because the program ends.
const PATIENCE: Duration = Duration::from_secs(120);

/// Whoever knows the apps, and wants to know how they are.
pub(crate) trait Checked: Send + Sync {
    /// Every app to check, once.
    fn targets(&self) -> Vec<Target>;

    /// An app's status is another one. The app is not asked again before this has ended, so what
    /// is told about one app comes in order.
    fn changed(&self, change: HealthChange) -> BoxFuture<'_, ()>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HealthChange {
    pub(crate) app_id: Arc<str>,
    pub(crate) transition: Transition,
    /// What is known about the app now.
    pub(crate) health: Health,
}

/// What is known about the health of apps. Cheap to clone.
#[derive(Clone)]
pub(crate) struct HealthMonitor {
    inner: Arc<Inner>,
}

struct Inner {
    probe: Arc<dyn Probe>,
    clock: Clock,
    config: ArcSwap<HealthConfig>,
    board: Mutex<HashMap<Arc<str>, Card>>,
    /// Apps to be asked at once, and who waits for what comes of it.
    wanted: Mutex<Wanted>,
    /// The list of apps, or what the configuration says about them, may have changed.
    stale: AtomicBool,
    wake: Notify,
}

#[derive(Default)]
struct Card {
    health: Health,
    /// Grows with every mark: a check that began before one knows less than the mark.
    marks: u64,
}

pub(super) type Wanted = HashMap<Arc<str>, Vec<oneshot::Sender<()>>>;

impl HealthMonitor {
    pub(crate) fn new(fetcher: Fetcher, clock: Clock, config: HealthConfig) -> Self {
        HealthMonitor::with_probe(Arc::new(fetcher), clock, config)
    }

    pub(super) fn with_probe(probe: Arc<dyn Probe>, clock: Clock, config: HealthConfig) -> Self {
        let inner = Inner {
            probe,
            clock,
            config: ArcSwap::from_pointee(config),
            board: Mutex::default(),
            wanted: Mutex::default(),
            stale: AtomicBool::new(true),
            wake: Notify::new(),
        };
        HealthMonitor { inner: Arc::new(inner) }
    }

    /// The one task that checks every app.
    pub(crate) fn worker(&self, checked: Arc<dyn Checked>) -> Worker {
        let monitor = self.clone();
        Worker::new("catalog.health", move |token| {
            scheduler::run(monitor.clone(), checked.clone(), token)
        })
    }

    /// What is known about an app; nothing, where it was not checked yet.
    pub(crate) fn state(&self, app_id: &str) -> Health {
        self.board().get(app_id).map(|card| card.health.clone()).unwrap_or_default()
    }

    /// Takes over what was known before a restart, for apps that nothing is known about.
    pub(crate) fn restore(&self, app_id: Arc<str>, health: Health) {
        self.board().entry(app_id).or_insert(Card { health, marks: 0 });
    }

    /// Other settings: they hold from the next check on.
    pub(crate) fn configure(&self, config: HealthConfig) {
        self.inner.config.store(Arc::new(config));
        self.targets_changed();
    }

    /// The list of apps is to be read again.
    pub(crate) fn targets_changed(&self) {
        self.inner.stale.store(true, Ordering::Release);
        self.inner.wake.notify_one();
    }

    /// Asks the app now and says what is known then. An app that is not checked is not asked.
    pub(crate) async fn check_now(&self, app_id: &str) -> Health {
        let (done, ended) = oneshot::channel();
        lock(&self.inner.wanted).entry(app_id.into()).or_default().push(done);
        self.inner.wake.notify_one();
        // An error means that there will be no check, and that is an answer, too.
        let _ = timeout(PATIENCE, ended).await;
        self.state(app_id)
    }

    /// The app is known to be gone, whatever the last check said. Who calls this tells of it.
    pub(crate) fn mark_unhealthy(&self, app_id: &str, message: &str) -> Option<HealthChange> {
        let app_id: Arc<str> = app_id.into();
        let threshold = self.config().unhealthy_threshold;
        let mut board = self.board();
        let card = board.entry(app_id.clone()).or_default();
        card.marks += 1;
        let transition = card.health.mark_unhealthy(message, threshold)?;
        Some(HealthChange { app_id, transition, health: card.health.clone() })
    }

    /// What was known about the app holds no more, nor where it was: no check of its old place
    /// begins from here on, and none that began counts.
    pub(crate) fn forget(&self, app_id: &str) {
        if let Some(card) = self.board().get_mut(app_id) {
            *card = Card { health: Health::default(), marks: card.marks + 1 };
        }
        self.targets_changed();
    }

    pub(crate) fn config(&self) -> Arc<HealthConfig> {
        self.inner.config.load_full()
    }

    pub(super) fn probe(&self) -> Arc<dyn Probe> {
        self.inner.probe.clone()
    }

    pub(super) fn marks(&self, app_id: &str) -> u64 {
        self.board().get(app_id).map_or(0, |card| card.marks)
    }

    /// Writes down what came of a check that began after so many marks.
    pub(super) fn apply(
        &self,
        app_id: &Arc<str>,
        marks: u64,
        outcome: &Outcome,
    ) -> Option<HealthChange> {
        let threshold = self.config().unhealthy_threshold;
        let now = self.inner.clock.now();
        let mut board = self.board();
        let card = board.entry(app_id.clone()).or_default();
        if card.marks != marks {
            return None;
        }
        let transition = card.health.apply(outcome, threshold, now)?;
        let (app_id, health) = (app_id.clone(), card.health.clone());
        Some(HealthChange { app_id, transition, health })
    }

    /// Forgets apps that are not checked any more.
    pub(super) fn keep(&self, mut is_checked: impl FnMut(&str) -> bool) {
        self.board().retain(|app_id, _| is_checked(app_id));
    }

    pub(super) fn take_stale(&self) -> bool {
        self.inner.stale.swap(false, Ordering::AcqRel)
    }

    pub(super) fn take_wanted(&self) -> Wanted {
        std::mem::take(&mut lock(&self.inner.wanted))
    }

    pub(super) async fn woken(&self) {
        self.inner.wake.notified().await;
    }

    fn board(&self) -> MutexGuard<'_, HashMap<Arc<str>, Card>> {
        lock(&self.inner.board)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
