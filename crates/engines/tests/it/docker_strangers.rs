//! Engines that cannot be had here, played from what they answer: newer ones, Podman, and what is
//! no engine at all.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use engines::{Docker, Engine, Fault, State};
use kit::{Shutdown, Supervisor};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

use crate::lab::at;

struct Player {
    supervisor: Supervisor,
    socket: PathBuf,
    asked: Arc<Mutex<Vec<String>>>,
    _folder: TempDir,
}

type Script = fn(&str) -> String;

impl Player {
    fn new(answer: Script) -> Player {
        let folder = tempfile::tempdir().expect("a folder is made");
        let socket = folder.path().join("engine.sock");
        let listener = UnixListener::bind(&socket).expect("the socket is new");
        let asked = Arc::new(Mutex::new(Vec::new()));
        let supervisor = Supervisor::new(Shutdown::default());
        let (token, heard) = (supervisor.shutdown().token(), Arc::clone(&asked));
        supervisor.spawn(async move {
            while let Some(Ok((stream, _))) = token.run_until_cancelled(listener.accept()).await {
                let path = play(stream, answer).await;
                heard.lock().expect("nobody panics with it").push(path);
            }
        });
        Player { supervisor, socket, asked, _folder: folder }
    }

    fn client(&self) -> Docker {
        at(&self.socket.display().to_string())
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("nobody panics with it").clone()
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.supervisor.shutdown().drain();
    }
}

async fn play(mut stream: UnixStream, answer: Script) -> String {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        let Ok(byte) = stream.read_u8().await else { return String::new() };
        request.push(byte);
    }
    let request = String::from_utf8_lossy(&request).into_owned();
    let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
    let _ = stream.write_all(answer(&path).as_bytes()).await;
    path
}

fn ok(body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

#[tokio::test]
async fn a_newer_engine_is_asked_in_words_that_both_know() {
    let player = Player::new(|path| match path {
        "/version" => ok(r#"{"ApiVersion":"1.99"}"#),
        _ => ok("[]"),
    });
    let client = player.client();
    assert_eq!(client.containers().await, Ok(Vec::new()));
    assert_eq!(client.containers().await, Ok(Vec::new()));
    let asked = player.asked();
    assert_eq!(asked[0], "/version");
    assert!(asked[1].starts_with("/v1.53/containers/json?"), "{asked:?}");
    assert_eq!(asked.len(), 3, "the version is asked for once");
}

#[tokio::test]
async fn a_state_that_only_podman_knows_does_not_hide_the_others() {
    const RUNNING: &str = r#"{"Id":"ab12","Names":["/web"],"Image":"docker.io/library/nginx",
        "State":"running","Labels":null,"Ports":null,"Created":1700000000,
        "NetworkSettings":{"Networks":{"podman":{"IPAddress":"10.88.0.2","Gateway":"10.88.0.1"}}}}"#;
    let player = Player::new(|path| match path {
        "/version" => ok(r#"{"ApiVersion":"1.41"}"#),
        path if path.contains("all=true") => {
            ok(&format!(r#"[{RUNNING},{{"Id":"cd34","State":"initialized"}}]"#))
        }
        _ => ok(&format!("[{RUNNING}]")),
    });
    let listed = player.client().containers().await.unwrap();
    assert_eq!((listed.len(), &*listed[0].name, listed[0].state), (1, "web", State::Running));
    assert_eq!(listed[0].networks[0].addresses[0].to_string(), "10.88.0.2");
}

#[tokio::test]
async fn what_is_no_engine_is_said_to_be_none() {
    for (answer, fault) in [
        ((|_| ok("<html>")) as Script, Fault::Failed),
        (|_| ok("{}"), Fault::Failed),
        (|_| ok(r#"{"ApiVersion":"../../x"}"#), Fault::Failed),
        (|_| "SSH-2.0-OpenSSH_9.2\r\n".to_owned(), Fault::Unreachable),
        (|_| String::new(), Fault::Unreachable),
        (|_| "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n".to_owned(), Fault::Forbidden),
    ] {
        let player = Player::new(answer);
        let error = player.client().containers().await.unwrap_err();
        assert_eq!(error.fault, fault, "{error}");
    }
}

#[tokio::test]
async fn an_answer_without_end_is_cut_off() {
    let player = Player::new(|path| match path {
        "/version" => ok(r#"{"ApiVersion":"1.41"}"#),
        _ => format!("HTTP/1.1 200 OK\r\n\r\n[{}", " ".repeat(65 * 1024 * 1024)),
    });
    let error = player.client().containers().await.unwrap_err();
    assert!(error.message.contains("too large"), "{error}");
}
