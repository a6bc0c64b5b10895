//! A management router with the journal alone, called in process.

use std::collections::HashSet;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use axum::response::Response;
use events::Events;
use http_body_util::BodyExt;
use journal::{AccessLogConfig, Deps, Journal, MetricsConfig, Settings};
use kit::{
    Clock, Error, Health, Identity, Instance, Metrics, Presence, Principal, Result, Scopes,
    Shutdown, Supervisor, Timestamp, Worker,
};
use routing::{ClientInfo, OriginKind, SharedRoutes};
use serde_json::Value;
use store::Db;
use tower::ServiceExt;
use utoipa::openapi::OpenApi;
use web::limits::Limiter;
use web::{Authenticated, Authenticator, Counts, Credential, Figures};

pub(crate) const MIGRATIONS: [store::Migrations; 2] = [events::MIGRATIONS, journal::MIGRATIONS];
/// 2023-11-14 22:13:20 UTC.
pub(crate) const START: Timestamp = Timestamp(1_700_000_000_000);

pub(crate) struct Server {
    pub(crate) router: Router,
    pub(crate) openapi: OpenApi,
    pub(crate) journal: Journal,
    pub(crate) events: Events,
    pub(crate) clock: Clock,
    pub(crate) health: Health,
    pub(crate) figures: Arc<Devices>,
    pub(crate) routes: SharedRoutes,
    workers: Vec<Worker>,
}

impl Server {
    pub(crate) async fn new(db: Db) -> Self {
        Server::configured(db, MetricsConfig::default()).await
    }

    pub(crate) async fn configured(db: Db, config: MetricsConfig) -> Self {
        Server::at(db, config, Clock::manual(START)).await
    }

    pub(crate) async fn at(db: Db, config: MetricsConfig, clock: Clock) -> Self {
        Server::logging(db, config, clock, AccessLogConfig::default()).await
    }

    pub(crate) async fn logging(
        db: Db,
        config: MetricsConfig,
        clock: Clock,
        access_log: AccessLogConfig,
    ) -> Self {
        let events = Events::open(db.clone(), clock.clone()).await.expect("the events open");
        let health = Health::new(clock.clone());
        let metrics = Metrics::default();
        let figures = Arc::new(Devices::default());
        let routes = SharedRoutes::default();
        let path = config.path.clone();
        let (journal, slice) = journal::build(Deps {
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
            settings: Settings { metrics: config, access_log },
        });
        let unlimited = web::limits::Config { enabled: false, ..Default::default() };
        let limiter = Limiter::new(unlimited, path, clock.clone(), &metrics);
        let management = web::assemble([slice.routes], Arc::new(People), limiter, &metrics);
        let router = journal.counting(management.router);
        let (openapi, workers) = (management.openapi, slice.workers);
        Server { router, openapi, journal, events, clock, health, figures, routes, workers }
    }

    /// Runs the workers until the returned guard is stopped.
    pub(crate) fn run(&mut self) -> Running {
        let shutdown = Shutdown::default();
        let supervisor = Supervisor::new(shutdown.clone());
        for worker in self.workers.drain(..) {
            supervisor.supervise(worker);
        }
        Running { shutdown, supervisor }
    }

    pub(crate) async fn get(&self, caller: &str, path: &str) -> (StatusCode, Value) {
        let response = self.call(caller, path).await;
        let status = response.status();
        let body = response.into_body().collect().await.expect("a body").to_bytes();
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    pub(crate) async fn ok(&self, caller: &str, path: &str) -> Value {
        let (status, body) = self.get(caller, path).await;
        assert_eq!(status, StatusCode::OK, "{path} for {caller}: {body}");
        body
    }

    pub(crate) async fn text(&self, caller: &str, path: &str) -> (StatusCode, String) {
        let response = self.call(caller, path).await;
        let status = response.status();
        let body = response.into_body().collect().await.expect("a body").to_bytes();
        (status, String::from_utf8_lossy(&body).into_owned())
    }

    /// `local` calls from this machine, `foreign` from another site's page, `nobody` without a
    /// credential; anybody else with a token or key of that name.
    pub(crate) async fn call(&self, caller: &str, path: &str) -> Response {
        let mut request = Request::get(path);
        if !["local", "foreign", "nobody"].contains(&caller) {
            request = request.header("authorization", caller);
        }
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let foreign = caller == "foreign";
        let client = ClientInfo {
            peer: (address, 4711).into(),
            address,
            secure: true,
            local: caller == "local",
            origin: if foreign { OriginKind::Foreign } else { OriginKind::None },
            browser: foreign,
            host: None,
            by_proxy: false,
            request_id: "r".into(),
        };
        let request = request.extension(client).body(Body::empty()).expect("a request");
        self.router.clone().oneshot(request).await.expect("an answer")
    }
}

pub(crate) struct Running {
    shutdown: Shutdown,
    supervisor: Supervisor,
}

impl Running {
    pub(crate) async fn stop(self) {
        self.shutdown.drain();
        self.supervisor.drained().await;
    }
}

fn instance() -> Instance {
    Instance {
        id: "gh_0123456789abcdef".to_owned(),
        name: "test".to_owned(),
        version: "1.2.3",
        build_date: "2023-11-14",
        base_url: kit::BaseUrl::new("https://gateway.test:8443"),
        started_at: Timestamp(START.0 - 90_500),
        capabilities: vec!["pairing", "events"],
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

struct People;

impl Authenticator for People {
    fn judge(&self, headers: &HeaderMap) -> Result<Option<Authenticated>> {
        match headers.get("authorization").and_then(|value| value.to_str().ok()) {
            None => Ok(None),
            Some(token) => self.judge_token(token).map(Some),
        }
    }

    fn judge_token(&self, token: &str) -> Result<Authenticated> {
        let device = |id: &str| Identity::Device(id.into());
        let (identity, scopes): (_, &[&str]) = match token {
            "admin" => (Identity::User("admin".into()), &["read:*", "write:*", "access:admin"]),
            "phone" | "pending" => (device("phone-1"), &["read:catalog", "read:events"]),
            "reader" => (device("reader-1"), &["read:*"]),
            "key" => (Identity::ApiKey("key_1".into()), &["read:*"]),
            _ => return Err(Error::unauthorized("The token is not valid")),
        };
        let scopes = Arc::new(Scopes::parse(scopes).expect("known scopes"));
        let credential = if token == "key" { Credential::Key } else { Credential::Token };
        let principal =
            Principal { identity, scopes, revoked: Default::default(), expires_at: None };
        Ok(Authenticated { principal, credential, pending: token == "pending" })
    }

    fn relaxed_writes(&self) -> bool {
        false
    }
}

/// The keys of an object.
pub(crate) fn keys(object: &Value) -> HashSet<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}
