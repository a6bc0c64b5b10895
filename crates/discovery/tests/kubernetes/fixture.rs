//! The slice with a cluster as its only source.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use catalog::Catalog;
use discovery::{Config, Discovery, DockerConfig, KubernetesConfig, MdnsConfig, Parts};
use fetch::Fetcher;
use http::{Method, StatusCode};
use kit::{BaseUrl, Clock, Health, Span};
use lan::mdns::Mdns;
use routing::Targets;
use serde_json::Value;
use testkit::Database;
use testkit::harness::{Base, Harness, People, Running};

const PROPOSALS: &str = "/api/v1/discovery/proposals";
/// Longer than any test waits: what is seen is seen by watches, unless somebody asks for a look.
const SELDOM: Duration = Duration::from_secs(600);

/// It ends with this value, and its database with it.
pub(crate) struct Fixture {
    _running: Running,
    harness: Harness,
    discovery: Discovery,
    health: Health,
    _database: Database,
}

impl Fixture {
    pub(crate) async fn build(kubeconfig: &Path, namespaces: &[&str]) -> Fixture {
        let database = Database::sqlite();
        let migrations = [events::MIGRATIONS, catalog::MIGRATIONS, discovery::MIGRATIONS];
        let db = database.open(&migrations).await;
        let base = Base::open(db, Clock::System).await;
        let Base { db, clock, events, metrics } = base.clone();
        let targets = Arc::new(ArcSwap::from_pointee(Targets::new(Vec::new(), Vec::new())));
        let fetcher = Fetcher::new(targets.clone());
        let (catalog, shelves) = Catalog::build(catalog::Parts {
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
        let health = Health::new(clock.clone());
        let (discovery, slice) = Discovery::build(Parts {
            db,
            events: events.clone(),
            clock: clock.clone(),
            catalog,
            fetcher,
            health: health.clone(),
            metrics: metrics.clone(),
            targets,
            mdns: Mdns::new(lan::mdns::Settings::default()),
            config: config(kubeconfig, namespaces),
        })
        .await
        .expect("discovery");
        let harness = Harness::new(base, [slice, shelves], People::default());
        let _running = harness.run();
        Fixture { _running, harness, discovery, health, _database: database }
    }

    pub(crate) fn count(&self) -> usize {
        self.discovery.proposals()
    }

    pub(crate) async fn proposals(&self) -> Vec<Value> {
        let answer = self.call(Method::GET, PROPOSALS).await;
        answer.as_array().expect("a bare array").clone()
    }

    /// The proposal of the service of that name.
    pub(crate) async fn proposal(&self, name: &str) -> Option<Value> {
        let app = |proposal: &Value| proposal["suggestedApp"]["id"] == name;
        self.proposals().await.into_iter().find(app)
    }

    pub(crate) async fn rediscover(&self) {
        self.call(Method::POST, "/api/v1/discovery/rediscover").await;
    }

    /// What the board says about the source, in one line.
    pub(crate) fn condition(&self) -> String {
        let components = self.health.components();
        let lines = components.iter().map(|component| {
            let message = component.message.as_deref().unwrap_or_default();
            format!("{} {:?} {message}", component.name, component.status)
        });
        lines.filter(|line| line.contains("kubernetes")).collect()
    }

    async fn call(&self, method: Method, path: &str) -> Value {
        self.harness.call(method, path).send().await.expect(StatusCode::OK)
    }
}

fn config(kubeconfig: &Path, namespaces: &[&str]) -> Config {
    Config {
        enabled: true,
        docker: DockerConfig { enabled: false, ..DockerConfig::default() },
        mdns: MdnsConfig { enabled: false, ..MdnsConfig::default() },
        kubernetes: KubernetesConfig {
            enabled: true,
            kubeconfig: kubeconfig.display().to_string(),
            poll_interval: Span(SELDOM),
            namespaces: namespaces.iter().map(|name| (*name).to_owned()).collect(),
        },
    }
}
