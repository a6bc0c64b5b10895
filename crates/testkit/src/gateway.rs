//! The real program, as a process of its own.

use std::fs::{self, File};
use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::Duration;

use reqwest::{Client, ClientBuilder, Method, RequestBuilder};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use crate::launch::{Launch, config_path, data_dir};
use crate::{client, deadline};

const READY_WITHIN: Duration = Duration::from_secs(120);
/// The program gives requests under way 30 seconds.
const ENDED_WITHIN: Duration = Duration::from_secs(40);
const LARGEST_OUTPUT: u64 = 16 << 20;

/// A running program with a data directory of its own. Dropped, it is killed and its folder
/// removed.
#[derive(Debug)]
pub struct Gateway {
    launch: Launch,
    folder: TempDir,
    port: u16,
    child: Child,
    client: Client,
}

impl Gateway {
    /// To start it otherwise than `start` does.
    pub fn launch() -> Launch {
        Launch::default()
    }

    pub async fn start() -> Gateway {
        Launch::default().start().await
    }

    pub(crate) async fn new(launch: Launch, folder: TempDir, port: u16) -> Gateway {
        let child = spawn(&launch, &folder, port);
        let client = client::trusting_anyone();
        let mut gateway = Gateway { launch, folder, port, child, client };
        gateway.until_ready().await;
        gateway.client = gateway.client_builder().build().expect("a client");
        gateway
    }

    async fn until_ready(&mut self) {
        let probe = client::trusting_anyone();
        let url = self.url("/readyz");
        let ready = timeout(READY_WITHIN, async {
            loop {
                let answer = probe.get(&url).send().await;
                if answer.is_ok_and(|answer| answer.status().is_success()) {
                    return;
                }
                let ended = self.child.try_wait().expect("a child can be asked");
                assert!(ended.is_none(), "the program ended ({ended:?}):\n{}", self.output());
                sleep(Duration::from_millis(10)).await;
            }
        });
        if ready.await.is_err() {
            panic!("not ready within {READY_WITHIN:?}:\n{}", self.output());
        }
    }

    /// Its address on loopback, without a slash at the end.
    pub fn base_url(&self) -> String {
        let scheme = if self.launch.https { "https" } else { "http" };
        format!("{scheme}://127.0.0.1:{}", self.port)
    }

    pub fn url(&self, path: &str) -> String {
        self.base_url() + path
    }

    /// The same program as reached at another of the machine's addresses.
    pub fn url_at(&self, address: IpAddr, path: &str) -> String {
        let scheme = if self.launch.https { "https" } else { "http" };
        format!("{scheme}://{}{path}", std::net::SocketAddr::new(address, self.port))
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn data_dir(&self) -> PathBuf {
        data_dir(&self.folder)
    }

    /// Trusts the program's own CA, follows no redirect.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// To build a client like `client`, with something of one's own.
    pub fn client_builder(&self) -> ClientBuilder {
        if self.launch.https { client::trusting(&self.data_dir()) } else { client::without_tls() }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, self.url(path))
    }

    pub fn get(&self, path: &str) -> RequestBuilder {
        self.request(Method::GET, path)
    }

    pub fn post(&self, path: &str, body: &Value) -> RequestBuilder {
        self.request(Method::POST, path).json(body)
    }

    /// Makes the first administrator, signs in and gives the token.
    pub async fn admin_token(&self) -> String {
        let who = json!({"username": "admin", "password": "correct horse battery"});
        let setup = self.post("/api/v1/auth/setup", &who).send().await.expect("setup answers");
        assert_eq!(setup.status(), 201, "setup: {:?}", setup.text().await);
        let login = self.post("/api/v1/auth/login", &who).send().await.expect("login answers");
        assert_eq!(login.status(), 200, "login: {:?}", login.text().await);
        let body: Value = login.json().await.expect("login answers with JSON");
        body["token"].as_str().expect("login gives a token").to_owned()
    }

    /// Everything the program wrote so far, over restarts too.
    pub fn output(&self) -> String {
        let path = output_path(&self.folder);
        let size = fs::metadata(&path).expect("the output is kept").len();
        assert!(size < LARGEST_OUTPUT, "the program wrote {size} bytes");
        String::from_utf8_lossy(&fs::read(path).expect("the output can be read")).into_owned()
    }

    /// Puts another configuration file in the place of the one it was started with.
    pub fn write_config(&self, yaml: &str) {
        let new = self.folder.path().join("config.yaml.new");
        fs::write(&new, yaml).expect("the folder can be written");
        fs::rename(new, config_path(&self.folder)).expect("the file can be replaced");
    }

    /// Sends a signal (`HUP`, `TERM`) to this one process.
    pub fn signal(&self, name: &str) {
        let pid = self.pid().to_string();
        let sent =
            Command::new("sh").args(["-c", "kill -s \"$1\" \"$2\"", "sh", name, &pid]).status();
        assert!(sent.is_ok_and(|status| status.success()), "{name} could not be sent to {pid}");
    }

    /// Runs a command of the program beside the running one, on the same data, and gives it this
    /// to read.
    pub fn run(&self, arguments: &[&str], input: &str) -> Output {
        let mut command = self.launch.bare_command(&self.folder);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("it was asked for");
        stdin.write_all(input.as_bytes()).expect("a command reads its input");
        drop(stdin);
        child.wait_with_output().expect("a child can be waited for")
    }

    /// Ends it without a chance to finish anything.
    pub fn kill9(&mut self) {
        self.child.kill().expect("a child can be killed");
        self.child.wait().expect("a child can be waited for");
    }

    /// Asks it to stop and waits until it has.
    pub async fn terminate(&mut self) -> ExitStatus {
        self.signal("TERM");
        self.ended().await
    }

    /// Waits until it has ended by itself.
    pub async fn ended(&mut self) -> ExitStatus {
        let mut status = None;
        deadline("the program ends", ENDED_WITHIN, async || {
            status = self.child.try_wait().expect("a child can be asked");
            status.is_some()
        })
        .await;
        status.expect("it has ended")
    }

    /// Starts it again, at the same address with the same data; stops it first where it runs.
    pub async fn restart(&mut self) {
        if self.child.try_wait().expect("a child can be asked").is_none() {
            self.terminate().await;
        }
        self.child = spawn(&self.launch, &self.folder, self.port);
        self.until_ready().await;
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn output_path(folder: &TempDir) -> PathBuf {
    folder.path().join("output")
}

fn spawn(launch: &Launch, folder: &TempDir, port: u16) -> Child {
    let output = File::options().create(true).append(true).open(output_path(folder));
    let output = output.expect("the folder can be written");
    let errors = output.try_clone().expect("a file can be shared");
    let mut command = launch.command(folder, port);
    command.stdout(output).stderr(errors).spawn().expect("the program starts")
}
