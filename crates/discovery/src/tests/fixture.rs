//! The slice behind the management router, with the catalogue beside it.

use std::net::SocketAddr;
use std::ops::Deref;
use std::sync::Arc;

use arc_swap::ArcSwap;
use catalog::Catalog;
use events::Event;
use fetch::Fetcher;
use http::{Method, StatusCode};
use kit::{BaseUrl, Clock, Health, Timestamp};
use lan::mdns::Mdns;
use routing::Targets;
use serde_json::Value;
use store::Db;
use testkit::deadline;
use testkit::harness::{Answer, Base, Harness, Running, Scoped, until};
use tokio::sync::broadcast::Receiver;

use crate::model::{
    Address, ContainerLink, Observation, Offer, Probing, Score, ServiceKey, Source, Wishes,
};
use crate::sightings::{Sighting, Sightings};
use crate::{Config, Discovery, MIGRATIONS, Parts};

pub(crate) use testkit::PATIENCE;
const PROPOSALS: &str = "/api/v1/discovery/proposals";

/// The program on a database; it ends with this value, without any farewell.
pub(crate) struct Fixture {
    _running: Running,
    harness: Harness,
    sightings: Sightings,
    pub(crate) discovery: Discovery,
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
        test(Fixture::build(db, config()).await).await;
    })
    .await;
}

/// No source but those that tests play.
pub(crate) fn config() -> Config {
    let mut config = Config::default();
    config.docker.enabled = false;
    config.mdns.enabled = false;
    config
}

impl Fixture {
    pub(crate) async fn build(db: Db, config: Config) -> Fixture {
        let base = Base::open(db, Clock::manual(Timestamp::from_unix(1_800_000_000))).await;
        let Base { db, clock, events, metrics } = base.clone();
        let everywhere = "[::]:8443".parse().expect("an address");
        let targets = Targets::new(vec![everywhere], lan::own_addresses());
        let targets = Arc::new(ArcSwap::from_pointee(targets));
        let fetcher = Fetcher::new(targets.clone());
        let health = Health::new(clock.clone());
        let (catalog, mut catalog_slice) = Catalog::build(catalog::Parts {
            db: db.clone(),
            events: events.clone(),
            clock: clock.clone(),
            base_url: BaseUrl::new("https://attic.local:8443"),
            settings: catalog::Settings::default(),
            fetcher: fetcher.clone(),
            targets: targets.clone(),
            entrance: Arc::new(|_: &routing::Route| None),
        })
        .await
        .expect("the catalogue");
        let parts = Parts {
            db: db.clone(),
            events: events.clone(),
            clock: clock.clone(),
            catalog: catalog.clone(),
            fetcher,
            health: health.clone(),
            metrics: metrics.clone(),
            targets,
            mdns: Mdns::new(lan::mdns::Settings::default()),
            config,
        };
        let (sightings, heard) = Sightings::channel();
        let built = Discovery::over(parts, sightings.clone(), heard).await;
        let (discovery, slice) = built.expect("the slice");
        // The catalogue hears of other programs; it checks no app's health here.
        catalog_slice.workers.truncate(1);
        let harness = Harness::new(base, [slice, catalog_slice], Scoped::default());
        let _running = harness.run();
        Fixture { _running, harness, sightings, discovery, catalog, health }
    }

    /// The same database in a program that starts anew, while the first is killed.
    pub(crate) async fn killed_and_started(self) -> Fixture {
        let db = self.db.clone();
        drop(self);
        Fixture::build(db, config()).await
    }

    /// Another program on the same database.
    pub(crate) async fn beside(&self) -> Fixture {
        Fixture::build(self.db.clone(), config()).await
    }

    pub(crate) async fn hear(&self, sighting: Sighting) {
        self.sightings.tell(sighting).await;
    }

    pub(crate) async fn see(&self, observation: Observation) {
        self.hear(Sighting::Seen(Box::new(observation))).await;
    }

    pub(crate) async fn call(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        self.call_as(None, method, path, body).await
    }

    pub(crate) async fn proposals(&self) -> Vec<Value> {
        let answer = self.call(Method::GET, PROPOSALS, None).await.expect(StatusCode::OK);
        answer.as_array().expect("a bare array").clone()
    }

    pub(crate) async fn ids(&self) -> Vec<String> {
        let id = |proposal: &Value| proposal["id"].as_str().expect("an id").to_owned();
        self.proposals().await.iter().map(id).collect()
    }

    #[track_caller]
    pub(crate) fn until_shown(&self, ids: &[&str]) -> impl Future<Output = ()> {
        let what = format!("{ids:?}");
        async move { deadline(&what, PATIENCE, async || self.ids().await == ids).await }
    }

    pub(crate) async fn decide(&self, id: &str, how: &str, body: Option<Value>) -> Answer {
        self.call(Method::POST, &format!("{PROPOSALS}/{id}/{how}"), body).await
    }

    pub(crate) async fn rediscover(&self) -> Value {
        let answer = self.call(Method::POST, "/api/v1/discovery/rediscover", None).await;
        answer.expect(StatusCode::OK)
    }

    pub(crate) async fn route(&self, id: &str) -> Value {
        let answer = self.call(Method::GET, &format!("/api/v1/routes/{id}"), None).await;
        answer.expect(StatusCode::OK)
    }

    pub(crate) async fn put_route(&self, id: &str, body: Value) {
        let answer = self.call(Method::PUT, &format!("/api/v1/routes/{id}"), Some(body)).await;
        assert!(answer.status.is_success(), "{answer:?}");
    }

    pub(crate) async fn audited(&self) -> Vec<(String, String)> {
        let all = self.audit(kit::Page::ALL).await;
        all.into_iter().map(|entry| (entry.action, entry.actor_id)).collect()
    }
}

pub(crate) async fn next(facts: &mut Receiver<Arc<Event>>, kind: &str) -> Arc<Event> {
    until(facts, kind).await.pop().expect("the last one")
}

/// A container with one port, which is at this address.
pub(crate) fn container(name: &str, address: SocketAddr) -> Observation {
    Observation {
        service: ServiceKey::new(Source::Docker, name),
        name: name.to_owned(),
        wishes: Wishes::default(),
        tags: vec!["docker".to_owned()],
        offers: vec![offer(80, address)],
        server_path: String::new(),
        score: Score::base(50, "a container"),
        evidence: vec!["It runs".to_owned()],
        security_notes: vec!["It is privileged".to_owned()],
        container: Some(ContainerLink {
            id: format!("{name}-1"),
            name: name.to_owned(),
            compose: None,
        }),
        announcer: None,
        epoch: "1".to_owned(),
    }
}

pub(crate) fn offer(own_port: u16, at: SocketAddr) -> Offer {
    let addresses = vec![Address { host: at.ip().to_string(), port: at.port() }];
    Offer { own_port, addresses, scheme: None, probing: Probing::Decides }
}
