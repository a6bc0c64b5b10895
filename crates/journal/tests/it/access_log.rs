use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use axum::http::{Method, StatusCode, Uri, Version};
use journal::{AccessLogConfig, AccessLogFormat, Settings};
use kit::{ByteSize, Clock};
use routing::{AccessLog, AccessRecord};
use serde_json::Value;
use testkit::{Database, PATIENCE, deadline};
use web::Reload;

use crate::disk::SmallDisk;
use crate::server::{MIGRATIONS, Running, START, Server};

fn record(target: &str) -> AccessRecord {
    AccessRecord {
        at: START,
        request_id: "r-1".into(),
        client: "192.0.2.7".parse().expect("an address"),
        caller: None,
        method: Method::GET,
        target: target.parse::<Uri>().expect("a target"),
        host: None,
        version: Version::HTTP_11,
        user_agent: None,
        referer: None,
        app: Some("photos".into()),
        status: StatusCode::OK,
        received: 0,
        sent: 5,
        latency: Duration::from_millis(1),
        duration: Duration::from_millis(2),
        fault: None,
        trace: None,
    }
}

/// A gateway that writes its log into a folder of its own.
struct Bench {
    folder: tempfile::TempDir,
    _database: Database,
    server: Server,
    running: Running,
}

impl Bench {
    async fn new(change: impl FnOnce(&Path, &mut AccessLogConfig)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("access.log");
        let mut config = AccessLogConfig { enabled: true, path, ..AccessLogConfig::default() };
        change(folder.path(), &mut config);
        let database = Database::sqlite();
        let db = database.open(&MIGRATIONS).await;
        let clock = Clock::manual(START);
        let settings = Settings { access_log: config, ..Settings::default() };
        let mut server = Server::with(db, clock, settings).await;
        let running = server.run();
        Bench { folder, _database: database, server, running }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, target: &str) {
        let log = self.server.journal.records();
        if log.is_on() {
            log.write(record(target));
        }
    }

    async fn reload(&self, access_log: AccessLogConfig) {
        let settings = Settings { access_log, ..Settings::default() };
        self.server.journal.reload(settings).await.expect("a reload");
    }

    /// The targets in a file, in order.
    fn targets(&self, name: &str) -> Vec<String> {
        targets(&self.path(name))
    }

    async fn written(&self, name: &str, wanted: &[&str]) {
        let what = format!("{wanted:?} in {name}");
        deadline(&what, PATIENCE, async || self.targets(name) == wanted).await;
    }

    async fn health(&self) -> Value {
        self.server.ok("local", "/healthz").await["components"]["access_log"].clone()
    }

    async fn is(&self, status: &str) {
        let what = format!("the access log is {status}");
        deadline(&what, PATIENCE, async || self.health().await["status"] == status).await;
    }

    async fn dropped(&self) -> String {
        let (_, metrics) = self.server.text("nobody", "/metrics").await;
        let line = metrics.lines().find(|line| line.starts_with("gatehouse_access_log_dropped"));
        line.expect("the metric").to_owned()
    }

    async fn stop(self) {
        self.running.stop().await;
        self.server.journal.finish().await;
    }
}

fn targets(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let target = |line: &str| line.split(' ').nth(4).expect("a target").to_owned();
    text.lines().map(target).collect()
}

#[tokio::test]
async fn every_request_is_a_line_that_only_the_owner_may_read() {
    let bench = Bench::new(|_, _| {}).await;
    bench.write("/apps/photos/?token=s3cret");
    bench.write("/apps/photos/b");
    bench.written("access.log", &["/apps/photos/?token=***", "/apps/photos/b"]).await;
    let mode = fs::metadata(bench.path("access.log")).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    bench.is("healthy").await;
    assert_eq!(bench.dropped().await, "gatehouse_access_log_dropped_total 0");
    bench.stop().await;
}

#[tokio::test]
async fn the_last_lines_are_written_at_the_end() {
    let bench = Bench::new(|_, _| {}).await;
    let path = bench.path("access.log");
    deadline("the log is open", PATIENCE, async || path.exists()).await;
    for number in 0..1_000 {
        bench.write(&format!("/{number}"));
    }
    let Bench { folder: _folder, server, running, .. } = bench;
    running.stop().await;
    assert_eq!(targets(&path).len(), 1_000);
    // A request that ends while the program does.
    server.journal.records().write(record("/late"));
    server.journal.finish().await;
    assert_eq!(targets(&path).last().map(String::as_str), Some("/late"));
    assert!(!server.journal.records().is_on());
}

#[tokio::test]
async fn it_can_be_switched_on_and_off_and_changed_while_running() {
    let bench = Bench::new(|_, config| config.enabled = false).await;
    bench.write("/before");
    let on = AccessLogConfig {
        enabled: true,
        path: bench.path("one.log"),
        ..AccessLogConfig::default()
    };
    bench.reload(on.clone()).await;
    bench.write("/first");
    bench.written("one.log", &["/first"]).await;
    let path = bench.path("two.log");
    bench.reload(AccessLogConfig { path, format: AccessLogFormat::Json, ..on.clone() }).await;
    bench.is("healthy").await;
    deadline("the other file", PATIENCE, async || bench.path("two.log").exists()).await;
    bench.write("/second");
    let json = async || {
        let text = fs::read_to_string(bench.path("two.log")).unwrap_or_default();
        let read = serde_json::from_str::<Value>(&text).unwrap_or_default();
        read["target"] == "/second" && read["app"] == "photos"
    };
    deadline("a line of JSON", PATIENCE, json).await;
    bench.reload(AccessLogConfig { enabled: false, ..on }).await;
    bench.write("/third");
    let off = async || bench.health().await["message"] == "It is switched off";
    deadline("it is off", PATIENCE, off).await;
    assert_eq!(bench.targets("one.log"), ["/first"]);
    assert!(!bench.path("access.log").exists());
    bench.stop().await;
}

#[tokio::test]
async fn files_are_put_aside_when_they_are_large_and_old_ones_go() {
    let bench = Bench::new(|folder, config| {
        (config.max_size, config.keep) = (ByteSize(1_000), 2);
        // Of the time when more were kept.
        for old in ["access.log.3", "access.log.4"] {
            fs::write(folder.join(old), "old\n").expect("a file");
        }
    })
    .await;
    for number in 0..100 {
        bench.write(&format!("/{number:03}"));
    }
    let newest = async || bench.targets("access.log").last().is_some_and(|last| last == "/099");
    deadline("all are written", PATIENCE, newest).await;
    let mut kept = Vec::new();
    for name in ["access.log.2", "access.log.1", "access.log"] {
        let size = fs::metadata(bench.path(name)).expect(name).len();
        assert!((1..=1_000).contains(&size), "{name} has {size} bytes");
        kept.extend(bench.targets(name));
    }
    let first = 100 - kept.len();
    let expected: Vec<String> = (first..100).map(|number| format!("/{number:03}")).collect();
    assert_eq!(kept, expected);
    assert!(!bench.path("access.log.3").exists() && !bench.path("access.log.4").exists());
    bench.stop().await;
}

#[tokio::test]
async fn a_file_that_was_moved_away_or_emptied_is_begun_again() {
    let bench = Bench::new(|_, _| {}).await;
    bench.write("/first");
    bench.written("access.log", &["/first"]).await;
    fs::rename(bench.path("access.log"), bench.path("moved.log")).expect("it can be moved");
    let again = async || {
        bench.write("/second");
        bench.path("access.log").exists()
    };
    deadline("a new file", PATIENCE, again).await;
    assert_eq!(bench.targets("moved.log")[0], "/first");
    deadline("lines", PATIENCE, async || !bench.targets("access.log").is_empty()).await;
    assert!(bench.targets("access.log").iter().all(|target| target == "/second"));
    bench.stop().await;
}

#[tokio::test]
async fn half_a_line_of_a_program_that_was_killed_is_ended() {
    let bench = Bench::new(|folder, _| {
        fs::write(folder.join("access.log"), "192.0.2.7 - [then] \"GET /hal").expect("a file");
    })
    .await;
    bench.write("/next");
    let ended = async || {
        let text = fs::read_to_string(bench.path("access.log")).expect("the file");
        text.lines().nth(1).is_some_and(|line| line.contains("\"GET /next "))
    };
    deadline("a line of its own", PATIENCE, ended).await;
    bench.stop().await;
}

#[tokio::test]
async fn a_folder_that_is_missing_is_said_and_waited_for() {
    let bench = Bench::new(|folder, config| config.path = folder.join("logs/access.log")).await;
    bench.is("degraded").await;
    bench.write("/waits");
    let health = bench.health().await;
    let message = health["message"].as_str().expect("a reason");
    assert!(message.starts_with("The access log cannot be written"), "{message}");
    assert!(!message.contains("logs/"), "{message}");
    fs::create_dir(bench.path("logs")).expect("a folder");
    bench.written("logs/access.log", &["/waits"]).await;
    bench.is("healthy").await;
    assert_eq!(bench.dropped().await, "gatehouse_access_log_dropped_total 0");
    bench.stop().await;
}

#[tokio::test]
async fn what_finds_no_room_is_dropped_and_counted() {
    let bench = Bench::new(|_, config| config.path = "/dev/full".into()).await;
    bench.write("/first");
    bench.is("degraded").await;
    for _ in 0..20_000 {
        bench.write("/more");
    }
    let counted = async || {
        let line = bench.dropped().await;
        let count: u64 = line.rsplit(' ').next().and_then(|n| n.parse().ok()).expect("a number");
        // The queue holds 8,192, and as many are on their way.
        assert!(count <= 20_001, "{count}");
        count >= 20_000 - 2 * 8_192
    };
    deadline("the drops are counted", PATIENCE, counted).await;
    // What waits is given up for a path that works.
    let path = bench.path("good.log");
    bench.reload(AccessLogConfig { enabled: true, path, ..AccessLogConfig::default() }).await;
    bench.is("healthy").await;
    bench.write("/last");
    let last = async || bench.targets("good.log").last().is_some_and(|last| last == "/last");
    deadline("it goes on", PATIENCE, last).await;
    bench.stop().await;
}

#[tokio::test]
async fn a_full_disk_leaves_no_half_line_and_is_gone_on_with() {
    let Some(disk) = SmallDisk::mount() else { return };
    let bench = Bench::new(|_, config| config.path = disk.path().join("access.log")).await;
    let log = disk.path().join("access.log");
    bench.write("/000");
    deadline("the first line", PATIENCE, async || targets(&log).len() == 1).await;
    let ballast = disk.fill();
    // More than what is left of the file's last block.
    for number in 1..200 {
        bench.write(&format!("/{number:03}"));
    }
    bench.is("degraded").await;
    let text = fs::read_to_string(&log).expect("the log");
    assert!(text.ends_with('\n'), "{text}");
    fs::remove_file(ballast).expect("it can be removed");
    bench.is("healthy").await;
    let expected: Vec<String> = (0..200).map(|number| format!("/{number:03}")).collect();
    deadline("every line once", PATIENCE, async || targets(&log) == expected).await;
    bench.stop().await;
}
