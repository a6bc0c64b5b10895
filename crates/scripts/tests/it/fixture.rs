//! The slice behind the management router, called without a network.

use std::fs;
use std::ops::Deref;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use events::Event;
use http::{Method, StatusCode};
use kit::{Clock, Shutdown, Supervisor, Timestamp};
use scripts::{Config, MIGRATIONS, Parts, Scripts};
use serde_json::{Value, json};
use store::Db;
use tempfile::TempDir;
use testkit::harness::{Answer, Base, Call, Harness, Running, Scoped};
use tokio::sync::broadcast::Receiver;

/// Generous: a busy machine is no failure.
pub(crate) const LIMIT: Duration = Duration::from_secs(60);

/// One program: its scripts in a folder, its data in another. Dropped, everything ends.
pub(crate) struct Fixture {
    running: Running,
    folder: Arc<TempDir>,
    harness: Harness,
    pub(crate) scripts: Scripts,
}

impl Deref for Fixture {
    type Target = Harness;

    fn deref(&self) -> &Harness {
        &self.harness
    }
}

pub(crate) fn config() -> Config {
    Config { enabled: true, ..Config::default() }
}

/// Runs a test on both databases.
pub(crate) async fn both(test: impl AsyncFn(Fixture)) {
    both_with(config(), test).await;
}

pub(crate) async fn both_with(config: Config, test: impl AsyncFn(Fixture)) {
    testkit::both(&[events::MIGRATIONS, MIGRATIONS], async |db| {
        test(Fixture::build(db, clock(), config.clone()).await).await;
    })
    .await;
}

/// Runs a test that has little to do with the database on the small one.
pub(crate) async fn sqlite(config: Config, test: impl AsyncFn(Fixture)) {
    let database = testkit::Database::sqlite();
    let db = database.open(&[events::MIGRATIONS, MIGRATIONS]).await;
    test(Fixture::build(db, clock(), config).await).await;
}

fn clock() -> Clock {
    Clock::manual(Timestamp::parse("2027-01-15T08:00:00Z").expect("a time"))
}

impl Fixture {
    pub(crate) async fn build(db: Db, clock: Clock, config: Config) -> Fixture {
        Fixture::build_in(Arc::new(tempfile::tempdir().expect("a folder")), db, clock, config).await
    }

    async fn build_in(folder: Arc<TempDir>, db: Db, clock: Clock, mut config: Config) -> Fixture {
        let base = Base::open(db, clock).await;
        let Base { db, clock, events, metrics } = base.clone();
        config.directory = folder.path().join("scripts");
        let data_dir = folder.path().join("data");
        fs::create_dir_all(&config.directory).expect("a folder");
        fs::create_dir_all(&data_dir).expect("a folder");
        let supervisor = Supervisor::new(Shutdown::default());
        let parts = Parts {
            db: db.clone(),
            events: events.clone(),
            clock: clock.clone(),
            metrics: metrics.clone(),
            supervisor: supervisor.clone(),
            data_dir,
            program: PathBuf::from(env!("CARGO_BIN_EXE_script-keeper")),
            search_path: None,
            home: Some("/somewhere".into()),
            config,
        };
        let (scripts, slice) = Scripts::build(parts).await.expect("the slice");
        let harness = Harness::new(base, [slice], Scoped::default());
        let running = harness.run_under(supervisor);
        Fixture { running, folder, harness, scripts }
    }

    /// Another program on the same database, with folders of its own.
    pub(crate) async fn neighbour(&self) -> Fixture {
        Fixture::build(self.db.clone(), self.clock.clone(), config()).await
    }

    /// The same program, started again while nobody told the first one to stop.
    pub(crate) async fn started_again(&self) -> Fixture {
        let (db, clock) = (self.db.clone(), self.clock.clone());
        Fixture::build_in(self.folder.clone(), db, clock, config()).await
    }

    /// Asks everything to end and waits until it has.
    pub(crate) async fn stop(&self) {
        self.running.stop().await;
    }

    pub(crate) fn directory(&self) -> PathBuf {
        self.folder.path().join("scripts")
    }

    pub(crate) fn outside(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.directory().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("ours");
    }

    /// Registers a shell script with this text under this name; `more` are further fields.
    pub(crate) async fn script(&self, name: &str, text: &str, more: Value) -> String {
        let path = format!("{name}.sh");
        self.write(&path, text);
        let mut body = json!({ "name": name, "scriptPath": path });
        let fields = more.as_object().expect("fields").clone();
        body.as_object_mut().expect("an object").extend(fields);
        let made = self.post("scripts", &body).await.expect(StatusCode::CREATED);
        made["id"].as_str().expect("an id").to_owned()
    }

    /// Runs a script to its end.
    pub(crate) async fn run(&self, id: &str, parameters: Value) -> Value {
        let body = json!({ "parameters": parameters });
        self.post(&format!("scripts/{id}/execute"), &body).await.expect(StatusCode::OK)
    }

    /// Starts a script and gives the id of its execution.
    pub(crate) async fn start(&self, id: &str) -> String {
        let path = format!("scripts/{id}/execute?async=true");
        let accepted = self.post(&path, &json!({})).await.expect(StatusCode::ACCEPTED);
        accepted["id"].as_str().expect("an id").to_owned()
    }

    pub(crate) async fn execution(&self, id: &str) -> Value {
        self.get(&format!("executions/{id}")).await.expect(StatusCode::OK)
    }

    /// Waits until the execution is in this state, and gives its record.
    pub(crate) async fn until(&self, id: &str, status: &str) -> Value {
        let what = format!("{id} is {status}");
        testkit::deadline(&what, LIMIT, async || self.execution(id).await["status"] == status)
            .await;
        self.execution(id).await
    }

    /// Waits until a script has written this file into its folder.
    pub(crate) async fn until_file(&self, name: &str) -> String {
        let path = self.directory().join(name);
        let there = async || fs::read_to_string(&path).is_ok_and(|text| text.ends_with('\n'));
        testkit::deadline(name, LIMIT, there).await;
        fs::read_to_string(&path).expect("it is there").trim().to_owned()
    }

    pub(crate) fn facts(&self) -> Receiver<Arc<Event>> {
        self.events.subscribe()
    }

    /// Everything in the audit log, newest first, as text.
    pub(crate) async fn audit(&self) -> String {
        format!("{:?}", self.harness.audit(kit::Page::first(100)).await)
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path).send().await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::POST, path).body(body).send().await
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::PUT, path).body(body).send().await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        self.call(Method::DELETE, path).send().await
    }

    /// A call below `/api/v1/`, from this machine.
    pub(crate) fn call(&self, method: Method, path: &str) -> Call<'_> {
        self.harness.call(method, &format!("/api/v1/{path}"))
    }
}

/// Whether a process of this id is there and has not ended.
pub(crate) fn is_alive(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(')').map(|(_, rest)| rest.trim_start().starts_with('Z'));
    state == Some(false)
}

pub(crate) async fn until_gone(pid: &str) {
    testkit::deadline(&format!("process {pid} is gone"), LIMIT, async || !is_alive(pid)).await;
}
