//! The slice behind the management router, with a catalogue beside it and engines that do as they
//! are told.

use std::ops::Deref;
use std::sync::Arc;

use arc_swap::ArcSwap;
use catalog::{Catalog, HealthStatus};
use engines::{Engine, Runtime};
use fetch::Fetcher;
use http::{Method, StatusCode};
use kit::{BaseUrl, Clock, Health, Shutdown, Supervisor, Timestamp};
use routing::Targets;
use serde_json::Value;
use store::Db;
use testkit::deadline;
use testkit::harness::{Answer, Base, Harness, Running, Scoped};

use super::lab::Lab;
use crate::runtimes::Runtimes;
use crate::schema::MIGRATIONS;
use crate::{Config, Containers, Parts, Vital};

pub(crate) use testkit::PATIENCE;
pub(crate) use testkit::harness::until;

/// The program on a database; it ends with this value, without any farewell.
pub(crate) struct Fixture {
    _running: Running,
    harness: Harness,
    pub(crate) docker: Arc<Lab>,
    pub(crate) kubernetes: Arc<Lab>,
    pub(crate) containers: Containers,
    pub(crate) catalog: Catalog,
    pub(crate) health: Health,
}

impl Deref for Fixture {
    type Target = Harness;

    fn deref(&self) -> &Harness {
        &self.harness
    }
}

/// Runs a test on both databases.
pub(crate) async fn both(test: impl AsyncFn(Fixture)) {
    testkit::both(&[events::MIGRATIONS, catalog::MIGRATIONS, MIGRATIONS], async |db| {
        let labs = (Lab::new(Runtime::Docker), Lab::new(Runtime::Kubernetes));
        test(Fixture::build(db, labs).await).await;
    })
    .await;
}

impl Fixture {
    pub(crate) async fn build(db: Db, (docker, kubernetes): (Arc<Lab>, Arc<Lab>)) -> Fixture {
        let engines: Vec<Arc<dyn Engine>> = vec![docker.clone(), kubernetes.clone()];
        Fixture::over(db, (docker, kubernetes), engines).await
    }

    /// With none but these engines switched on.
    pub(crate) async fn over(
        db: Db,
        (docker, kubernetes): (Arc<Lab>, Arc<Lab>),
        engines: Vec<Arc<dyn Engine>>,
    ) -> Fixture {
        let base = Base::open(db, Clock::manual(Timestamp::from_unix(1_800_000_000))).await;
        let Base { db, clock, events, metrics } = base.clone();
        let everywhere = "[::]:8443".parse().expect("an address");
        let targets = Targets::new(vec![everywhere], lan::own_addresses());
        let targets = Arc::new(ArcSwap::from_pointee(targets));
        let health = Health::new(clock.clone());
        let (catalog, mut catalog_slice) = Catalog::build(catalog::Parts {
            db: db.clone(),
            events: events.clone(),
            clock: clock.clone(),
            base_url: BaseUrl::new("https://attic.local:8443"),
            settings: catalog::Settings::default(),
            fetcher: Fetcher::new(targets.clone()),
            targets,
            entrance: Arc::new(|_: &routing::Route| None),
        })
        .await
        .expect("the catalogue");
        let supervisor = Supervisor::new(Shutdown::default());
        let parts = Parts {
            db: db.clone(),
            events: events.clone(),
            clock: clock.clone(),
            catalog: catalog.clone(),
            health: health.clone(),
            metrics: metrics.clone(),
            supervisor: supervisor.clone(),
            data_dir: std::env::temp_dir(),
            vital: Vital {
                database: Some(("database".to_owned(), 5432)),
                proxies: vec!["172.17.0.99".parse().expect("an address")],
            },
            config: Config::default(),
        };
        let runtimes = Runtimes::of_engines(Runtime::Docker, engines);
        let (containers, slice) = Containers::over(parts, runtimes).await.expect("the slice");
        // The catalogue checks no app's health here.
        catalog_slice.workers.clear();
        let harness = Harness::new(base, [slice, catalog_slice], Scoped::default());
        let _running = harness.run_under(supervisor);
        Fixture { _running, harness, docker, kubernetes, containers, catalog, health }
    }

    /// The same database and engines in a program that starts anew, while the first is killed.
    pub(crate) async fn killed_and_started(self) -> Fixture {
        let (db, labs) = (self.db.clone(), (self.docker.clone(), self.kubernetes.clone()));
        drop(self);
        Fixture::build(db, labs).await
    }

    /// The same with none but these engines switched on.
    pub(crate) async fn with_engines(&self, engines: Vec<Arc<dyn Engine>>) -> Fixture {
        let labs = (self.docker.clone(), self.kubernetes.clone());
        Fixture::over(self.db.clone(), labs, engines).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.call_as(None, Method::GET, path, None).await
    }

    pub(crate) async fn post(&self, path: &str) -> Answer {
        self.call_as(None, Method::POST, path, None).await
    }

    pub(crate) async fn send(&self, path: &str, body: Value) -> Answer {
        self.call_as(None, Method::POST, path, Some(body)).await
    }

    pub(crate) async fn put_route(&self, id: &str, body: Value) {
        let path = format!("/api/v1/routes/{id}");
        let answer = self.call_as(None, Method::PUT, &path, Some(body)).await;
        assert!(answer.status.is_success(), "{answer:?}");
    }

    /// The names that are listed.
    pub(crate) async fn listed(&self, query: &str) -> Vec<String> {
        let answer = self.get(&format!("/api/v1/containers{query}")).await.expect(StatusCode::OK);
        let name = |each: &Value| each["name"].as_str().expect("a name").to_owned();
        answer.as_array().expect("a bare array").iter().map(name).collect()
    }

    pub(crate) async fn until_listed(&self, names: &[&str]) {
        let what = format!("{names:?} are listed");
        deadline(&what, PATIENCE, async || self.listed("").await == names).await;
    }

    pub(crate) async fn until_health(&self, app: &str, status: HealthStatus) {
        let what = format!("{app} is {status:?}");
        deadline(&what, PATIENCE, async || self.catalog.health(app).status == status).await;
    }

    /// From now on the program runs in this container.
    pub(crate) async fn runs_in(&self, container: &engines::Container) {
        *self.docker.own.lock().unwrap() = Some(container.id.clone());
        let inventory = &self.containers.runtimes().all()[0];
        deadline("it is known where we run", PATIENCE, async || {
            let around = inventory.surroundings().await.expect("an answer");
            around.own.as_ref() == Some(&container.id)
        })
        .await;
    }

    /// What was done by whom and whether it succeeded, newest first.
    pub(crate) async fn audited(&self) -> Vec<(String, String, bool)> {
        let all = self.audit(kit::Page::ALL).await;
        let of_containers = all.into_iter().filter(|it| it.action.starts_with("container."));
        of_containers.map(|entry| (entry.action, entry.actor_id, entry.error.is_none())).collect()
    }
}
