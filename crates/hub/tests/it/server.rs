//! A management router with the hub alone, on a real listener, and people who may or may not
//! come in.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use events::facts::ConfigReloaded;
use events::{Change, Events};
use hub::{Deps, Hub, Limits};
use kit::{
    Actor, Clock, Error, Identity, Instance, Metrics, Principal, Result, Scopes, Shutdown,
    Supervisor, Timestamp,
};
use routing::{Connected, TrustPolicy};
use testkit::Database;
use tokio::net::TcpListener;
use web::limits::Limiter;
use web::{Authenticated, Authenticator, Command, Credential, SocketCommands};

pub(crate) use testkit::PATIENCE;

/// When the clock of the gateway stands still, until it is advanced.
const START: Timestamp = Timestamp(1_700_000_000_000);

pub(crate) struct Server {
    pub(crate) clock: Clock,
    pub(crate) address: SocketAddr,
    pub(crate) hub: Hub,
    pub(crate) metrics: Metrics,
    pub(crate) shutdown: Shutdown,
    pub(crate) supervisor: Supervisor,
    people: Arc<People>,
    events: Events,
    _database: Database,
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
        let clock = Clock::manual(START);
        let events = Events::open(db, clock.clone()).await.expect("the events open");
        let shutdown = Shutdown::default();
        let supervisor = Supervisor::new(shutdown.clone());
        let metrics = Metrics::default();
        let hub = hub::build(Deps {
            clock: clock.clone(),
            instance: Arc::new(instance()),
            supervisor: supervisor.clone(),
            metrics: metrics.clone(),
            limits,
        });
        let slice = hub.slice(&events, SocketCommands::new(commands));
        let people = Arc::new(People::new());
        let unlimited = web::limits::Config { enabled: false, ..Default::default() };
        let limiter = Limiter::new(unlimited, "/metrics".to_owned(), clock.clone(), &metrics);
        let management = web::assemble([slice.routes], people.clone(), limiter, &metrics);
        for worker in events.workers().into_iter().chain(slice.workers) {
            supervisor.supervise(worker);
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let router = management.router.layer(from_fn(introduce));
        let stop = shutdown.clone();
        supervisor.spawn(async move {
            let serving = axum::serve(listener, router);
            let stop = async move { stop.draining().await };
            serving.with_graceful_shutdown(stop).await.expect("it serves");
        });
        Server {
            clock,
            address,
            hub,
            metrics,
            shutdown,
            supervisor,
            people,
            events,
            _database: database,
        }
    }

    /// Ends a credential, or changes its scopes: for the hub it is the same.
    pub(crate) fn revoke(&self, token: &str) {
        self.people.0[token].principal.revoked.cancel();
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

impl Drop for Server {
    fn drop(&mut self) {
        self.shutdown.cut();
    }
}

fn instance() -> Instance {
    Instance {
        id: "gh_0123456789abcdef".to_owned(),
        name: "test".to_owned(),
        version: "1.2.3",
        build_date: "2023-11-14",
        base_url: kit::BaseUrl::new("https://gateway.test"),
        started_at: Timestamp::from_unix(1_700_000_000),
        capabilities: Vec::new(),
    }
}

/// Decides who the client is as the data plane does; `x-test-peer` makes up where it calls from.
async fn introduce(request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let peer = parts.headers.get("x-test-peer").and_then(|peer| peer.to_str().ok());
    let peer = peer.unwrap_or("127.0.0.1:4711").parse().expect("an address");
    let connected = Connected { peer, secure: false, request_id: "r".into() };
    match TrustPolicy::default().decide(connected, &parts) {
        Ok(client) => parts.extensions.insert(client),
        Err(_) => return StatusCode::BAD_REQUEST.into_response(),
    };
    next.run(Request::from_parts(parts, body)).await
}

/// Tokens and whose they are.
struct People(HashMap<&'static str, Authenticated>);

impl People {
    fn new() -> Self {
        let device = |id: &str| Identity::Device(id.into());
        let usual: &[&str] = &["read:catalog", "read:events", "access:*"];
        let person = |identity, scopes: &[&str], credential, pending| Authenticated {
            principal: Principal {
                identity,
                scopes: Arc::new(Scopes::parse(scopes).expect("known scopes")),
                revoked: Default::default(),
                expires_at: None,
            },
            credential,
            pending,
        };
        let token = Credential::Token;
        let mut brief = person(device("brief-1"), usual, token, false);
        brief.principal.expires_at = Some(START.after(Duration::from_secs(2)));
        People(HashMap::from([
            ("brief", brief),
            ("phone", person(device("phone-1"), usual, token, false)),
            ("tablet", person(device("tablet-1"), usual, token, false)),
            ("deaf", person(device("deaf-1"), &["read:catalog"], token, false)),
            ("waiting", person(device("waiting-1"), &[], token, true)),
            ("key", person(Identity::ApiKey("key_1".into()), usual, Credential::Key, false)),
            (
                "admin",
                person(Identity::User("admin".into()), &["read:*", "access:admin"], token, false),
            ),
        ]))
    }
}

impl Authenticator for People {
    fn judge(&self, headers: &HeaderMap) -> Result<Option<Authenticated>> {
        match headers.get("authorization").and_then(|value| value.to_str().ok()) {
            None => Ok(None),
            Some(value) => self.judge_token(value.trim_start_matches("Bearer ")).map(Some),
        }
    }

    fn judge_token(&self, token: &str) -> Result<Authenticated> {
        let known = self.0.get(token).filter(|known| !known.principal.revoked.is_cancelled());
        known.cloned().ok_or_else(|| Error::unauthorized("The token is not valid"))
    }

    fn relaxed_writes(&self) -> bool {
        false
    }
}
