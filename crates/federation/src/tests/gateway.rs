use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;

use arc_swap::ArcSwap;
use axum::Router;
use axum::body::Body;
use catalog::{AppDraft, Catalog, Origin, RouteDraft, Service};
use events::Events;
use fetch::Fetcher;
use http::{HeaderMap, Method, Request, header};
use http_body_util::BodyExt;
use kit::{
    Actor, BaseUrl, Clock, Error, Health, Instance, Metrics, Secret, Shutdown, Supervisor,
    Timestamp,
};
use lan::mdns::Mdns;
use routing::{Connected, Targets, TrustPolicy};
use serde_json::{Value, json};
use store::Db;
use testkit::{Database, PATIENCE, deadline, free_port};
use tower::ServiceExt;
use web::limits::Limiter;
use web::{Authenticated, Authenticator};

use super::network::Network;
use crate::schema::MIGRATIONS;
use crate::{Config, Federation, Parts};

/// Of no key that anybody has.
const PIN: &str = "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
pub(super) const SECRET: &str = "a secret that all of them know";

/// Nobody has a token here: tests call from this machine.
struct NoTokens;

impl Authenticator for NoTokens {
    fn judge(&self, _: &HeaderMap) -> kit::Result<Option<Authenticated>> {
        Ok(None)
    }

    fn judge_token(&self, _: &str) -> kit::Result<Authenticated> {
        Err(Error::unauthorized("There are no tokens"))
    }

    fn relaxed_writes(&self) -> bool {
        false
    }
}

/// A gateway as far as its peers see it; it ends with this value, without any farewell.
pub(super) struct Gateway {
    pub(super) federation: Federation,
    pub(super) catalog: Catalog,
    pub(super) metrics: Metrics,
    pub(super) events: Events,
    pub(super) address: SocketAddr,
    pub(super) database: Arc<Database>,
    name: String,
    config: Config,
    network: Arc<Network>,
    router: Router,
    supervisor: Supervisor,
}

impl Drop for Gateway {
    fn drop(&mut self) {
        self.supervisor.shutdown().cut();
    }
}

/// A place in the network that nobody else has.
pub(super) fn place() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], free_port()))
}

pub(super) fn config(at: SocketAddr, seeds: &[SocketAddr]) -> Config {
    Config {
        enabled: true,
        cluster_secret: Secret::new(SECRET),
        gossip_port: at.port(),
        advertise_addr: at.to_string(),
        bootstrap_peers: seeds.iter().map(ToString::to_string).collect(),
        mdns: false,
        ..Config::default()
    }
}

pub(super) async fn open(database: &Database) -> Db {
    database.open(&[events::MIGRATIONS, catalog::MIGRATIONS, MIGRATIONS]).await
}

impl Gateway {
    /// One that knows where the first of the others is.
    pub(super) async fn start(name: &str, network: &Arc<Network>, seeds: &[SocketAddr]) -> Self {
        let at = place();
        Gateway::with(name, network, config(at, seeds)).await
    }

    pub(super) async fn with(name: &str, network: &Arc<Network>, config: Config) -> Self {
        let database = Arc::new(Database::sqlite());
        Gateway::on(database, name, network, config).await
    }

    pub(super) async fn on(
        database: Arc<Database>,
        name: &str,
        network: &Arc<Network>,
        config: Config,
    ) -> Self {
        let clock = Clock::manual(Timestamp::from_unix(1_800_000_000));
        let db = open(&database).await;
        let address = SocketAddr::from(([127, 0, 0, 1], config.gossip_port));
        let events = Events::open(db.clone(), clock.clone()).await.expect("events");
        let (metrics, health) = (Metrics::default(), Health::new(clock.clone()));
        let (catalog, catalog_routes) = catalogue(&db, &events, &clock, name).await;
        let instance = instance(name, &clock);
        let (federation, slice) = Federation::build(Parts {
            db: db.clone(),
            events: events.clone(),
            clock: clock.clone(),
            instance: Arc::new(instance),
            catalog: catalog.clone(),
            health,
            metrics: metrics.clone(),
            mdns: Mdns::new(lan::mdns::Settings::default()),
            pins: Box::new(|| vec![PIN.to_owned()]),
            config: config.clone(),
            reach: network.reach(address),
        })
        .await
        .expect("the slice");
        let supervisor = Supervisor::new(Shutdown::default());
        let workers = slice.workers.into_iter().chain(events.workers());
        workers.for_each(|worker| supervisor.supervise(worker));
        let unlimited = web::limits::Config { enabled: false, ..Default::default() };
        let limiter = Limiter::new(unlimited, "/metrics".to_owned(), clock, &metrics);
        let slices = [slice.routes, catalog_routes];
        let router = web::assemble(slices, Arc::new(NoTokens), limiter, &metrics).router;
        let (name, network) = (name.to_owned(), network.clone());
        Gateway {
            federation,
            catalog,
            metrics,
            events,
            address,
            database,
            name,
            config,
            network,
            router,
            supervisor,
        }
    }

    /// The same gateway after a crash.
    pub(super) async fn restarted(self) -> Self {
        let (database, name) = (self.database.clone(), self.name.clone());
        let (network, config) = (self.network.clone(), self.config.clone());
        drop(self);
        Gateway::on(database, &name, &network, config).await
    }

    pub(super) fn id(&self) -> String {
        self.federation.member().expect("a member").identity.id().to_string()
    }

    pub(super) async fn add_app(&self, id: &str, tags: &[&str]) {
        let tags = tags.iter().map(|&tag| tag.to_owned()).collect();
        let service = Service {
            route_id: id.to_owned(),
            route: RouteDraft {
                to: Some("http://10.9.9.9:80".to_owned()),
                ..RouteDraft::default()
            },
            app: AppDraft { tags: Some(tags), ..AppDraft::default() },
            origin: Origin::Manual,
        };
        let mut writer = self.catalog.writer().await;
        let mut tx = self.federation.events().begin().await.expect("a transaction");
        writer.put(&mut tx, &Actor::system(), &service).await.expect("the app");
        tx.commit().await.expect("the commit");
        writer.publish();
    }

    pub(super) async fn delete_app(&self, id: &str) {
        let mut writer = self.catalog.writer().await;
        let mut tx = self.federation.events().begin().await.expect("a transaction");
        writer.delete(&mut tx, &Actor::system(), id).await.expect("it was there");
        tx.commit().await.expect("the commit");
        writer.publish();
    }

    /// The ids of our own apps, as others see them.
    pub(super) fn own_apps(&self) -> BTreeSet<String> {
        let id = self.id();
        self.catalog.apps().iter().map(|listed| format!("{}@{id}", listed.app.id)).collect()
    }

    /// The ids of others' apps that are shown here.
    pub(super) fn remote_apps(&self) -> BTreeSet<String> {
        self.catalog.remote_apps().iter().map(|remote| remote.app.id.to_string()).collect()
    }

    #[track_caller]
    pub(super) fn until_shown(&self, ids: &BTreeSet<String>) -> impl Future<Output = ()> {
        let what = format!("{} shows {ids:?}", self.name);
        async move { deadline(&what, PATIENCE, async || self.remote_apps() == *ids).await }
    }

    pub(super) async fn until_connected(&self, count: usize) {
        let connected = || self.federation.peers().members().filter(|it| it.connected).count();
        let what = format!("{} sees {count} peers", self.name);
        deadline(&what, PATIENCE, async || connected() == count).await;
    }

    pub(super) fn figure(&self, line: &str) -> u64 {
        let text = self.metrics.render();
        let value = text.lines().find_map(|found| found.strip_prefix(line)).expect(line);
        value.trim().parse().expect("a number")
    }

    pub(super) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (u16, Value) {
        let request = Request::builder().method(method).uri(path);
        let mut request = request.header(header::HOST, "localhost:8443");
        let body = match body {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        let (mut parts, body) = request.body(body).expect("a request").into_parts();
        let peer = SocketAddr::from(([127, 0, 0, 1], 50_000));
        let connected = Connected { peer, secure: true, request_id: "test".into() };
        let client = TrustPolicy::default().decide(connected, &parts).expect("a client");
        parts.extensions.insert(client);
        let request = Request::from_parts(parts, body);
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let status = response.status().as_u16();
        let bytes = response.into_body().collect().await.expect("a body").to_bytes();
        (status, serde_json::from_slice(&bytes).unwrap_or_default())
    }

    pub(super) async fn get(&self, path: &str) -> Value {
        let (status, body) = self.call(Method::GET, path, None).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    pub(super) async fn invite(&self, address: SocketAddr) {
        let body = json!({ "address": address.to_string() });
        let invited = self.call(Method::POST, "/api/v1/federation/peers", Some(body)).await;
        assert_eq!(invited, (202, json!({ "success": true })));
    }
}

async fn catalogue(
    db: &Db,
    events: &Events,
    clock: &Clock,
    name: &str,
) -> (Catalog, utoipa_axum::router::OpenApiRouter) {
    let everywhere = "[::]:8443".parse().expect("an address");
    let targets = Targets::new(vec![everywhere], Vec::new());
    let targets = Arc::new(ArcSwap::from_pointee(targets));
    let (catalog, slice) = Catalog::build(catalog::Parts {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        base_url: BaseUrl::new(format!("https://{name}.local:8443")),
        settings: catalog::Settings::default(),
        fetcher: Fetcher::new(targets.clone()),
        targets,
        entrance: Arc::new(|_: &routing::Route| None),
    })
    .await
    .expect("the catalogue");
    (catalog, slice.routes)
}

fn instance(name: &str, clock: &Clock) -> Instance {
    Instance {
        id: format!("gh_{name}"),
        name: name.to_owned(),
        version: "0.1.0",
        build_date: "today",
        base_url: BaseUrl::new(format!("https://{name}.local:8443")),
        started_at: clock.now(),
        capabilities: Vec::new(),
    }
}
