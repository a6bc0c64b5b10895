//! A scheduler that runs, apps that answer as a test says, and somebody who writes down what
//! they are told.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use kit::{Clock, Shutdown, Supervisor, Timestamp};
use routing::Upstream;
use tokio::time::{Instant, sleep};

use crate::health::plan::Plan;
use crate::health::probe::Probe;
use crate::health::{Checked, HealthChange, HealthConfig, HealthMonitor, Outcome, Target};
use crate::{Health, HealthCheck, HealthStatus};

pub(super) fn app(id: &str) -> Target {
    let upstream = Upstream::parse(&format!("http://{id}.lan"), false).expect("an address");
    Target { app_id: id.into(), upstream, away: false, check: HealthCheck::default() }
}

pub(super) fn config() -> HealthConfig {
    HealthConfig::default()
}

/// Seconds between the checks of one app.
pub(super) fn pauses(asked: &[(Duration, Arc<str>)], id: &str) -> Vec<f64> {
    let times: Vec<_> = asked.iter().filter(|(_, app)| &**app == id).map(|(at, _)| *at).collect();
    times.windows(2).map(|pair| (pair[1] - pair[0]).as_secs_f64()).collect()
}

pub(super) struct Lab {
    pub(super) monitor: HealthMonitor,
    world: Arc<World>,
    shutdown: Shutdown,
}

/// Both sides of the scheduler: the apps it asks and the catalogue it tells.
struct World {
    begun: Instant,
    clock: Clock,
    apps: Mutex<Vec<Target>>,
    down: Mutex<HashSet<String>>,
    delay: Mutex<Duration>,
    slow_to_hear: Mutex<HashMap<String, Duration>>,
    asked: Mutex<Vec<(Duration, Arc<str>)>>,
    told: Mutex<Vec<HealthChange>>,
    under_way: AtomicUsize,
    most: AtomicUsize,
    panics: AtomicBool,
}

impl Lab {
    pub(super) fn start(apps: Vec<Target>, config: HealthConfig) -> Self {
        let clock = Clock::manual(Timestamp::from_unix(1_800_000_000));
        let world = Arc::new(World {
            begun: Instant::now(),
            clock: clock.clone(),
            apps: Mutex::new(apps),
            down: Mutex::default(),
            delay: Mutex::default(),
            slow_to_hear: Mutex::default(),
            asked: Mutex::default(),
            told: Mutex::default(),
            under_way: AtomicUsize::default(),
            most: AtomicUsize::default(),
            panics: AtomicBool::default(),
        });
        let monitor = HealthMonitor::with_probe(world.clone(), clock, config);
        let shutdown = Shutdown::default();
        Supervisor::new(shutdown.clone()).supervise(monitor.worker(world.clone()));
        Lab { monitor, world, shutdown }
    }

    pub(super) async fn pass(&self, time: Duration) {
        sleep(time).await;
        self.world.clock.advance(time);
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.world.begun.elapsed()
    }

    pub(super) fn state(&self, id: &str) -> Health {
        self.monitor.state(id)
    }

    pub(super) fn set_apps(&self, apps: Vec<Target>) {
        *self.world.apps.lock().expect("a lock") = apps;
        self.monitor.targets_changed();
    }

    pub(super) fn falls(&self, id: &str) {
        self.world.down.lock().expect("a lock").insert(id.to_owned());
    }

    pub(super) fn returns(&self, id: &str) {
        self.world.down.lock().expect("a lock").remove(id);
    }

    pub(super) fn answers_take(&self, delay: Duration) {
        *self.world.delay.lock().expect("a lock") = delay;
    }

    pub(super) fn telling_takes(&self, id: &str, delay: Duration) {
        self.world.slow_to_hear.lock().expect("a lock").insert(id.to_owned(), delay);
    }

    pub(super) fn panics_once(&self) {
        self.world.panics.store(true, Ordering::SeqCst);
    }

    pub(super) fn asked(&self) -> Vec<(Duration, Arc<str>)> {
        self.world.asked.lock().expect("a lock").clone()
    }

    pub(super) fn under_way(&self) -> usize {
        self.world.under_way.load(Ordering::SeqCst)
    }

    pub(super) fn most_at_once(&self) -> usize {
        self.world.most.load(Ordering::SeqCst)
    }

    pub(super) fn told_of(&self, id: &str) -> Vec<(HealthStatus, HealthStatus)> {
        let told = self.world.told.lock().expect("a lock");
        let of_it = told.iter().filter(|change| &*change.app_id == id);
        of_it.map(|change| (change.transition.from, change.transition.to)).collect()
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        self.shutdown.cut();
    }
}

impl Probe for World {
    fn probe<'a>(&'a self, plan: &'a Plan) -> BoxFuture<'a, Outcome> {
        async move {
            assert!(!self.panics.swap(false, Ordering::SeqCst), "as the test wants it");
            let asked = (self.begun.elapsed(), plan.app_id.clone());
            self.asked.lock().expect("a lock").push(asked);
            let others = self.under_way.fetch_add(1, Ordering::SeqCst);
            self.most.fetch_max(others + 1, Ordering::SeqCst);
            let down = self.down.lock().expect("a lock").contains(&*plan.app_id);
            let delay = *self.delay.lock().expect("a lock");
            sleep(delay).await;
            self.under_way.fetch_sub(1, Ordering::SeqCst);
            let failure = down.then(|| "refused".to_owned());
            let answered = (!down).then_some(200);
            Outcome { failure, status_code: answered, response_time: answered.map(|_| delay) }
        }
        .boxed()
    }
}

impl Checked for World {
    fn targets(&self) -> Vec<Target> {
        self.apps.lock().expect("a lock").clone()
    }

    fn changed(&self, change: HealthChange) -> BoxFuture<'_, ()> {
        async move {
            let slow = self.slow_to_hear.lock().expect("a lock").get(&*change.app_id).copied();
            sleep(slow.unwrap_or_default()).await;
            self.told.lock().expect("a lock").push(change);
        }
        .boxed()
    }
}
