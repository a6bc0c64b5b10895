//! The slice behind the management router, with a catalogue beside it and engines that do as they
//! are told.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use arc_swap::ArcSwap;
use axum::Router;
use axum::body::Body;
use catalog::{Catalog, HealthStatus};
use engines::{Engine, Runtime};
use events::{Event, Events};
use fetch::Fetcher;
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use kit::{
    BaseUrl, Clock, Error, Health, Identity, Metrics, Principal, Scopes, Shutdown, Supervisor,
    Timestamp,
};
use routing::{Connected, Targets, TrustPolicy};
use serde_json::{Value, json};
use store::Db;
use testkit::deadline;
use tokio::sync::broadcast::Receiver;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use web::limits::Limiter;
use web::{Authenticated, Authenticator, Credential};

use super::lab::Lab;
use crate::runtimes::Runtimes;
use crate::{Config, Containers, MIGRATIONS, Parts, Vital};

pub(crate) use testkit::PATIENCE;

/// Tokens that are the scopes they hold, with commas between them.
struct Scoped;

impl Authenticator for Scoped {
    fn judge(&self, headers: &HeaderMap) -> kit::Result<Option<Authenticated>> {
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        bearer.map(|text| self.judge_token(text.trim_start_matches("Bearer "))).transpose()
    }

    fn judge_token(&self, token: &str) -> kit::Result<Authenticated> {
        let unknown = |_| Error::unauthorized("The credential is not valid");
        let scopes = Scopes::parse(token.split(',')).map_err(unknown)?;
        let principal = Principal {
            identity: Identity::Device("phone".into()),
            scopes: Arc::new(scopes),
            revoked: CancellationToken::new(),
            expires_at: None,
        };
        Ok(Authenticated { principal, credential: Credential::Token, pending: false })
    }

    fn relaxed_writes(&self) -> bool {
        false
    }
}

/// The program on a database; it ends with this value, without any farewell.
pub(crate) struct Fixture {
    router: Router,
    supervisor: Supervisor,
    pub(crate) docker: Arc<Lab>,
    pub(crate) kubernetes: Arc<Lab>,
    pub(crate) containers: Containers,
    pub(crate) catalog: Catalog,
    pub(crate) events: Events,
    pub(crate) health: Health,
    pub(crate) metrics: Metrics,
    db: Db,
}

impl Drop for Fixture {
    fn drop(&mut self) {
        self.supervisor.shutdown().cut();
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
        let clock = Clock::manual(Timestamp::from_unix(1_800_000_000));
        let events = Events::open(db.clone(), clock.clone()).await.expect("events");
        let everywhere = "[::]:8443".parse().expect("an address");
        let targets = Targets::new(vec![everywhere], lan::own_addresses());
        let targets = Arc::new(ArcSwap::from_pointee(targets));
        let metrics = Metrics::default();
        let health = Health::new(clock.clone());
        let (catalog, catalog_slice) = Catalog::build(catalog::Parts {
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
        let workers = slice.workers.into_iter().chain(events.workers());
        // The catalogue checks no app's health here.
        workers.for_each(|worker| supervisor.supervise(worker));
        let unlimited = web::limits::Config { enabled: false, ..Default::default() };
        let limiter = Limiter::new(unlimited, "/metrics".to_owned(), clock.clone(), &metrics);
        let slices = [slice.routes, catalog_slice.routes];
        let router = web::assemble(slices, Arc::new(Scoped), limiter, &metrics).router;
        Fixture {
            router,
            supervisor,
            docker,
            kubernetes,
            containers,
            catalog,
            events,
            health,
            metrics,
            db,
        }
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

    pub(crate) async fn call_as(
        &self,
        scopes: Option<&str>,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        request = request.header(header::HOST, "localhost:8443");
        if let Some(scopes) = scopes {
            request = request.header(header::AUTHORIZATION, format!("Bearer {scopes}"));
        }
        let body = match body {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        let (mut parts, body) = request.body(body).expect("a request").into_parts();
        let from = if scopes.is_some() { [192, 168, 7, 20] } else { [127, 0, 0, 1] };
        let peer = SocketAddr::from((IpAddr::from(from), 50_000));
        let connected = Connected { peer, secure: true, request_id: "test".into() };
        let client = TrustPolicy::default().decide(connected, &parts).expect("a client");
        parts.extensions.insert(client);
        let request = Request::from_parts(parts, body);
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let status = response.status();
        let bytes = response.into_body().collect().await.expect("a body").to_bytes();
        Answer { status, body: serde_json::from_slice(&bytes).unwrap_or_default() }
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

    /// The lines of the feed, newest first.
    pub(crate) async fn feed(&self) -> Vec<String> {
        let feed = self.events.activity(kit::Page::ALL).await.expect("the feed");
        feed.items.into_iter().map(|line| line.message).collect()
    }

    /// What was done by whom and whether it succeeded, newest first.
    pub(crate) async fn audited(&self) -> Vec<(String, String, bool)> {
        let all = self.events.audit(&Default::default(), kit::Page::ALL).await.expect("the log");
        let of_containers = all.items.into_iter().filter(|it| it.action.starts_with("container."));
        of_containers.map(|entry| (entry.action, entry.actor_id, entry.error.is_none())).collect()
    }
}

/// The facts that come until one is of this kind.
pub(crate) async fn until(facts: &mut Receiver<Arc<Event>>, kind: &str) -> Vec<Arc<Event>> {
    let wanted = async {
        let mut seen = Vec::new();
        loop {
            let event = facts.recv().await.expect("a fact");
            let last = event.kind == kind;
            seen.push(event);
            if last {
                return seen;
            }
        }
    };
    tokio::time::timeout(PATIENCE, wanted).await.unwrap_or_else(|_| panic!("no {kind}"))
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) body: Value,
}

impl Answer {
    #[track_caller]
    pub(crate) fn expect(&self, status: StatusCode) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        self.body.clone()
    }

    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) {
        assert_eq!(
            (self.status.as_u16(), &self.body["error"]["code"]),
            (status, &json!(code)),
            "{}",
            self.body
        );
    }
}
