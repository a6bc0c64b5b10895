//! A management router with the hub alone, on a real listener, and people who may or may not
//! come in.

use std::net::SocketAddr;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use events::Change;
use events::facts::ConfigReloaded;
use hub::{Deps, Hub, Limits};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use kit::{Actor, Clock, Shutdown, Supervisor, Timestamp};
use routing::{Connected, TrustPolicy};
use testkit::Database;
use testkit::harness::{Base, Harness, People, Running, device, instance, key, user};
use tokio::net::TcpListener;
use web::{Authenticated, Command, SocketCommands, Upgrade};

pub(crate) use testkit::PATIENCE;

/// When the clock of the gateway stands still, until it is advanced.
const START: Timestamp = Timestamp(1_700_000_000_000);

pub(crate) struct Server {
    _running: Running,
    harness: Harness,
    pub(crate) address: SocketAddr,
    pub(crate) hub: Hub,
    pub(crate) shutdown: Shutdown,
    pub(crate) supervisor: Supervisor,
    people: People,
    _database: Database,
}

impl Deref for Server {
    type Target = Harness;

    fn deref(&self) -> &Harness {
        &self.harness
    }
}

impl Server {
    pub(crate) async fn start() -> Self {
        Server::with(Limits::default(), Vec::new()).await
    }

    pub(crate) async fn limited(limits: Limits) -> Self {
        Server::with(limits, Vec::new()).await
    }

    pub(crate) async fn with(limits: Limits, commands: Vec<Arc<dyn Command>>) -> Self {
        let database = Database::sqlite();
        let db = database.open(&[events::MIGRATIONS]).await;
        let base = Base::open(db, Clock::manual(START)).await;
        let Base { clock, events, metrics, .. } = base.clone();
        let shutdown = Shutdown::default();
        let supervisor = Supervisor::new(shutdown.clone());
        let hub = hub::build(Deps {
            clock: clock.clone(),
            instance: Arc::new(instance()),
            supervisor: supervisor.clone(),
            metrics: metrics.clone(),
            limits,
        });
        let slice = hub.slice(&events, SocketCommands::new(commands));
        let people = people();
        let harness = Harness::new(base, [slice], people.clone());
        let running = harness.run_under(supervisor.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let router = harness.router.clone().layer(from_fn(introduce));
        let stop = shutdown.clone();
        supervisor.spawn(async move {
            let serving = axum::serve(listener, router);
            let stop = async move { stop.draining().await };
            serving.with_graceful_shutdown(stop).await.expect("it serves");
        });
        Server {
            _running: running,
            harness,
            address,
            hub,
            shutdown,
            supervisor,
            people,
            _database: database,
        }
    }

    /// Ends a credential, or changes its scopes: for the hub it is the same.
    pub(crate) fn revoke(&self, token: &str) {
        self.people.revoke(token);
    }

    /// Something happened that everybody with `read:events` may hear.
    pub(crate) async fn happen(&self, message: &str) {
        let fact = ConfigReloaded { message: message.to_owned(), changed: Vec::new() };
        let change = Change::by(Actor::system(), "config.reloaded").fact(&fact);
        self.events.note(&change).await.expect("it is noted");
    }

    pub(crate) fn measured(&self, line: &str) -> bool {
        self.metrics.render().lines().any(|measured| measured == line)
    }
}

/// Decides who the client is, and hands connections over, as the data plane does; `x-test-peer` makes up where it calls from.
async fn introduce(request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let peer = parts.headers.get("x-test-peer").and_then(|peer| peer.to_str().ok());
    let peer = peer.unwrap_or("127.0.0.1:4711").parse().expect("an address");
    let connected = Connected { peer, secure: false, request_id: "r".into() };
    match TrustPolicy::default().decide(connected, &parts) {
        Ok(client) => parts.extensions.insert(client),
        Err(_) => return StatusCode::BAD_REQUEST.into_response(),
    };
    if let Some(upgrade) = parts.extensions.remove::<OnUpgrade>() {
        let (sender, own) = Upgrade::pair();
        parts.extensions.insert(own);
        #[expect(clippy::disallowed_methods, reason = "it ends with its connection")]
        tokio::spawn(async move {
            if let Ok(connection) = upgrade.await {
                sender.send(TokioIo::new(connection));
            }
        });
    }
    next.run(Request::from_parts(parts, body)).await
}

fn people() -> People {
    let usual: &[&str] = &["read:catalog", "read:events", "access:*"];
    let mut brief = device("brief-1", usual);
    brief.principal.expires_at = Some(START.after(Duration::from_secs(2)));
    People::new([
        ("brief", brief),
        ("phone", device("phone-1", usual)),
        ("tablet", device("tablet-1", usual)),
        ("deaf", device("deaf-1", &["read:catalog"])),
        ("waiting", Authenticated { pending: true, ..device("waiting-1", &[]) }),
        ("key", key("key_1", usual)),
        ("admin", user("admin", &["read:*", "access:admin"])),
    ])
}
