use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use super::programs;

/// A PostgreSQL server of its own, reached over a socket in its folder. It stops and removes the
/// folder when this value is dropped and when the test process ends, however it ends.
#[derive(Debug)]
pub struct Cluster {
    folder: PathBuf,
    programs: PathBuf,
    databases: AtomicU32,
    keeper: Child,
    /// The keeper takes orders here, and stops the server when this closes.
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Cluster {
    pub fn start() -> Cluster {
        let programs = programs::folder();
        let mut keeper = programs::shell()
            .args(["-c", include_str!("cluster.sh"), "postgres-keeper"])
            .arg(&programs)
            .current_dir("/")
            // Out of reach of a Ctrl-C, which would end it before it has tidied up.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the shell that keeps PostgreSQL starts");
        let orders = keeper.stdin.take();
        let mut answers = BufReader::new(keeper.stdout.take().expect("stdout is piped"));
        let mut line = String::new();
        answers.read_line(&mut line).expect("the keeper answers");
        let Some(folder) = line.trim_end().strip_prefix("ready ") else {
            let _ = answers.read_to_string(&mut line);
            panic!("PostgreSQL did not start: {line}");
        };
        let folder = folder.into();
        Cluster { folder, programs, databases: AtomicU32::new(0), keeper, orders, answers }
    }

    /// Cuts every session and stops the server; its data stays.
    pub fn stop(&mut self) {
        self.order("stop");
    }

    pub fn start_again(&mut self) {
        self.order("start");
    }

    fn order(&mut self, order: &str) {
        let mut keeper = self.orders.as_ref().expect("the keeper is there until the end");
        writeln!(keeper, "{order}").expect("the keeper takes orders");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("the keeper answers");
        assert_eq!(line.trim_end(), "done", "PostgreSQL did not {order}");
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

impl Drop for Cluster {
    fn drop(&mut self) {
        self.orders.take();
        let _ = self.keeper.wait();
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
