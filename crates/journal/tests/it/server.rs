//! A management router with the journal alone, called in process.

use std::collections::HashSet;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use axum::http::StatusCode;
use fetch::Fetcher;
use journal::{Deps, Journal, MetricsConfig, Settings};
use kit::{Clock, Health, Instance, Presence, Shutdown, Supervisor, Timestamp, Worker};
use routing::SharedRoutes;
use serde_json::Value;
use store::Db;
use testkit::harness::{Answer, Base, Harness, People, device, key, user};
use web::{Authenticated, Counts, Figures};

pub(crate) use testkit::harness::Running;

pub(crate) const MIGRATIONS: [store::Migrations; 2] = [events::MIGRATIONS, journal::MIGRATIONS];
/// 2023-11-14 22:13:20 UTC.
pub(crate) const START: Timestamp = Timestamp(1_700_000_000_000);

pub(crate) struct Server {
    harness: Harness,
    pub(crate) journal: Journal,
    pub(crate) health: Health,
    pub(crate) figures: Arc<Devices>,
    pub(crate) routes: SharedRoutes,
    workers: Vec<Worker>,
}

impl Deref for Server {
    type Target = Harness;

    fn deref(&self) -> &Harness {
        &self.harness
    }
}

impl Server {
    pub(crate) async fn new(db: Db) -> Self {
        Server::configured(db, MetricsConfig::default()).await
    }

    pub(crate) async fn configured(db: Db, config: MetricsConfig) -> Self {
        Server::at(db, config, Clock::manual(START)).await
    }

    pub(crate) async fn at(db: Db, config: MetricsConfig, clock: Clock) -> Self {
        Server::with(db, clock, Settings { metrics: config, ..Settings::default() }).await
    }

    pub(crate) async fn with(db: Db, clock: Clock, settings: Settings) -> Self {
        let base = Base::open(db, clock).await;
        let Base { db, clock, events, metrics } = base.clone();
        let health = Health::new(clock.clone());
        let figures = Arc::new(Devices::default());
        let routes = SharedRoutes::default();
        let (journal, mut slice) = journal::build(Deps {
            db,
            events: events.clone(),
            clock: clock.clone(),
            instance: Arc::new(instance()),
            health: health.clone(),
            metrics: metrics.clone(),
            figures: vec![figures.clone()],
            presence: figures.clone(),
            routes: routes.clone(),
            data_dir: "/".into(),
            fetcher: Fetcher::new(Arc::default()),
            settings,
        });
        let workers = std::mem::take(&mut slice.workers);
        let mut harness = Harness::new(base, [slice], people());
        harness.router = journal.counting(harness.router);
        Server { harness, journal, health, figures, routes, workers }
    }

    /// Starts the workers of the journal alone, for as long as the result is kept: nobody here
    /// hears of facts.
    pub(crate) fn run(&mut self) -> Running {
        Running::start(Supervisor::new(Shutdown::default()), self.workers.drain(..))
    }

    pub(crate) async fn get(&self, caller: &str, path: &str) -> (StatusCode, Value) {
        let answer = self.call(caller, path).await;
        (answer.status, answer.body)
    }

    pub(crate) async fn ok(&self, caller: &str, path: &str) -> Value {
        let (status, body) = self.get(caller, path).await;
        assert_eq!(status, StatusCode::OK, "{path} for {caller}: {body}");
        body
    }

    pub(crate) async fn text(&self, caller: &str, path: &str) -> (StatusCode, String) {
        let answer = self.call(caller, path).await;
        (answer.status, answer.text())
    }

    /// As `Call::by` says; and `foreign` calls from another site's page.
    pub(crate) async fn call(&self, caller: &str, path: &str) -> Answer {
        let call = self.harness.get(path);
        if caller == "foreign" {
            return call.header("Origin", "https://elsewhere.test").send().await;
        }
        call.by(caller).send().await
    }
}

fn instance() -> Instance {
    Instance {
        started_at: Timestamp(START.0 - 90_500),
        capabilities: vec!["pairing", "events"],
        ..testkit::harness::instance()
    }
}

/// How many devices there are and how apps are is up to the test; `phone-1` is online.
#[derive(Default)]
pub(crate) struct Devices(pub(crate) AtomicU64, pub(crate) Mutex<Vec<(Arc<str>, bool)>>);

impl Figures for Devices {
    fn counts(&self) -> Counts {
        let devices = self.0.load(Ordering::Relaxed);
        Counts {
            routes: 7,
            services: 5,
            services_online: 3,
            discoveries: 0,
            devices,
            devices_online: 1,
        }
    }

    fn verdicts(&self) -> Vec<(Arc<str>, bool)> {
        self.1.lock().expect("nobody panics").clone()
    }
}

impl Presence for Devices {
    fn is_online(&self, device_id: &str) -> bool {
        device_id == "phone-1"
    }
}

fn people() -> People {
    let own: &[&str] = &["read:catalog", "read:events"];
    People::new([
        ("admin", user("admin", &["read:*", "write:*", "access:admin"])),
        ("phone", device("phone-1", own)),
        ("pending", Authenticated { pending: true, ..device("phone-1", own) }),
        ("reader", device("reader-1", &["read:*"])),
        ("key", key("key_1", &["read:*"])),
    ])
}

/// The keys of an object.
pub(crate) fn keys(object: &Value) -> HashSet<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}
