//! The slice behind the management router, called without a network.

use std::fs;
use std::net::IpAddr;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use certs::{Certs, Config, Error, GivenPair, LeafNames, MIGRATIONS, Parts};
use fetch::Fetcher;
use http::{Method, StatusCode};
use kit::{BaseUrl, Clock, Health, Metrics};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use serde_json::{Value, json};
use store::Db;
use tempfile::TempDir;
use testkit::harness::{Answer, Base, Harness, Scoped};

use crate::handshake::handshake;

pub(crate) const DAY: Duration = Duration::from_secs(86_400);
const ADMIN: &str = "read:*,write:*";

/// A machine on which the program can be started, more than once.
pub(crate) struct Machine {
    pub(crate) folder: Arc<TempDir>,
    pub(crate) clock: Clock,
    pub(crate) db: Db,
    names: Arc<Mutex<LeafNames>>,
}

/// The started program.
pub(crate) struct Fixture {
    harness: Harness,
    pub(crate) certs: Certs,
    pub(crate) health: Health,
    pub(crate) base_url: BaseUrl,
    pub(crate) ca: CertificateDer<'static>,
    /// The database may be in it, and opens its file again when it likes.
    _folder: Arc<TempDir>,
}

impl Deref for Fixture {
    type Target = Harness;

    fn deref(&self) -> &Harness {
        &self.harness
    }
}

/// Runs a test on both databases.
pub(crate) async fn both(test: impl AsyncFn(Machine)) {
    testkit::both(&[events::MIGRATIONS, MIGRATIONS], async |db| test(Machine::new(db)).await).await;
}

/// On SQLite alone, where the database makes no difference.
pub(crate) async fn machine() -> Machine {
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let database_path = folder.path().join("gatehouse.db");
    let config = store::Config { database_path, ..store::Config::default() };
    let migrations = [events::MIGRATIONS, MIGRATIONS];
    let db = Db::open(&config, &migrations, &Metrics::default()).await.expect("a database");
    Machine { folder, ..Machine::new(db) }
}

impl Machine {
    pub(crate) fn new(db: Db) -> Self {
        // Clients look at the real time when they judge a certificate.
        let clock = Clock::manual(Clock::System.now());
        let folder = Arc::new(tempfile::tempdir().expect("a folder"));
        let machine = Machine { folder, clock, db, names: Arc::default() };
        machine.rename(&["localhost", "nas", "nas.local"], &["127.0.0.1", "::1", "192.168.1.20"]);
        machine
    }

    /// Another machine with the same database.
    pub(crate) fn neighbour(&self) -> Machine {
        Machine { clock: self.clock.clone(), ..Machine::new(self.db.clone()) }
    }

    /// What this machine is called from now on.
    pub(crate) fn rename(&self, hosts: &[&str], addresses: &[&str]) {
        *self.names.lock().expect("no panic") = LeafNames {
            hosts: hosts.iter().map(|host| (*host).to_owned()).collect(),
            addresses: addresses.iter().map(|ip| ip.parse().expect("an address")).collect(),
        };
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join("certs").join(name)
    }

    pub(crate) async fn start(&self) -> Fixture {
        self.try_start(Config::default(), None).await.expect("the slice")
    }

    pub(crate) async fn try_start(
        &self,
        config: Config,
        given: Option<GivenPair>,
    ) -> Result<Fixture, Error> {
        let base = Base::open(self.db.clone(), self.clock.clone()).await;
        let Base { db, clock, events, metrics } = base.clone();
        let (names, health) = (self.names.clone(), Health::new(clock.clone()));
        let base_url = BaseUrl::new("https://192.168.1.20:8443");
        let (certs, slice) = Certs::build(Parts {
            db,
            events: events.clone(),
            clock: clock.clone(),
            metrics: metrics.clone(),
            health: health.clone(),
            folder: self.folder.path().join("certs"),
            names: Arc::new(move || names.lock().expect("no panic").clone()),
            base_url: base_url.clone(),
            fetcher: Fetcher::new(Arc::default()),
            serving: true,
            given,
            config,
        })
        .await?;
        let harness = Harness::new(base, [slice], Scoped { relaxed_writes: true });
        let ca = CertificateDer::from_pem_file(self.file("ca.pem")).expect("a CA");
        let _folder = self.folder.clone();
        Ok(Fixture { harness, certs, health, base_url, ca, _folder })
    }

    /// Nothing secret lies in the folder.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path().join("certs")).expect("a folder");
        let name = |entry: std::io::Result<fs::DirEntry>| {
            entry.expect("an entry").file_name().into_string().expect("a name")
        };
        let mut files: Vec<_> = entries.map(name).collect();
        files.sort();
        files
    }
}

impl Fixture {
    /// Connects as a client that trusts nothing but the CA and asks for this name.
    pub(crate) fn connect(&self, name: &str) -> Result<(), rustls::Error> {
        let table = self.certs.shared().load_full();
        let address = name.parse::<IpAddr>().ok().and_then(|ip| table.find_address(None, ip));
        let leaf = address.or_else(|| table.find(Some(name))).expect("a leaf");
        handshake(leaf, self.ca.clone(), name)
    }

    /// The leaf that is served by default, or for a name.
    pub(crate) fn leaf(&self, name: Option<&str>) -> CertificateDer<'static> {
        self.certs.shared().load().find(name).expect("a leaf").cert[0].clone()
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, None, Some(ADMIN)).await
    }

    pub(crate) async fn post(&self, what: &str, body: Value) -> Answer {
        let path = format!("/api/v1/certificates/{what}");
        self.call(Method::POST, &path, Some(body.to_string()), Some(ADMIN)).await
    }

    pub(crate) async fn delete(&self, domain: &str) -> Answer {
        let path = format!("/api/v1/certificates/{domain}");
        self.call(Method::DELETE, &path, None, Some(ADMIN)).await
    }

    pub(crate) async fn generate(&self, domains: &[&str]) -> Value {
        self.post("generate", json!({ "domains": domains })).await.expect(StatusCode::CREATED)
    }

    /// The domains of the list, in its order.
    pub(crate) async fn listed(&self) -> Vec<String> {
        let list = self.get("/api/v1/certificates").await.expect(StatusCode::OK);
        let entries = list["certificates"].as_array().expect("a list");
        assert_eq!(list["count"], entries.len());
        entries.iter().map(|entry| entry["domain"].as_str().expect("a name").to_owned()).collect()
    }

    pub(crate) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<String>,
        scopes: Option<&str>,
    ) -> Answer {
        let mut call = self.harness.call(method, path);
        if let Some(scopes) = scopes {
            call = call.token(scopes);
        }
        if let Some(body) = body {
            call = call.raw(&body);
        }
        call.send().await
    }
}
