//! A management router with this slice alone, called in process.

use std::ops::Deref;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use arc_swap::ArcSwap;
use axum::http::Method;
use fetch::Fetcher;
use kit::{Clock, Directory, Timestamp};
use notify::{Config, Notify, Parts};
use routing::Targets;
use serde_json::{Value, json};
use store::Db;
use testkit::harness::{Base, Harness, People, Running, device, instance, key, user};
use web::Command;

use crate::sockets::{Exchange, PATIENCE, Peer};

pub(crate) const MIGRATIONS: [store::Migrations; 2] = [events::MIGRATIONS, notify::MIGRATIONS];
/// 2023-11-14 22:13:20 UTC.
pub(crate) const START: Timestamp = Timestamp(1_700_000_000_000);

pub(crate) struct Server {
    running: Running,
    harness: Harness,
    pub(crate) notify: Notify,
    pub(crate) sockets: Arc<Exchange>,
    pub(crate) directory: Arc<Devices>,
    commands: Vec<Arc<dyn Command>>,
}

impl Deref for Server {
    type Target = Harness;

    fn deref(&self) -> &Harness {
        &self.harness
    }
}

impl Server {
    pub(crate) async fn new(db: Db) -> Self {
        Server::with(db, Config::default()).await
    }

    /// Two devices are paired: `phone` and `tablet`.
    pub(crate) async fn with(db: Db, config: Config) -> Self {
        let base = Base::open(db, Clock::manual(START)).await;
        let Base { db, clock, events, metrics } = base.clone();
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
        let commands = slice.commands.clone();
        let harness = Harness::new(base, [slice], people());
        Server { running: harness.run(), harness, notify, sockets, directory, commands }
    }

    pub(crate) async fn stop(self) {
        self.running.stop().await;
    }

    /// Who calls is told as `Call::by` says.
    pub(crate) async fn call(
        &self,
        caller: &str,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (u16, Value) {
        let mut call = self.harness.call(method, path).by(caller);
        if let Some(body) = body {
            call = call.body(&body);
        }
        call.send().await.pair()
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

fn people() -> People {
    let own: &[&str] = &["read:catalog", "read:events", "access:*"];
    People::new([
        ("admin", user("admin", &["read:*", "write:*", "access:admin"])),
        ("phone", device("phone", own)),
        ("tablet", device("tablet", own)),
        ("reader", device("reader", &["read:*", "read:events"])),
        ("key", key("key_1", &["write:*"])),
        ("weak-key", key("key_2", &["read:*"])),
    ])
}
