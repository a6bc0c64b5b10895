//! A management router with this slice alone, called in process.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use arc_swap::ArcSwap;
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request};
use events::Events;
use fetch::Fetcher;
use http_body_util::BodyExt;
use kit::{
    Clock, Directory, Error, Identity, Instance, Metrics, Principal, Result, Scopes, Shutdown,
    Supervisor, Timestamp, Worker,
};
use notify::{Config, Notify, Parts};
use routing::{ClientInfo, OriginKind, Targets};
use serde_json::{Value, json};
use store::Db;
use tower::ServiceExt;
use web::limits::Limiter;
use web::{Authenticated, Authenticator, Command, Credential};

use crate::sockets::{Exchange, PATIENCE, Peer};

pub(crate) const MIGRATIONS: [store::Migrations; 2] = [events::MIGRATIONS, notify::MIGRATIONS];
/// 2023-11-14 22:13:20 UTC.
pub(crate) const START: Timestamp = Timestamp(1_700_000_000_000);

pub(crate) struct Server {
    router: Router,
    pub(crate) notify: Notify,
    pub(crate) events: Events,
    pub(crate) clock: Clock,
    pub(crate) sockets: Arc<Exchange>,
    pub(crate) directory: Arc<Devices>,
    commands: Vec<Arc<dyn Command>>,
    shutdown: Shutdown,
    supervisor: Supervisor,
}

impl Server {
    pub(crate) async fn new(db: Db) -> Self {
        Server::with(db, Config::default()).await
    }

    /// Two devices are paired: `phone` and `tablet`.
    pub(crate) async fn with(db: Db, config: Config) -> Self {
        let clock = Clock::manual(START);
        let events = Events::open(db.clone(), clock.clone()).await.expect("the events open");
        let metrics = Metrics::default();
        let sockets = Arc::new(Exchange::default());
        let directory = Arc::new(Devices::default());
        let targets: Arc<ArcSwap<Targets>> = Arc::default();
        let (notify, slice) = Notify::build(Parts {
            db,
            events: events.clone(),
            clock: clock.clone(),
            instance: Arc::new(instance()),
            directory: directory.clone(),
            sockets: sockets.clone(),
            fetcher: Fetcher::new(targets.clone()),
            targets,
            metrics: metrics.clone(),
            config,
        })
        .await
        .expect("the slice is built");
        let unlimited = web::limits::Config { enabled: false, ..Default::default() };
        let limiter = Limiter::new(unlimited, "/metrics".to_owned(), clock.clone(), &metrics);
        let router = web::assemble([slice.routes], Arc::new(People), limiter, &metrics).router;
        let shutdown = Shutdown::default();
        let supervisor = Supervisor::new(shutdown.clone());
        let workers: Vec<Worker> = events.workers().into_iter().chain(slice.workers).collect();
        workers.into_iter().for_each(|worker| supervisor.supervise(worker));
        let commands = slice.commands;
        Server { router, notify, events, clock, sockets, directory, commands, shutdown, supervisor }
    }

    pub(crate) async fn stop(self) {
        self.shutdown.drain();
        self.supervisor.drained().await;
    }

    /// `local` calls from this machine, `nobody` without a credential; anybody else with a token or
    /// key of that name.
    pub(crate) async fn call(
        &self,
        caller: &str,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (u16, Value) {
        let mut request = Request::builder().method(method).uri(path);
        if !["local", "nobody"].contains(&caller) {
            request = request.header("authorization", caller);
        }
        if body.is_some() {
            request = request.header("content-type", "application/json");
        }
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let client = ClientInfo {
            peer: (address, 4711).into(),
            address,
            secure: true,
            local: caller == "local",
            origin: OriginKind::None,
            browser: false,
            host: None,
            by_proxy: false,
            request_id: "r".into(),
        };
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let request = request.extension(client).body(body).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let status = response.status().as_u16();
        let body = response.into_body().collect().await.expect("a body").to_bytes();
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    pub(crate) async fn get(&self, caller: &str, path: &str) -> (u16, Value) {
        self.call(caller, Method::GET, path, None).await
    }

    pub(crate) async fn ok(&self, caller: &str, path: &str) -> Value {
        let (status, body) = self.get(caller, path).await;
        assert_eq!(status, 200, "{path} for {caller}: {body}");
        body
    }

    pub(crate) async fn post(&self, caller: &str, path: &str, body: Value) -> (u16, Value) {
        self.call(caller, Method::POST, path, Some(body)).await
    }

    pub(crate) async fn delete(&self, caller: &str, path: &str) -> (u16, Value) {
        self.call(caller, Method::DELETE, path, None).await
    }

    /// Sends a message of type `note` and gives the answer.
    pub(crate) async fn note(&self, number: usize, devices: &[&str]) -> Value {
        let body = json!({ "type": "note", "data": { "n": number }, "deviceIds": devices });
        let (status, body) = self.post("key", "/api/v1/webhooks/notify", body).await;
        assert_eq!(status, 200, "{body}");
        body
    }

    /// What the queue holds of one status, oldest first.
    pub(crate) async fn queued(&self, status: &str) -> Vec<Value> {
        let path = format!("/api/v1/notifications?limit=200&status={status}");
        let mut list = self.ok("admin", &path).await["notifications"].take();
        let list = list.as_array_mut().expect("a list");
        list.reverse();
        std::mem::take(list)
    }

    /// Waits until so many have that status.
    pub(crate) async fn until(&self, status: &str, count: usize) {
        let name = format!("total{}{}", status[..1].to_uppercase(), &status[1..]);
        testkit::deadline(&format!("{count} {status}"), PATIENCE, async || {
            self.ok("admin", "/api/v1/notifications/stats").await[&name] == count
        })
        .await;
    }

    /// Lets time pass for a program that looks at its clock now and then.
    pub(crate) fn pass(&self, time: Duration) {
        self.clock.advance(time);
    }

    /// A device says something over its socket.
    pub(crate) async fn say(&self, peer: &Peer, kind: &str, data: Value) {
        let command = self.commands.iter().find(|command| command.kind() == kind);
        command.expect("a command").run(&peer.session, data).await;
    }
}

fn instance() -> Instance {
    Instance {
        id: "gh_0123456789abcdef".to_owned(),
        name: "test".to_owned(),
        version: "1.2.3",
        build_date: "2023-11-14",
        base_url: kit::BaseUrl::new("https://gateway.test:8443"),
        started_at: START,
        capabilities: Vec::new(),
    }
}

/// Which devices are paired is up to the test.
pub(crate) struct Devices(pub(crate) Mutex<Vec<Arc<str>>>);

impl Default for Devices {
    fn default() -> Self {
        Devices(Mutex::new(vec!["phone".into(), "tablet".into()]))
    }
}

impl Directory for Devices {
    fn device_name(&self, device_id: &str) -> Option<String> {
        let known = self.0.lock().expect("a lock").iter().any(|id| **id == *device_id);
        known.then(|| format!("The {device_id}"))
    }

    fn devices(&self) -> Vec<Arc<str>> {
        self.0.lock().expect("a lock").clone()
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
        let key = |id: &str| Identity::ApiKey(id.into());
        let own: &[&str] = &["read:catalog", "read:events", "access:*"];
        let (identity, scopes): (_, &[&str]) = match token {
            "admin" => (Identity::User("admin".into()), &["read:*", "write:*", "access:admin"]),
            "phone" | "tablet" => (device(token), own),
            "reader" => (device("reader"), &["read:*", "read:events"]),
            "key" => (key("key_1"), &["write:*"]),
            "weak-key" => (key("key_2"), &["read:*"]),
            _ => return Err(Error::unauthorized("The token is not valid")),
        };
        let scopes = Arc::new(Scopes::parse(scopes).expect("known scopes"));
        let is_key = matches!(identity, Identity::ApiKey(_));
        let credential = if is_key { Credential::Key } else { Credential::Token };
        let principal =
            Principal { identity, scopes, revoked: Default::default(), expires_at: None };
        Ok(Authenticated { principal, credential, pending: false })
    }

    fn relaxed_writes(&self) -> bool {
        false
    }
}
