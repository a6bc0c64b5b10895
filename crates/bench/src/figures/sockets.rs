//! A crowd of authenticated sockets that read and say nothing.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::tls::{Dialer, Stream};

const OPENING_AT_ONCE: usize = 64;
const OPEN_WITHIN: Duration = Duration::from_secs(60);
/// Thousands of clients in one process: each holds little.
const BUFFER: usize = 512;

pub(crate) type Socket = WebSocketStream<Stream>;

/// A message that came to one of the sockets, and when.
pub(crate) struct Heard {
    pub(crate) at: Instant,
    pub(crate) text: Utf8Bytes,
}

pub(crate) struct Sockets {
    readers: JoinSet<Result<()>>,
    heard: mpsc::Receiver<Heard>,
}

impl Sockets {
    /// Opens one socket for each token and waits until all were welcomed.
    pub(crate) async fn open(dialer: &Dialer, tokens: Vec<String>) -> Result<Sockets> {
        let count = tokens.len();
        let turns = Arc::new(Semaphore::new(OPENING_AT_ONCE));
        let (tell, heard) = mpsc::channel(count);
        let (welcome, mut all_welcomed) = mpsc::channel::<()>(1);
        let mut readers = JoinSet::new();
        for token in tokens {
            let (dialer, turns) = (dialer.clone(), turns.clone());
            let (tell, welcome) = (tell.clone(), welcome.clone());
            readers.spawn(async move {
                let turn = turns.acquire().await?;
                let opened = timeout(OPEN_WITHIN, Box::pin(open(&dialer, &token, BUFFER))).await;
                let socket = opened.context("a socket is not opened in time")??;
                drop((turn, dialer, token, welcome));
                read(socket, tell).await
            });
        }
        drop(welcome);
        let mut sockets = Sockets { readers, heard };
        tokio::select! {
            // Each socket lets its end go when it was welcomed; nothing is ever sent.
            _ = all_welcomed.recv() => {}
            failure = sockets.failure() => return Err(failure),
        }
        Ok(sockets)
    }

    /// The next message to any of them.
    pub(crate) async fn next(&mut self) -> Result<Heard> {
        tokio::select! {
            Some(heard) = self.heard.recv() => Ok(heard),
            Some(ended) = self.readers.join_next() => Err(why(ended)),
            else => bail!("no socket is open"),
        }
    }

    async fn failure(&mut self) -> anyhow::Error {
        match self.readers.join_next().await {
            Some(ended) => why(ended),
            None => std::future::pending().await,
        }
    }

    /// How many are still open; those that ended ended against our will.
    pub(crate) fn open_now(&mut self) -> Result<usize> {
        match self.readers.try_join_next() {
            Some(ended) => Err(why(ended)),
            None => Ok(self.readers.len()),
        }
    }
}

fn why(ended: Result<Result<()>, tokio::task::JoinError>) -> anyhow::Error {
    match ended {
        Ok(Err(error)) => error,
        Ok(Ok(())) => anyhow::anyhow!("the gateway closed a socket"),
        Err(error) => error.into(),
    }
}

pub(crate) async fn open(dialer: &Dialer, token: &str, buffer: usize) -> Result<Socket> {
    let stream = dialer.dial().await?;
    let config = WebSocketConfig::default().read_buffer_size(buffer).write_buffer_size(0);
    let url = format!("wss://{}/api/v1/ws", dialer.authority());
    let (mut socket, _) = client_async_with_config(url, stream, Some(config)).await?;
    let auth = json!({ "type": "auth", "data": { "token": token } });
    socket.send(Message::text(auth.to_string())).await?;
    for expected in ["auth_success", "hello"] {
        let message = socket.next().await.context("the gateway hung up")??;
        let kind = serde_json::from_str::<Value>(message.to_text()?)?["type"].take();
        ensure!(kind == expected, "not welcomed: {message}");
    }
    Ok(socket)
}

/// Reads until the gateway closes; answers to pings are sent by the library.
async fn read(mut socket: Socket, tell: mpsc::Sender<Heard>) -> Result<()> {
    while let Some(message) = socket.next().await {
        if let Message::Text(text) = message? {
            tell.send(Heard { at: Instant::now(), text }).await?;
        }
    }
    Ok(())
}
