//! A device that stays connected as phones do: it comes back when the connection breaks, and notes
//! what it gets.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use testkit::PATIENCE;

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

/// What a device got: which message came under which number.
#[derive(Debug, Default)]
pub(crate) struct Got {
    /// In the order of their first arrival.
    pub(crate) order: Vec<i64>,
    pub(crate) numbers: BTreeMap<i64, Vec<i64>>,
}

pub(crate) struct Device {
    pub(crate) got: Arc<Mutex<Got>>,
    running: JoinHandle<()>,
}

impl Device {
    pub(crate) fn connect(port: u16, token: String) -> Self {
        let got: Arc<Mutex<Got>> = Arc::default();
        #[expect(clippy::disallowed_methods, reason = "it ends with its test")]
        let running = tokio::spawn(stay(port, token, got.clone()));
        Device { got, running }
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        self.running.abort();
    }
}

async fn stay(port: u16, token: String, got: Arc<Mutex<Got>>) {
    loop {
        // Whatever breaks, it comes back.
        let _ = converse(port, &token, &got).await;
        sleep(Duration::from_millis(50)).await;
    }
}

async fn converse(port: u16, token: &str, got: &Mutex<Got>) -> Option<()> {
    let stream = timeout(PATIENCE, TcpStream::connect(("127.0.0.1", port))).await.ok()?.ok()?;
    let url = format!("ws://127.0.0.1:{port}/api/v1/ws");
    let (mut socket, _) = timeout(PATIENCE, client_async(url, stream)).await.ok()?.ok()?;
    let auth = json!({ "type": "auth", "data": { "token": token } });
    socket.send(Message::text(auth.to_string())).await.ok()?;
    loop {
        // Reading answers pings, too: that confirms what came before them.
        let Message::Text(text) = socket.next().await?.ok()? else { continue };
        let message: Value = serde_json::from_str(&text).ok()?;
        if message["type"] == "webhook" {
            got.lock().expect("a lock").note(&message);
        }
    }
}

impl Got {
    fn note(&mut self, message: &Value) {
        let data = &message["data"];
        let text = data["message"].as_str().or(data["data"]["n"].as_str()).expect("a number");
        let count: i64 = text.parse().expect("a number");
        let number = message["notificationId"].as_i64().expect("a queued one");
        let numbers = self.numbers.entry(count).or_default();
        if numbers.is_empty() {
            self.order.push(count);
        }
        numbers.push(number);
    }
}
