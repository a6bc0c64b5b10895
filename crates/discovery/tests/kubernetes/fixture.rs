//! The slice with a cluster as its only source.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use axum::Router;
use axum::body::Body;
use catalog::Catalog;
use discovery::{Config, Discovery, DockerConfig, KubernetesConfig, MdnsConfig, Parts};
use events::Events;
use fetch::Fetcher;
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use kit::{BaseUrl, Clock, Error, Health, Metrics, Shutdown, Span, Supervisor};
use lan::mdns::Mdns;
use routing::{Connected, Targets, TrustPolicy};
use serde_json::Value;
use testkit::Database;
use tower::ServiceExt;
use web::limits::Limiter;
use web::{Authenticated, Authenticator};

const PROPOSALS: &str = "/api/v1/discovery/proposals";
/// Longer than any test waits: what is seen is seen by watches, unless somebody asks for a look.
const SELDOM: Duration = Duration::from_secs(600);

/// Callers from this machine need no credential, and there are no others.
struct Nobody;

impl Authenticator for Nobody {
    fn judge(&self, _: &HeaderMap) -> kit::Result<Option<Authenticated>> {
        Ok(None)
    }

    fn judge_token(&self, _: &str) -> kit::Result<Authenticated> {
        Err(Error::unauthorized("The credential is not valid"))
    }

    fn relaxed_writes(&self) -> bool {
        false
    }
}

/// It ends with this value, and its database with it.
pub(crate) struct Fixture {
    router: Router,
    discovery: Discovery,
    supervisor: Supervisor,
    health: Health,
    _database: Database,
}

impl Drop for Fixture {
    fn drop(&mut self) {
        self.supervisor.shutdown().cut();
    }
}

impl Fixture {
    pub(crate) async fn build(kubeconfig: &Path, namespaces: &[&str]) -> Fixture {
        let database = Database::sqlite();
        let migrations = [events::MIGRATIONS, catalog::MIGRATIONS, discovery::MIGRATIONS];
        let db = database.open(&migrations).await;
        let (clock, metrics) = (Clock::System, Metrics::default());
        let events = Events::open(db.clone(), clock.clone()).await.expect("events");
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
        let supervisor = Supervisor::new(Shutdown::default());
        let workers = slice.workers.into_iter().chain(shelves.workers).chain(events.workers());
        workers.for_each(|worker| supervisor.supervise(worker));
        let unlimited = web::limits::Config { enabled: false, ..Default::default() };
        let limiter = Limiter::new(unlimited, "/metrics".to_owned(), clock, &metrics);
        let router = web::assemble([slice.routes], Arc::new(Nobody), limiter, &metrics).router;
        Fixture { router, discovery, supervisor, health, _database: database }
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
        let request = Request::builder().method(method).uri(path);
        let request = request.header(header::HOST, "localhost:8443").body(Body::empty());
        let (mut parts, body) = request.expect("a request").into_parts();
        let peer: SocketAddr = ([127, 0, 0, 1], 50_000).into();
        let connected = Connected { peer, secure: true, request_id: "test".into() };
        let client = TrustPolicy::default().decide(connected, &parts).expect("a client");
        parts.extensions.insert(client);
        let request = Request::from_parts(parts, body);
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let bytes = response.into_body().collect().await.expect("a body").to_bytes();
        serde_json::from_slice(&bytes).expect("JSON")
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
