//! The slice behind the management router, called without a network.

use std::fs;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

use arc_swap::ArcSwap;
use catalog::Catalog;
use engines::{Docker, DockerAddress};
use fetch::Fetcher;
use http::Method;
use kit::{BaseUrl, Clock};
use routing::{Route, Targets};
use serde_json::{Value, json};
use store::{Db, Migrations};
use tempfile::TempDir;
use testkit::docker::DockerEngine;
use testkit::harness::{Base, Harness, People, Running};
use toolbox::{Config, Target, Toolbox};

pub(crate) const TABLES: &[Migrations] =
    &[events::MIGRATIONS, catalog::MIGRATIONS, toolbox::MIGRATIONS];
pub(crate) use testkit::PATIENCE;

pub(crate) struct Fixture {
    harness: Harness,
    pub(crate) folder: Arc<TempDir>,
    pub(crate) target: Target,
}

impl Deref for Fixture {
    type Target = Harness;

    fn deref(&self) -> &Harness {
        &self.harness
    }
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
        let base = Base::open(db, Clock::System).await;
        let Base { db, clock, events, .. } = base.clone();
        let targets = Arc::new(ArcSwap::from_pointee(Targets::new(Vec::new(), Vec::new())));
        let (catalog, mut catalog_slice) = Catalog::build(catalog::Parts {
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
        // The catalogue checks no app's health here.
        catalog_slice.workers.clear();
        // Who calls is on this machine.
        let harness = Harness::new(base, [slice, catalog_slice], People::default());
        Fixture { harness, folder, target }
    }

    /// The same database and folders after the program started again.
    pub(crate) async fn restarted(&self) -> Fixture {
        Fixture::build(self.db.clone(), self.folder.clone(), self.target.clone(), |_| {}).await
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
        self.harness.call_as(None, method, path, body).await.pair()
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
