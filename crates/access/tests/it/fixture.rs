//! The slice behind the management router, called without a network.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use access::{Access, AppOrigins, MIGRATIONS, Parts, Settings};
use axum::Router;
use axum::body::Body;
use events::Events;
use http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use kit::{Clock, Instance, Metrics, Shutdown, Supervisor, Timestamp, Worker};
use routing::{Connected, TrustPolicy};
use serde_json::{Value, json};
use store::Db;
use tower::ServiceExt;
use web::limits::{Config, Limiter};

pub(crate) const LAN: &str = "192.168.7.20";
/// A host name that leads to one app.
pub(crate) const TV: &str = "https://tv.home.lan";
/// Where all apps are reached besides the main address.
pub(crate) const APPS: &str = "https://apps.home.lan:8444";
pub(crate) const PASSWORD: &str = "correct horse battery";

/// Ends the workers of a fixture with itself.
pub(crate) struct Running(Shutdown);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.cut();
    }
}

pub(crate) struct Fixture {
    workers: std::sync::Mutex<Vec<Worker>>,
    pub(crate) router: Router,
    pub(crate) access: Access,
    pub(crate) clock: Clock,
    pub(crate) db: Db,
    pub(crate) events: Events,
}

struct Origins;

impl AppOrigins for Origins {
    fn cookie_path(&self, origin: &str) -> Option<&'static str> {
        match origin {
            TV => Some("/"),
            APPS | "https://localhost:8444" => Some("/apps/"),
            _ => None,
        }
    }

    fn is_main(&self, origin: &str, host: &str) -> bool {
        origin == format!("https://{host}:8443")
    }
}

/// Runs a test on both databases.
pub(crate) async fn both(test: impl AsyncFn(Fixture)) {
    testkit::both(&[events::MIGRATIONS, MIGRATIONS], async |db| {
        test(
            Fixture::build(db, Clock::manual(Timestamp::from_unix(1_800_000_000)), settings())
                .await,
        )
        .await;
    })
    .await;
}

pub(crate) fn settings() -> Settings {
    Settings::default()
}

impl Fixture {
    pub(crate) async fn build(db: Db, clock: Clock, settings: Settings) -> Fixture {
        let events = Events::open(db.clone(), clock.clone()).await.expect("events");
        let instance = Instance {
            id: "gh_0123456789abcdef".to_owned(),
            name: "attic".to_owned(),
            version: "1.2.3",
            build_date: "2030-01-01",
            base_url: kit::BaseUrl::new("https://attic.local:8443"),
            started_at: clock.now(),
            capabilities: vec!["pairing"],
        };
        let parts = Parts {
            db: db.clone(),
            events: events.clone(),
            clock: clock.clone(),
            instance: Arc::new(instance),
            settings,
            spki_pins: Box::new(|| vec!["sha256/AAAA".to_owned()]),
        };
        let (access, mut slice) = Access::build(parts).await.expect("the slice");
        access.set_app_origins(Arc::new(Origins));
        let workers = slice.workers.drain(..).chain(events.workers()).collect();
        let workers = std::sync::Mutex::new(workers);
        let metrics = Metrics::default();
        let unlimited = Config { enabled: false, ..Config::default() };
        let limiter = Limiter::new(unlimited, "/metrics".to_owned(), clock.clone(), &metrics);
        let verifier = Arc::new(access.clone());
        let router = web::assemble([slice.routes], verifier, limiter, &metrics).router;
        Fixture { workers, router, access, clock, db, events }
    }

    /// The same database after the program started again.
    pub(crate) async fn restarted(&self, settings: Settings) -> Fixture {
        Fixture::build(self.db.clone(), self.clock.clone(), settings).await
    }

    /// Starts the background work, for as long as the result is kept.
    pub(crate) fn run(&self) -> Running {
        let shutdown = Shutdown::default();
        let supervisor = Supervisor::new(shutdown.clone());
        self.take_workers().into_iter().for_each(|worker| supervisor.supervise(worker));
        Running(shutdown)
    }

    pub(crate) fn take_workers(&self) -> Vec<Worker> {
        std::mem::take(&mut *self.workers.lock().expect("a lock"))
    }

    pub(crate) fn pass(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    pub(crate) fn get(&self, path: &str) -> Call<'_> {
        self.call(Method::GET, path)
    }

    pub(crate) fn post(&self, path: &str) -> Call<'_> {
        self.call(Method::POST, path)
    }

    pub(crate) fn head(&self, path: &str) -> Call<'_> {
        self.call(Method::HEAD, path)
    }

    pub(crate) fn patch(&self, path: &str) -> Call<'_> {
        self.call(Method::PATCH, path)
    }

    pub(crate) fn put(&self, path: &str) -> Call<'_> {
        self.call(Method::PUT, path)
    }

    pub(crate) fn delete(&self, path: &str) -> Call<'_> {
        self.call(Method::DELETE, path)
    }

    fn call(&self, method: Method, path: &str) -> Call<'_> {
        let from = IpAddr::from([127, 0, 0, 1]);
        let (path, host) = (path.to_owned(), "localhost:8443".to_owned());
        Call { fixture: self, method, path, host, from, headers: Vec::new(), body: None }
    }

    /// Sets the gateway up and returns the administrator's token.
    pub(crate) async fn administrator(&self) -> String {
        let body = json!({ "username": "ada", "password": PASSWORD });
        self.post("/api/v1/auth/setup").body(&body).send().await.expect(StatusCode::CREATED);
        self.sign_in().await
    }

    pub(crate) async fn sign_in(&self) -> String {
        self.sign_in_with_cookie().await.0
    }

    /// The token, and the cookie for apps.
    pub(crate) async fn sign_in_with_cookie(&self) -> (String, String) {
        let body = json!({ "username": "ada", "password": PASSWORD });
        let answer = self.post("/api/v1/auth/login").from(LAN).body(&body).send().await;
        let token = answer.expect(StatusCode::OK)["token"].as_str().expect("a token").to_owned();
        (token, answer.set_cookie().0)
    }

    /// Pairs a device with a code that a program on this machine minted.
    pub(crate) async fn device(&self, id: &str, platform: &str) -> String {
        let code = self.code().await;
        let bootstrap = self.redeemed(&code).await;
        let answer = self.pair(&bootstrap, id, platform).await;
        answer.expect(StatusCode::OK)["accessToken"].as_str().expect("a token").to_owned()
    }

    pub(crate) async fn code(&self) -> String {
        let minted = self.get("/api/v1/auth/qr").send().await.expect(StatusCode::OK);
        minted["code"].as_str().expect("a code").to_owned()
    }

    pub(crate) async fn redeemed(&self, code: &str) -> String {
        let answer = self.redeem(code, LAN).await.expect(StatusCode::OK);
        answer["bootstrapToken"].as_str().expect("a token").to_owned()
    }

    pub(crate) async fn redeem(&self, code: &str, from: &str) -> Answer {
        let call = self.post("/api/v1/pair").from(from).header("X-Pairing-Request", "true");
        call.body(&json!({ "code": code })).send().await
    }

    pub(crate) async fn pair(&self, bootstrap: &str, id: &str, platform: &str) -> Answer {
        let device = json!({ "id": id, "model": "Test phone", "platform": platform });
        let call = self.post("/api/v1/auth/pair").from(LAN).token(bootstrap);
        call.body(&json!({ "device": device })).send().await
    }

    /// The newest entry of the audit log.
    pub(crate) async fn last_audit(&self) -> events::AuditEntry {
        let page = kit::Page::first(1);
        let paged = self.events.audit(&Default::default(), page).await.expect("the audit log");
        paged.items.into_iter().next().expect("an entry")
    }
}

pub(crate) struct Call<'a> {
    fixture: &'a Fixture,
    method: Method,
    path: String,
    host: String,
    from: IpAddr,
    headers: Vec<(String, String)>,
    body: Option<Value>,
}

impl Call<'_> {
    pub(crate) fn from(mut self, address: &str) -> Self {
        self.from = address.parse().expect("an address");
        self
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn token(self, token: &str) -> Self {
        self.header("Authorization", &format!("Bearer {token}"))
    }

    pub(crate) fn cookie(self, cookie: &str) -> Self {
        self.header("Cookie", &format!("other=1; {}={cookie}", routing::APPS_COOKIE))
    }

    pub(crate) fn host(mut self, host: &str) -> Self {
        host.clone_into(&mut self.host);
        self
    }

    pub(crate) fn key(self, key: &str) -> Self {
        self.header("X-API-Key", key)
    }

    pub(crate) fn body(mut self, body: &Value) -> Self {
        self.body = Some(body.clone());
        self
    }

    pub(crate) async fn send(self) -> Answer {
        let mut request = Request::builder().method(self.method).uri(&self.path);
        request = request.header(header::HOST, &self.host);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let body = match self.body {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(body.to_string())
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
        let status = response.status();
        let headers = response.headers().clone();
        let bytes = response.into_body().collect().await.expect("a body").to_bytes();
        Answer { status, headers, bytes: bytes.to_vec(), path: self.path }
    }
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: http::HeaderMap,
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

    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) {
        let status = StatusCode::from_u16(status).expect("a status");
        assert_eq!(self.expect(status)["error"]["code"], code, "{}", self.path);
    }

    /// The value of the cookie for apps that the answer sets, and its attributes.
    #[track_caller]
    pub(crate) fn set_cookie(&self) -> (String, String) {
        let line = self.headers[header::SET_COOKIE].to_str().expect("text");
        let (pair, attributes) = line.split_once("; ").expect("attributes");
        let (name, value) = pair.split_once('=').expect("a value");
        assert_eq!(name, routing::APPS_COOKIE);
        (value.to_owned(), attributes.to_owned())
    }

    #[track_caller]
    pub(crate) fn location(&self) -> String {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{}", self.path);
        self.headers[header::LOCATION].to_str().expect("text").to_owned()
    }
}
