//! Clients with a WebSocket each: silent at first, then with something to say every second.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use futures::{SinkExt, StreamExt};
use http::{HeaderValue, header};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{interval, sleep};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::dial::Stream;
use super::load::Tally;
use super::request::Request;
use super::rival::Rival;

const EVERY: Duration = Duration::from_secs(1);
const MESSAGE: &str = "{\"type\":\"state\",\"data\":{\"entity\":\"sensor.attic\",\"value\":21.5}}";

/// Dropped, they hang up.
pub(crate) struct Crowd {
    /// How often a message came back.
    pub(crate) tally: Arc<Tally>,
    clients: JoinSet<Result<()>>,
    talking: watch::Sender<bool>,
}

impl Crowd {
    pub(crate) async fn open(rival: &Rival, token: Option<&str>, count: u32) -> Result<Crowd> {
        let dialer = rival.dialer(rival.transport)?;
        let request = rival.request("/ws", token);
        let (talking, asked_to_talk) = watch::channel(false);
        let mut crowd = Crowd { tally: Arc::default(), clients: JoinSet::new(), talking };
        for number in 0..count {
            let opened = open(dialer.dial().await?, &request).await;
            let socket = opened.with_context(|| format!("socket {number} is not opened"))?;
            let (asked, tally) = (asked_to_talk.clone(), crowd.tally.clone());
            let first = EVERY * number / count;
            crowd.clients.spawn(talk(socket, asked, first, tally));
        }
        Ok(crowd)
    }

    pub(crate) fn talk(&self) {
        self.talking.send_replace(true);
    }

    /// Ends only when a client fails.
    pub(crate) async fn failure(&mut self) -> anyhow::Error {
        match self.clients.join_next().await {
            Some(Ok(Err(error))) => error,
            Some(Err(error)) => error.into(),
            Some(Ok(Ok(()))) | None => anyhow::anyhow!("a client stopped too early"),
        }
    }
}

async fn open(stream: Stream, request: &Request) -> Result<WebSocketStream<Stream>> {
    let scheme = if request.transport.is_encrypted() { "wss" } else { "ws" };
    let url = format!("{scheme}://{}{}", request.authority(), request.path);
    let mut upgrade = url.into_client_request()?;
    let credential = HeaderValue::from_str(&request.authorization())?;
    upgrade.headers_mut().insert(header::AUTHORIZATION, credential);
    let config = WebSocketConfig::default().read_buffer_size(512).write_buffer_size(0);
    let (socket, _) = client_async_with_config(upgrade, stream, Some(config)).await?;
    Ok(socket)
}

/// Says the same again and again when asked to, and waits for the echo each time.
async fn talk(
    mut socket: WebSocketStream<Stream>,
    mut asked: watch::Receiver<bool>,
    first: Duration,
    tally: Arc<Tally>,
) -> Result<()> {
    tokio::select! {
        asked = asked.wait_for(|talking| *talking) => drop(asked?),
        said = socket.next() => anyhow::bail!("a silent socket got {said:?}"),
    }
    sleep(first).await;
    let mut turns = interval(EVERY);
    loop {
        turns.tick().await;
        socket.send(Message::text(MESSAGE)).await?;
        let echo = socket.next().await.context("the proxy hung up")??;
        ensure!(echo.to_text()? == MESSAGE, "an echo is {echo:?}");
        tally.answered();
    }
}
