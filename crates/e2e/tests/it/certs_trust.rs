//! The page that says how to trust the gateway, in Chromium: does it know whether it is trusted?

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::{Gateway, PATIENCE, deadline, skipped};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

const STATE: &str = "document.getElementById('state')?.dataset.state ?? ''";

/// A browser that is told what to do over its own socket.
struct Chromium {
    process: Child,
    socket: WebSocketStream<TcpStream>,
    calls: u64,
    _profile: TempDir,
}

impl Chromium {
    async fn start(flags: &[&str]) -> Chromium {
        let profile = tempfile::tempdir().expect("a folder");
        let mut command = Command::new("/usr/bin/setpriv");
        command.args(["--pdeathsig", "KILL", "--", "chromium", "--headless", "--no-sandbox"]);
        command.args(["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]);
        command.args(["--disable-background-networking", "--disable-component-update"]);
        command.arg(format!("--user-data-dir={}", profile.path().display()));
        command.args(["--remote-debugging-port=0", "about:blank"]).args(flags);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("Chromium starts: it is a Debian package");
        let said = process.stderr.take().expect("it was asked for");
        let address = tokio::task::spawn_blocking(move || listening(BufReader::new(said)));
        let address =
            tokio::time::timeout(PATIENCE, address).await.expect("in time").expect("a line");
        let host = address.trim_start_matches("ws://").split('/').next().expect("a host");
        let tcp = TcpStream::connect(host).await.expect("it listens");
        let (socket, _) = client_async(&address, tcp).await.expect("a socket");
        Chromium { process, socket, calls: 0, _profile: profile }
    }

    async fn call(&mut self, session: Option<&str>, method: &str, params: Value) -> Value {
        self.calls += 1;
        let mut call = json!({ "id": self.calls, "method": method, "params": params });
        if let Some(session) = session {
            call["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(call.to_string())).await.expect("sent");
        let answer = async {
            loop {
                let message = self.socket.next().await.expect("an answer").expect("a message");
                let Message::Text(text) = message else { continue };
                let answer: Value = serde_json::from_str(&text).expect("JSON");
                if answer["id"] == self.calls {
                    assert!(answer["error"].is_null(), "{method}: {answer}");
                    return answer["result"].clone();
                }
            }
        };
        tokio::time::timeout(PATIENCE, answer).await.expect("in time")
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The address of its socket; goes on reading, so that the browser never waits for us.
fn listening(mut said: impl BufRead + Send + 'static) -> String {
    let mut line = String::new();
    while said.read_line(&mut line).expect("it says something") > 0 {
        if let Some((_, address)) = line.split_once("DevTools listening on ") {
            let address = address.trim().to_owned();
            std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
            return address;
        }
        line.clear();
    }
    panic!("the browser ended")
}

async fn state_shown(gateway: &Gateway, flags: &[&str], wave_through: bool) -> String {
    let mut browser = Chromium::start(flags).await;
    let page = browser.call(None, "Target.createTarget", json!({ "url": "about:blank" })).await;
    let attach = json!({ "targetId": page["targetId"], "flatten": true });
    let session = browser.call(None, "Target.attachToTarget", attach).await;
    let session = session["sessionId"].as_str().expect("a session").to_owned();
    if wave_through {
        let ignore = json!({ "ignore": true });
        browser.call(Some(&session), "Security.setIgnoreCertificateErrors", ignore).await;
    }
    let url = gateway.url("/_gh/trust");
    browser.call(Some(&session), "Page.navigate", json!({ "url": url })).await;
    let mut state = String::new();
    deadline("the page has made up its mind", PATIENCE, async || {
        let shown = json!({ "expression": STATE });
        let found = browser.call(Some(&session), "Runtime.evaluate", shown).await;
        state = found["result"]["value"].as_str().unwrap_or_default().to_owned();
        !state.is_empty()
    })
    .await;
    state
}

#[tokio::test]
async fn the_page_knows_whether_the_browser_trusts_the_gateway() {
    if skipped("browser") {
        return;
    }
    let gateway = Gateway::launch().https().start().await;
    let trusted = state_shown(&gateway, &["--ignore-certificate-errors"], false).await;
    assert_eq!(trusted, "trusted");
    let waved_through = state_shown(&gateway, &[], true).await;
    assert_eq!(waved_through, "untrusted");
}
