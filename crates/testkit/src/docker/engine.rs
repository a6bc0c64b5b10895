use std::fs;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use serde_json::Value;

use super::api::{self, Answer};
use super::relay::Relay;
use super::{Container, Created, Network, Running, process_guard};
use crate::free_port;
use crate::process_guard::ProcessGuard;

const IMAGE: &str = "gatehouse-lab:1";

/// A Docker engine of its own, with nothing of the machine's. It ends with this value and with
/// the test process, however that ends, and takes containers, networks and rules with it.
#[derive(Debug)]
pub struct DockerEngine {
    // Dropped before the keeper, so that no connection outlives the engine.
    relay: Mutex<Option<Relay>>,
    guard: Mutex<ProcessGuard>,
    folder: PathBuf,
    socket: PathBuf,
    published_at: Ipv4Addr,
    tcp_port: u16,
    tls_port: u16,
    image: OnceLock<&'static str>,
    pub(super) built: OnceLock<&'static str>,
    names: AtomicU32,
}

/// What a client of [`DockerEngine::tls_port`] needs, as PEM files.
#[derive(Debug, Clone)]
pub struct TlsFiles {
    pub folder: PathBuf,
    pub ca: PathBuf,
    pub certificate: PathBuf,
    pub key: PathBuf,
}

impl DockerEngine {
    pub(super) fn shared() -> DockerEngine {
        DockerEngine::start(Command::new("env"), "shared")
    }

    /// An engine that a test may stop without harm to others. It has a network of its own, in
    /// which containers are reached by their IPv4 addresses as usual, and published ports at
    /// `published_at`; the port for TLS is not reached. `None` when `GATEHOUSE_TEST_SKIP` names
    /// `docker`.
    pub fn apart() -> Option<DockerEngine> {
        if crate::skipped("docker") {
            return None;
        }
        let mut unshare = Command::new("unshare");
        unshare.arg("--net");
        Some(DockerEngine::start(unshare, "apart"))
    }

    fn start(launcher: Command, place: &str) -> DockerEngine {
        let (tcp_port, tls_port) = (free_port(), free_port());
        let (guard, folder, published_at) = process_guard::start(launcher, place, tls_port);
        let socket = folder.join("docker.sock");
        DockerEngine {
            relay: Mutex::new(Some(Relay::open(tcp_port, &socket))),
            guard: Mutex::new(guard),
            folder,
            socket,
            published_at,
            tcp_port,
            tls_port,
            image: OnceLock::new(),
            built: OnceLock::new(),
            names: AtomicU32::new(0),
        }
    }

    pub fn socket(&self) -> &Path {
        &self.socket
    }

    /// `unix:///…`, as configurations name it.
    pub fn url(&self) -> String {
        format!("unix://{}", self.socket.display())
    }

    /// The address of published ports: 127.0.0.1 for the shared engine.
    pub fn published_at(&self) -> Ipv4Addr {
        self.published_at
    }

    /// Plain HTTP on 127.0.0.1.
    pub fn tcp_port(&self) -> u16 {
        self.tcp_port
    }

    /// TLS on 127.0.0.1, for clients with a certificate only.
    pub fn tls_port(&self) -> u16 {
        self.tls_port
    }

    pub fn tls(&self) -> TlsFiles {
        let folder = self.folder.join("tls");
        TlsFiles {
            ca: folder.join("ca.pem"),
            certificate: folder.join("client.pem"),
            key: folder.join("client-key.pem"),
            folder,
        }
    }

    /// What the daemon said since it was last started.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    /// A name that no other test of this process has.
    pub fn unique(&self, name: &str) -> String {
        format!("{name}-{}", self.names.fetch_add(1, Ordering::Relaxed))
    }

    /// An image with busybox: `sh`, `nc`, `sleep` and the rest. It exposes 8080 and serves a page
    /// there, unless told otherwise.
    pub fn image(&self) -> &str {
        self.image.get_or_init(|| {
            let changes = "changes=EXPOSE%208080&changes=CMD%20%5B%22httpd%22,%22-f%22,\
                           %22-p%22,%228080%22,%22-h%22,%22/www%22%5D";
            let (name, tag) = IMAGE.split_once(':').expect("it has a tag");
            let path = format!("/images/create?fromSrc=-&repo={name}&tag={tag}&{changes}");
            let files = fs::read(self.folder.join("image.tar")).expect("the guard made it");
            let answer = api::call(&self.socket, "POST", &path, &files).expect("it answers");
            assert!(answer.is_success(), "the image is not taken: {answer:?}");
            IMAGE
        })
    }

    /// Gives the image another name, for example `grafana/grafana:10`.
    pub fn retag(&self, name: &str) {
        let slash = name.rfind('/').unwrap_or(0);
        let colon = name.rfind(':').filter(|colon| *colon > slash);
        let (repository, tag) = colon.map_or((name, "latest"), |at| (&name[..at], &name[at + 1..]));
        let image = self.image();
        let path = format!("/images/{image}/tag?repo={repository}&tag={tag}");
        self.must("POST", &path, &Value::Null);
    }

    /// Starts a container; it is removed with the value that is returned.
    pub fn run(&self, container: Container) -> Running<'_> {
        let running = self.create(container);
        running.start();
        running
    }

    /// Makes a container and does not start it.
    pub fn create(&self, container: Container) -> Running<'_> {
        Running::create(self, container)
    }

    /// Makes many containers and starts none of them. `describe` is given their numbers.
    pub fn create_many(&self, n: usize, describe: impl Fn(usize) -> Container) -> Created<'_> {
        let containers: Vec<Container> = (0..n).map(describe).collect();
        Created::create(self, &containers)
    }

    /// A bridge network; it is removed with the value that is returned.
    pub fn create_network(&self, name: &str, ipv6: bool) -> Network<'_> {
        Network::create(self, name, ipv6)
    }

    /// Ends the daemon, and with it the containers that run. Its socket is gone until
    /// `start_engine`.
    pub fn stop_engine(&self) {
        self.relay().take();
        self.order("stop");
    }

    /// Kills the daemon as a crash would.
    pub fn kill_engine(&self) {
        self.relay().take();
        self.order("kill");
    }

    /// Starts the daemon again at the same socket and ports.
    pub fn start_engine(&self) {
        self.order("start");
        *self.relay() = Some(Relay::open(self.tcp_port, &self.socket));
    }

    /// The daemon keeps its connections and answers nothing.
    pub fn pause_engine(&self) {
        self.order("pause");
    }

    pub fn resume_engine(&self) {
        self.order("resume");
    }

    fn order(&self, order: &str) {
        self.guard.lock().unwrap_or_else(PoisonError::into_inner).order(order);
    }

    fn relay(&self) -> MutexGuard<'_, Option<Relay>> {
        self.relay.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls the engine, as in `api("GET", "/containers/json", &Value::Null)`.
    pub fn api(&self, method: &str, path: &str, body: &Value) -> Answer {
        let answer = self.try_api(method, path, body);
        answer.unwrap_or_else(|error| panic!("the engine does not answer {path}: {error}"))
    }

    pub(super) fn try_api(
        &self,
        method: &str,
        path: &str,
        body: &Value,
    ) -> std::io::Result<Answer> {
        // The engine resets the connection of who sends a body where it expects none.
        let body = if body.is_null() { String::new() } else { body.to_string() };
        api::call(&self.socket, method, path, body.as_bytes())
    }

    /// The same, for calls that must succeed.
    pub(super) fn must(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.api(method, path, body);
        assert!(answer.is_success(), "{method} {path}: {answer:?}");
        answer.body
    }
}
