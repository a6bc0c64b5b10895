//! The slice behind the management router, called without a network.

use std::net::IpAddr;
use std::sync::Arc;

use arc_swap::ArcSwap;
use axum::Router;
use axum::body::Body;
use catalog::{Catalog, Config, MIGRATIONS, Parts, Settings};
use events::Events;
use fetch::Fetcher;
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use kit::{
    BaseUrl, Clock, Error, Identity, Metrics, Principal, Scopes, Shutdown, Supervisor, Timestamp,
    Worker,
};
use routing::{Connected, Targets, TrustPolicy};
use serde_json::{Value, json};
use store::Db;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use web::limits::Limiter;
use web::{Authenticated, Authenticator, Credential};

use crate::front::Front;

pub(crate) const LAN: &str = "192.168.7.20";

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

/// Ends the workers of a fixture with itself.
pub(crate) struct Running(Supervisor);

impl Running {
    /// As the program does: what must be written down is.
    pub(crate) async fn stop(self) {
        self.0.shutdown().drain();
        self.0.drained().await;
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.shutdown().cut();
    }
}

pub(crate) struct Fixture {
    workers: std::sync::Mutex<Vec<Worker>>,
    pub(crate) router: Router,
    pub(crate) catalog: Catalog,
    pub(crate) clock: Clock,
    pub(crate) db: Db,
    pub(crate) events: Events,
}

/// Runs a test on both databases.
pub(crate) async fn both(test: impl AsyncFn(Fixture)) {
    testkit::both(&[events::MIGRATIONS, MIGRATIONS], async |db| {
        let clock = Clock::manual(Timestamp::from_unix(1_800_000_000));
        test(Fixture::build(db, clock, settings(json!({}))).await).await;
    })
    .await;
}

/// The settings that a file with these two lists makes.
pub(crate) fn settings(file: Value) -> Settings {
    let config: Config = serde_json::from_value(file).expect("a configuration");
    assert_eq!(config.problems(), []);
    Settings { config, ..Settings::default() }
}

impl Fixture {
    pub(crate) async fn build(db: Db, clock: Clock, settings: Settings) -> Fixture {
        let events = Events::open(db.clone(), clock.clone()).await.expect("events");
        let everywhere = "[::]:8443".parse().expect("an address");
        let lan = "192.168.1.5".parse().expect("an address");
        let targets = Targets::new(vec![everywhere], vec![lan]);
        let targets = Arc::new(ArcSwap::from_pointee(targets));
        let parts = Parts {
            db: db.clone(),
            events: events.clone(),
            clock: clock.clone(),
            base_url: BaseUrl::new("https://attic.local:8443"),
            settings,
            fetcher: Fetcher::new(targets.clone()),
            targets,
            entrance: Arc::new(Front::open().await),
        };
        let (catalog, mut slice) = Catalog::build(parts).await.expect("the slice");
        let workers = slice.workers.drain(..).chain(events.workers()).collect();
        let workers = std::sync::Mutex::new(workers);
        let metrics = Metrics::default();
        let unlimited = web::limits::Config { enabled: false, ..Default::default() };
        let limiter = Limiter::new(unlimited, "/metrics".to_owned(), clock.clone(), &metrics);
        let router = web::assemble([slice.routes], Arc::new(Scoped), limiter, &metrics).router;
        Fixture { workers, router, catalog, clock, db, events }
    }

    /// The same database after the program started again.
    pub(crate) async fn restarted(&self, settings: Settings) -> Fixture {
        Fixture::build(self.db.clone(), self.clock.clone(), settings).await
    }

    /// Starts the background work, for as long as the result is kept.
    pub(crate) fn run(&self) -> Running {
        let supervisor = Supervisor::new(Shutdown::default());
        let workers = std::mem::take(&mut *self.workers.lock().expect("a lock"));
        workers.into_iter().for_each(|worker| supervisor.supervise(worker));
        Running(supervisor)
    }

    pub(crate) fn get(&self, path: &str) -> Call<'_> {
        self.call(Method::GET, path)
    }

    pub(crate) fn post(&self, path: &str) -> Call<'_> {
        self.call(Method::POST, path)
    }

    pub(crate) fn delete(&self, path: &str) -> Call<'_> {
        self.call(Method::DELETE, path)
    }

    pub(crate) fn call(&self, method: Method, path: &str) -> Call<'_> {
        let from = IpAddr::from([127, 0, 0, 1]);
        Call { fixture: self, method, path: path.to_owned(), from, headers: Vec::new(), body: None }
    }

    pub(crate) async fn put(&self, id: &str, body: Value) -> Answer {
        self.call(Method::PUT, &format!("/api/v1/routes/{id}")).body(&body).send().await
    }

    pub(crate) async fn list(&self, what: &str) -> Vec<Value> {
        let answer = self.get(&format!("/api/v1/{what}")).send().await.expect(StatusCode::OK);
        answer.as_array().expect("a bare array").clone()
    }

    /// The ids in a list, in its order.
    pub(crate) async fn ids(&self, what: &str) -> Vec<String> {
        let field = if what == "apps" { "id" } else { "routeId" };
        let id = |item: &Value| item[field].as_str().expect("an id").to_owned();
        self.list(what).await.iter().map(id).collect()
    }

    /// The newest entry of the audit log.
    pub(crate) async fn last_audit(&self) -> Option<events::AuditEntry> {
        let page = kit::Page::first(1);
        let paged = self.events.audit(&Default::default(), page).await.expect("the audit log");
        paged.items.into_iter().next()
    }
}

pub(crate) struct Call<'a> {
    fixture: &'a Fixture,
    method: Method,
    path: String,
    from: IpAddr,
    headers: Vec<(&'static str, String)>,
    body: Option<String>,
}

impl Call<'_> {
    /// From another machine, with a token that holds these scopes.
    pub(crate) fn scopes(mut self, scopes: &str) -> Self {
        self.headers.push(("authorization", format!("Bearer {scopes}")));
        self.remote()
    }

    pub(crate) fn header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    pub(crate) fn remote(mut self) -> Self {
        self.from = LAN.parse().expect("an address");
        self
    }

    pub(crate) fn body(self, body: &Value) -> Self {
        self.raw(&body.to_string())
    }

    pub(crate) fn raw(mut self, body: &str) -> Self {
        self.body = Some(body.to_owned());
        self
    }

    pub(crate) async fn send(self) -> Answer {
        let mut request = Request::builder().method(self.method).uri(&self.path);
        request = request.header(header::HOST, "localhost:8443");
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        let body = match self.body {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(body)
            }
            None => Body::empty(),
        };
        let (mut parts, body) = request.body(body).expect("a request").into_parts();
        let peer = (self.from, 50_000).into();
        let connected = Connected { peer, secure: true, request_id: "test".into() };
        let client = TrustPolicy::default().decide(connected, &parts).expect("a client");
        parts.extensions.insert(client);
        let request = Request::from_parts(parts, body);
        let response = self.fixture.router.clone().oneshot(request).await.expect("an answer");
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("a body").to_bytes();
        let (status, headers) = (parts.status, parts.headers);
        Answer { status, headers, bytes: bytes.to_vec(), path: self.path }
    }
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Vec<u8>,
    path: String,
}

impl Answer {
    #[track_caller]
    pub(crate) fn expect(&self, status: StatusCode) -> Value {
        let text = String::from_utf8_lossy(&self.bytes);
        assert_eq!(self.status, status, "{}: {text}", self.path);
        serde_json::from_slice(&self.bytes).unwrap_or(Value::Null)
    }

    /// Checks status and code, and returns the error.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) -> Value {
        let status = StatusCode::from_u16(status).expect("a status");
        let error = self.expect(status)["error"].clone();
        assert_eq!(error["code"], code, "{}", self.path);
        error
    }
}
