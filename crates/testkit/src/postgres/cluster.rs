use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use super::programs;
use crate::process_guard::ProcessGuard;

/// A PostgreSQL server of its own, reached over a socket in its folder. It stops and removes the
/// folder when this value is dropped and when the test process ends, however it ends.
#[derive(Debug)]
pub struct Cluster {
    folder: PathBuf,
    programs: PathBuf,
    databases: AtomicU32,
    guard: ProcessGuard,
}

impl Cluster {
    pub fn start() -> Cluster {
        let programs = programs::folder();
        let mut shell = programs::shell();
        shell.args(["-c", include_str!("cluster.sh"), "postgres-guard"]).arg(&programs);
        let (guard, folder) = ProcessGuard::start("PostgreSQL", shell.stderr(Stdio::null()));
        Cluster { folder: folder.into(), programs, databases: AtomicU32::new(0), guard }
    }

    /// Cuts every session and stops the server; its data stays.
    pub fn stop(&mut self) {
        self.guard.order("stop");
    }

    pub fn start_again(&mut self) {
        self.guard.order("start");
    }

    /// The database that every cluster has, for tests with a cluster of their own.
    pub fn url(&self) -> String {
        self.url_of("postgres")
    }

    fn url_of(&self, database: &str) -> String {
        format!("postgres:///{database}?host={}&user=postgres", self.folder.display())
    }

    /// Makes an empty database.
    pub(crate) fn create(&self) -> PostgresDatabase<'_> {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.run("createdb", &[&name]);
        PostgresDatabase { cluster: self, name }
    }

    /// Runs SQL as the superuser, outside the program under test.
    pub fn sql(&self, database: &str, sql: &str) -> String {
        let quiet = ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"];
        self.run("psql", &[&quiet[..], &["--dbname", database, "--command", sql]].concat())
    }

    fn run(&self, program: &str, arguments: &[&str]) -> String {
        let output = Command::new(self.programs.join(program))
            .arg("--host")
            .arg(&self.folder)
            .args(["--username", "postgres", "--no-password"])
            .args(arguments)
            .output()
            .expect("PostgreSQL's programs run");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program} {arguments:?}: {errors}");
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    }
}

/// One database of a cluster, dropped with this value.
#[derive(Debug)]
pub(crate) struct PostgresDatabase<'a> {
    cluster: &'a Cluster,
    name: String,
}

impl PostgresDatabase<'_> {
    pub(crate) fn url(&self) -> String {
        self.cluster.url_of(&self.name)
    }
}

impl Drop for PostgresDatabase<'_> {
    fn drop(&mut self) {
        // A panic here while the test panics would hide the test's own message.
        if !std::thread::panicking() {
            self.cluster.run("dropdb", &["--force", &self.name]);
        }
    }
}
