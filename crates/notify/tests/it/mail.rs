//! A real mail server: aiosmtpd, which scripts/setup-test installs.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

use serde_json::json;
use testkit::{both, deadline, free_port, skipped};
use tokio::net::TcpStream;

use crate::channels::{create, path, report};
use crate::server::{MIGRATIONS, Server};
use crate::sockets::PATIENCE;

struct MailServer {
    port: u16,
    child: Child,
    heard: Arc<Mutex<String>>,
}

impl MailServer {
    /// Prints every mail that it takes.
    async fn start() -> Self {
        let port = free_port();
        let mut child = Command::new(python())
            .args(["-u", "-m", "aiosmtpd", "-n", "-c", "aiosmtpd.handlers.Debugging", "stdout"])
            .args(["-l", &format!("127.0.0.1:{port}")])
            .stdout(Stdio::piped())
            .spawn()
            .expect("aiosmtpd starts; scripts/setup-test installs it");
        let heard: Arc<Mutex<String>> = Arc::default();
        let (sink, output) = (heard.clone(), child.stdout.take().expect("stdout is piped"));
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                sink.lock().expect("a lock").push_str(&(line + "\n"));
            }
        });
        deadline("the mail server listens", PATIENCE, async || {
            TcpStream::connect(("127.0.0.1", port)).await.is_ok()
        })
        .await;
        MailServer { port, child, heard }
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[expect(clippy::disallowed_methods, reason = "tests have no configuration to read it from")]
fn python() -> PathBuf {
    let cache = std::env::var("GATEHOUSE_CACHE").map(PathBuf::from);
    let home = || PathBuf::from(std::env::var("HOME").unwrap_or_default()).join(".cache/gatehouse");
    cache.unwrap_or_else(|_| home()).join("aiosmtpd/bin/python")
}

#[tokio::test]
async fn a_mail_server_takes_what_is_forwarded() {
    if skipped("aiosmtpd") {
        return;
    }
    let mail = MailServer::start().await;
    both(&MIGRATIONS, async |db| {
        mail.heard.lock().expect("a lock").clear();
        let server = Server::new(db).await;
        let settings = json!({
            "host": "127.0.0.1", "port": mail.port, "encryption": "none",
            "from": "Gatehouse <gate@fixture.example>", "to": ["ann@fixture.example"],
        });
        let channel = create(&server, json!({ "type": "smtp", "settings": settings })).await;
        report(&server, "It rains\r\nBcc: eve@evil.example").await;
        deadline("the mail has come", PATIENCE, async || {
            mail.heard.lock().expect("a lock").contains("the details")
        })
        .await;
        let heard = mail.heard.lock().expect("a lock").clone();
        assert!(heard.contains("To: ann@fixture.example"), "{heard}");
        assert!(heard.contains("Subject: It rains"), "{heard}");
        assert!(!heard.lines().any(|line| line.starts_with("Bcc:")), "{heard}");
        deadline("its state says so", PATIENCE, async || {
            server.ok("admin", &path(&channel)).await["status"] == "working"
        })
        .await;

        // A server that wants no encryption cannot be had with some.
        let settings = json!({
            "host": "127.0.0.1", "port": mail.port, "encryption": "starttls",
            "from": "gate@fixture.example", "to": ["ann@fixture.example"],
        });
        let channel = create(&server, json!({ "type": "smtp", "settings": settings })).await;
        let test = format!("{}/test", path(&channel));
        let (_, answer) = server.post("admin", &test, json!(null)).await;
        assert_eq!(answer["success"], false, "{answer}");
        server.stop().await;
    })
    .await;
}
