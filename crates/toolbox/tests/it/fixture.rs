//! The slice behind the management router, called without a network.

use std::fs;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use arc_swap::ArcSwap;
use axum::Router;
use axum::body::Body;
use catalog::Catalog;
use engines::{Docker, DockerAddress};
use events::Events;
use fetch::Fetcher;
use http::{HeaderMap, Method, Request, header};
use http_body_util::BodyExt;
use kit::{BaseUrl, Clock, Error, Metrics, Shutdown, Supervisor, Worker};
use routing::{Connected, Route, Targets, TrustPolicy};
use serde_json::{Value, json};
use store::{Db, Migrations};
use tempfile::TempDir;
use testkit::docker::DockerEngine;
use toolbox::{Config, Target, Toolbox};
use tower::ServiceExt;
use web::limits::Limiter;
use web::{Authenticated, Authenticator};

pub(crate) const TABLES: &[Migrations] =
    &[events::MIGRATIONS, catalog::MIGRATIONS, toolbox::MIGRATIONS];
pub(crate) use testkit::PATIENCE;

/// Nobody has a credential here; who calls is on this machine.
struct Nobody;

impl Authenticator for Nobody {
    fn judge(&self, headers: &HeaderMap) -> kit::Result<Option<Authenticated>> {
        match headers.contains_key(header::AUTHORIZATION) {
            true => self.judge_token("").map(Some),
            false => Ok(None),
        }
    }

    fn judge_token(&self, _: &str) -> kit::Result<Authenticated> {
        Err(Error::unauthorized("The credential is not valid"))
    }

    fn relaxed_writes(&self) -> bool {
        false
    }
}

/// Ends the workers of a fixture with itself, as a crash would.
pub(crate) struct Running(Supervisor);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.shutdown().cut();
    }
}

impl Running {
    /// Waits until nothing runs any more.
    pub(crate) async fn end(self) {
        self.0.shutdown().drain();
        self.0.drained().await;
    }
}

pub(crate) struct Fixture {
    pub(crate) router: Router,
    pub(crate) db: Db,
    pub(crate) events: Events,
    pub(crate) folder: Arc<TempDir>,
    pub(crate) target: Target,
    workers: Mutex<Vec<Worker>>,
}

/// Without an engine, on both databases.
pub(crate) async fn both(target: Target, test: impl AsyncFn(Fixture)) {
    testkit::both(TABLES, async |db| {
        test(Fixture::build(db, folder(), target.clone(), |_| {}).await).await;
    })
    .await;
}

pub(crate) fn folder() -> Arc<TempDir> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir_all(folder.path().join("templates")).expect("a folder");
    Arc::new(folder)
}

/// On a real engine, with its workers.
pub(crate) async fn on_engine(engine: &DockerEngine) -> (Fixture, Running, testkit::Database) {
    engine.image();
    let database = testkit::Database::sqlite();
    let db = database.open(TABLES).await;
    let address = DockerAddress::parse(&engine.url()).expect("an address");
    let target = Target::Docker(Docker::new(address));
    let fixture = Fixture::build(db, folder(), target, |_| {}).await;
    let running = fixture.run();
    (fixture, running, database)
}

impl Fixture {
    pub(crate) async fn build(
        db: Db,
        folder: Arc<TempDir>,
        target: Target,
        configure: impl FnOnce(&mut Config),
    ) -> Fixture {
        let clock = Clock::System;
        let events = Events::open(db.clone(), clock.clone()).await.expect("events");
        let targets = Arc::new(ArcSwap::from_pointee(Targets::new(Vec::new(), Vec::new())));
        let (catalog, catalog_slice) = Catalog::build(catalog::Parts {
            db: db.clone(),
            events: events.clone(),
            clock: clock.clone(),
            base_url: BaseUrl::new("https://attic.local:8443"),
            settings: catalog::Settings::default(),
            fetcher: Fetcher::new(targets.clone()),
            targets,
            entrance: Arc::new(|_: &Route| None),
        })
        .await
        .expect("the catalogue");
        let mut config = Config {
            catalog_dir: folder.path().join("templates"),
            data_dir: folder.path().join("data"),
            ..Config::default()
        };
        configure(&mut config);
        let (_, slice) = Toolbox::build(toolbox::Parts {
            db: db.clone(),
            events: events.clone(),
            clock: clock.clone(),
            catalog,
            target: target.clone(),
            config,
        })
        .await
        .expect("the slice");
        let workers = slice.workers.into_iter().chain(events.workers()).collect();
        let metrics = Metrics::default();
        let unlimited = web::limits::Config { enabled: false, ..Default::default() };
        let limiter = Limiter::new(unlimited, "/metrics".to_owned(), clock, &metrics);
        let routes = [slice.routes, catalog_slice.routes];
        let router = web::assemble(routes, Arc::new(Nobody), limiter, &metrics).router;
        Fixture { router, db, events, folder, target, workers: Mutex::new(workers) }
    }

    /// The same database and folders after the program started again.
    pub(crate) async fn restarted(&self) -> Fixture {
        Fixture::build(self.db.clone(), self.folder.clone(), self.target.clone(), |_| {}).await
    }

    pub(crate) fn run(&self) -> Running {
        let supervisor = Supervisor::new(Shutdown::default());
        let workers = std::mem::take(&mut *self.workers.lock().expect("a lock"));
        workers.into_iter().for_each(|worker| supervisor.supervise(worker));
        Running(supervisor)
    }

    pub(crate) fn template_path(&self, id: &str) -> PathBuf {
        self.folder.path().join("templates").join(id).join("compose.yaml")
    }

    /// Puts a template on the shelf, and waits until it is seen as it is now.
    pub(crate) async fn shelve(&self, id: &str, text: &str) {
        let path = self.template_path(id);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let mark = format!("mark-{}", kit::Entropy.hex::<4>());
        let text = text.replace("x-toolbox:\n", &format!("x-toolbox:\n  documentation: {mark}\n"));
        fs::write(&path, text).expect("a file");
        testkit::deadline("the template is read", PATIENCE, async || {
            let (status, seen) = self.get(&format!("/api/v1/toolbox/services/{id}")).await;
            status == 200 && (seen["documentation"] == mark || seen["broken"].is_object())
        })
        .await;
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        self.call(Method::GET, path, None).await
    }

    pub(crate) async fn delete(&self, path: &str) -> (u16, Value) {
        self.call(Method::DELETE, path, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.call(Method::POST, path, Some(body)).await
    }

    async fn call(&self, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
        let mut request = Request::builder().method(method).uri(path);
        request = request.header(header::HOST, "localhost:8443");
        let body = match body {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        let (mut parts, body) = request.body(body).expect("a request").into_parts();
        let peer = (IpAddr::from([127, 0, 0, 1]), 50_000).into();
        let connected = Connected { peer, secure: true, request_id: "test".into() };
        let client = TrustPolicy::default().decide(connected, &parts).expect("a client");
        parts.extensions.insert(client);
        let request = Request::from_parts(parts, body);
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("a body").to_bytes();
        (parts.status.as_u16(), serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    pub(crate) async fn plan(&self, body: Value) -> (u16, Value) {
        self.post("/api/v1/toolbox/deploy?plan=true", body).await
    }

    /// Deploys it, and gives the deployment's id.
    pub(crate) async fn deploy(&self, body: Value) -> String {
        let (status, answer) = self.post("/api/v1/toolbox/deploy", body).await;
        assert_eq!((status, &answer["status"]), (202, &json!("pending")), "{answer}");
        answer["deployment_id"].as_str().expect("an id").to_owned()
    }

    pub(crate) async fn deployment(&self, id: &str) -> Value {
        let (status, seen) = self.get(&format!("/api/v1/toolbox/deployments/{id}")).await;
        assert_eq!(status, 200, "{seen}");
        seen
    }

    /// Waits until nothing is being done to it any more, and it is so.
    pub(crate) async fn until(&self, id: &str, status: &str) -> Value {
        let mut last = Value::Null;
        testkit::deadline(&format!("{id} is {status}"), PATIENCE, async || {
            last = self.deployment(id).await;
            let seen = last["status"].as_str().unwrap_or_default();
            assert!(seen != "failed" || status == "failed", "{last}");
            seen == status
        })
        .await;
        last
    }
}

/// What the engine has of a deployment: containers, networks and volumes.
pub(crate) fn remains(engine: &DockerEngine, id: &str) -> [usize; 3] {
    let filter = format!("%7B%22label%22%3A%5B%22svc.toolbox.deployment%3D{id}%22%5D%7D");
    let count = |path: &str, field: Option<&str>| {
        let body = engine.api("GET", path, &Value::Null).body;
        let list = field.map_or(&body, |field| &body[field]);
        list.as_array().map_or(0, Vec::len)
    };
    [
        count(&format!("/containers/json?all=1&filters={filter}"), None),
        count(&format!("/networks?filters={filter}"), None),
        count(&format!("/volumes?filters={filter}"), Some("Volumes")),
    ]
}
