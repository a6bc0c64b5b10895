use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::ops::Deref;
use std::sync::Arc;

use arc_swap::ArcSwap;
use catalog::{AppDraft, Catalog, Origin, RouteDraft, Service};
use events::Events;
use fetch::Fetcher;
use http::Method;
use kit::{Actor, BaseUrl, Clock, Health, Instance, Secret, Timestamp};
use lan::mdns::Mdns;
use routing::Targets;
use serde_json::{Value, json};
use store::Db;
use testkit::harness::{Base, Harness, People, Running};
use testkit::{Database, PATIENCE, deadline, free_port};
use web::Slice;

use super::network::Network;
use crate::schema::MIGRATIONS;
use crate::{Config, Federation, Parts};

/// Of no key that anybody has.
const PIN: &str = "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
pub(super) const SECRET: &str = "a secret that all of them know";

/// A gateway as far as its peers see it; it ends with this value, without any farewell.
pub(super) struct Gateway {
    _running: Running,
    harness: Harness,
    pub(super) federation: Federation,
    pub(super) catalog: Catalog,
    pub(super) address: SocketAddr,
    pub(super) database: Arc<Database>,
    name: String,
    config: Config,
    network: Arc<Network>,
}

impl Deref for Gateway {
    type Target = Harness;

    fn deref(&self) -> &Harness {
        &self.harness
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
        let base = Base::open(open(&database).await, clock).await;
        let Base { db, clock, events, metrics } = base.clone();
        let address = SocketAddr::from(([127, 0, 0, 1], config.gossip_port));
        let health = Health::new(clock.clone());
        let (catalog, catalog_slice) = catalogue(&db, &events, &clock, name).await;
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
        // Tests call from this machine, where nobody needs a token.
        let harness = Harness::new(base, [slice, catalog_slice], People::default());
        let _running = harness.run();
        let (name, network) = (name.to_owned(), network.clone());
        Gateway { _running, harness, federation, catalog, address, database, name, config, network }
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
        self.harness.call_as(None, method, path, body).await.pair()
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

/// The catalogue beside it, which checks no app's health here.
async fn catalogue(db: &Db, events: &Events, clock: &Clock, name: &str) -> (Catalog, Slice) {
    let everywhere = "[::]:8443".parse().expect("an address");
    let targets = Targets::new(vec![everywhere], Vec::new());
    let targets = Arc::new(ArcSwap::from_pointee(targets));
    let (catalog, mut slice) = Catalog::build(catalog::Parts {
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
    slice.workers.clear();
    (catalog, slice)
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
