//! The slice behind the management router, with the catalogue beside it.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use arc_swap::ArcSwap;
use axum::Router;
use axum::body::Body;
use catalog::Catalog;
use events::{Event, Events};
use fetch::Fetcher;
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use kit::{
    BaseUrl, Clock, Error, Health, Identity, Metrics, Principal, Scopes, Shutdown, Supervisor,
    Timestamp,
};
use lan::mdns::Mdns;
use routing::{Connected, Targets, TrustPolicy};
use serde_json::{Value, json};
use store::Db;
use testkit::deadline;
use tokio::sync::broadcast::Receiver;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use web::limits::Limiter;
use web::{Authenticated, Authenticator, Credential};

use crate::model::{
    Address, ContainerLink, Observation, Offer, Probing, Score, ServiceKey, Source, Wishes,
};
use crate::sightings::{Sighting, Sightings};
use crate::{Config, Discovery, MIGRATIONS, Parts};

pub(crate) use testkit::PATIENCE;
const PROPOSALS: &str = "/api/v1/discovery/proposals";

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
    sightings: Sightings,
    supervisor: Supervisor,
    pub(crate) discovery: Discovery,
    pub(crate) catalog: Catalog,
    pub(crate) events: Events,
    pub(crate) health: Health,
    pub(crate) metrics: Metrics,
    pub(crate) db: Db,
}

impl Drop for Fixture {
    fn drop(&mut self) {
        self.supervisor.shutdown().cut();
    }
}

/// Runs a test on both databases.
pub(crate) async fn both(test: impl AsyncFn(Fixture)) {
    testkit::both(&[events::MIGRATIONS, catalog::MIGRATIONS, MIGRATIONS], async |db| {
        test(Fixture::build(db, config()).await).await;
    })
    .await;
}

/// No source but those that tests play.
pub(crate) fn config() -> Config {
    let mut config = Config::default();
    config.docker.enabled = false;
    config.mdns.enabled = false;
    config
}

impl Fixture {
    pub(crate) async fn build(db: Db, config: Config) -> Fixture {
        let clock = Clock::manual(Timestamp::from_unix(1_800_000_000));
        let events = Events::open(db.clone(), clock.clone()).await.expect("events");
        let everywhere = "[::]:8443".parse().expect("an address");
        let targets = Targets::new(vec![everywhere], lan::own_addresses());
        let targets = Arc::new(ArcSwap::from_pointee(targets));
        let fetcher = Fetcher::new(targets.clone());
        let metrics = Metrics::default();
        let health = Health::new(clock.clone());
        let (catalog, catalog_slice) = Catalog::build(catalog::Parts {
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
        let parts = Parts {
            db: db.clone(),
            events: events.clone(),
            clock: clock.clone(),
            catalog: catalog.clone(),
            fetcher,
            health: health.clone(),
            metrics: metrics.clone(),
            targets,
            mdns: Mdns::new(lan::mdns::Settings::default()),
            config,
        };
        let (sightings, heard) = Sightings::channel();
        let built = Discovery::over(parts, sightings.clone(), heard).await;
        let (discovery, slice) = built.expect("the slice");
        let supervisor = Supervisor::new(Shutdown::default());
        let workers = slice.workers.into_iter().chain(events.workers());
        workers.for_each(|worker| supervisor.supervise(worker));
        // The catalogue hears of other programs; it checks no app's health here.
        let follow = catalog_slice.workers.into_iter().next();
        follow.into_iter().for_each(|worker| supervisor.supervise(worker));
        let unlimited = web::limits::Config { enabled: false, ..Default::default() };
        let limiter = Limiter::new(unlimited, "/metrics".to_owned(), clock.clone(), &metrics);
        let slices = [slice.routes, catalog_slice.routes];
        let router = web::assemble(slices, Arc::new(Scoped), limiter, &metrics).router;
        Fixture { router, sightings, supervisor, discovery, catalog, events, health, metrics, db }
    }

    /// The same database in a program that starts anew, while the first is killed.
    pub(crate) async fn killed_and_started(self) -> Fixture {
        let db = self.db.clone();
        drop(self);
        Fixture::build(db, config()).await
    }

    /// Another program on the same database.
    pub(crate) async fn beside(&self) -> Fixture {
        Fixture::build(self.db.clone(), config()).await
    }

    pub(crate) async fn hear(&self, sighting: Sighting) {
        self.sightings.tell(sighting).await;
    }

    pub(crate) async fn see(&self, observation: Observation) {
        self.hear(Sighting::Seen(Box::new(observation))).await;
    }

    pub(crate) async fn call(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        self.call_as(None, method, path, body).await
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

    pub(crate) async fn proposals(&self) -> Vec<Value> {
        let answer = self.call(Method::GET, PROPOSALS, None).await.expect(StatusCode::OK);
        answer.as_array().expect("a bare array").clone()
    }

    pub(crate) async fn ids(&self) -> Vec<String> {
        let id = |proposal: &Value| proposal["id"].as_str().expect("an id").to_owned();
        self.proposals().await.iter().map(id).collect()
    }

    #[track_caller]
    pub(crate) fn until_shown(&self, ids: &[&str]) -> impl Future<Output = ()> {
        let what = format!("{ids:?}");
        async move { deadline(&what, PATIENCE, async || self.ids().await == ids).await }
    }

    pub(crate) async fn decide(&self, id: &str, how: &str, body: Option<Value>) -> Answer {
        self.call(Method::POST, &format!("{PROPOSALS}/{id}/{how}"), body).await
    }

    pub(crate) async fn rediscover(&self) -> Value {
        let answer = self.call(Method::POST, "/api/v1/discovery/rediscover", None).await;
        answer.expect(StatusCode::OK)
    }

    pub(crate) async fn route(&self, id: &str) -> Value {
        let answer = self.call(Method::GET, &format!("/api/v1/routes/{id}"), None).await;
        answer.expect(StatusCode::OK)
    }

    pub(crate) async fn put_route(&self, id: &str, body: Value) {
        let answer = self.call(Method::PUT, &format!("/api/v1/routes/{id}"), Some(body)).await;
        assert!(answer.status.is_success(), "{answer:?}");
    }

    /// The lines of the feed, newest first.
    pub(crate) async fn feed(&self) -> Vec<String> {
        let feed = self.events.activity(kit::Page::ALL).await.expect("the feed");
        feed.items.into_iter().map(|line| line.message).collect()
    }

    pub(crate) async fn audited(&self) -> Vec<(String, String)> {
        let all = self.events.audit(&Default::default(), kit::Page::ALL).await.expect("the log");
        all.items.into_iter().map(|entry| (entry.action, entry.actor_id)).collect()
    }
}

pub(crate) async fn next(facts: &mut Receiver<Arc<Event>>, kind: &str) -> Arc<Event> {
    let wanted = async {
        loop {
            let event = facts.recv().await.expect("a fact");
            if event.kind == kind {
                return event;
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

/// A container with one port, which is at this address.
pub(crate) fn container(name: &str, address: SocketAddr) -> Observation {
    Observation {
        service: ServiceKey::new(Source::Docker, name),
        name: name.to_owned(),
        wishes: Wishes::default(),
        tags: vec!["docker".to_owned()],
        offers: vec![offer(80, address)],
        server_path: String::new(),
        score: Score::base(50, "a container"),
        evidence: vec!["It runs".to_owned()],
        security_notes: vec!["It is privileged".to_owned()],
        container: Some(ContainerLink {
            id: format!("{name}-1"),
            name: name.to_owned(),
            compose: None,
        }),
        announcer: None,
        epoch: "1".to_owned(),
    }
}

pub(crate) fn offer(own_port: u16, at: SocketAddr) -> Offer {
    let addresses = vec![Address { host: at.ip().to_string(), port: at.port() }];
    Offer { own_port, addresses, scheme: None, probing: Probing::Decides }
}
