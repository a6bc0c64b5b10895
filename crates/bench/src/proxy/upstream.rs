//! The app behind the proxies. It does as little as an app can, so that what is measured is the
//! proxy.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result};
use futures::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use super::pages;
use super::scenario::Answer;

/// More than any proxy sends as the head of a request.
const LONGEST_HEAD: usize = 8 << 10;
const END_OF_HEAD: &[u8] = b"\r\n\r\n";

/// Dropped, it stops.
pub(crate) struct Upstream {
    pub(crate) port: u16,
    accepted: Arc<AtomicU64>,
    _serving: JoinSet<()>,
}

/// Whole answers, made once.
struct Answers(Vec<(Vec<u8>, Vec<u8>)>);

impl Upstream {
    pub(crate) async fn start() -> Result<Upstream> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        let accepted = Arc::new(AtomicU64::new(0));
        let mut serving = JoinSet::new();
        serving.spawn(serve(listener, accepted.clone()));
        Ok(Upstream { port, accepted, _serving: serving })
    }

    /// How many connections were opened to it so far.
    pub(crate) fn accepted(&self) -> u64 {
        self.accepted.load(Ordering::Relaxed)
    }
}

async fn serve(listener: TcpListener, accepted: Arc<AtomicU64>) {
    let answers = Arc::new(Answers::new());
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        accepted.fetch_add(1, Ordering::Relaxed);
        while connections.try_join_next().is_some() {}
        let answers = answers.clone();
        connections.spawn(async move {
            // A proxy that hangs up is no failure of the app.
            let _ = converse(stream, &answers).await;
        });
    }
}

/// Answers one request after the other; none of them has a body.
async fn converse(mut stream: TcpStream, answers: &Answers) -> Result<()> {
    stream.set_nodelay(true)?;
    let mut buffer = vec![0; LONGEST_HEAD];
    loop {
        let mut filled = 0;
        while !buffer[..filled].ends_with(END_OF_HEAD) {
            let read = stream.read(&mut buffer[filled..]).await?;
            if read == 0 {
                return Ok(());
            }
            filled += read;
        }
        let head = &buffer[..filled];
        let path = head.split(|byte| *byte == b' ').nth(1).unwrap_or_default();
        match path {
            b"/ws" => return echo(stream, head).await,
            b"/page" => pages::give(&mut stream).await?,
            b"/headers" => stream.write_all(&answer("text/plain", head)).await?,
            _ => stream.write_all(answers.find(path)).await?,
        }
    }
}

/// Says everything back that comes over a WebSocket.
async fn echo(mut stream: TcpStream, head: &[u8]) -> Result<()> {
    let key = value(head, "sec-websocket-key").context("not a handshake")?;
    let accept = format!(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Accept: {}\r\n\r\n",
        derive_accept_key(key.as_bytes())
    );
    stream.write_all(accept.as_bytes()).await?;
    let config = WebSocketConfig::default().read_buffer_size(512).write_buffer_size(0);
    let mut socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
    while let Some(message) = socket.next().await {
        let message = message?;
        if message.is_text() {
            socket.send(message).await?;
        }
    }
    Ok(())
}

/// The value of a header in a head, whose names may be in any case.
pub(crate) fn value<'a>(head: &'a [u8], name: &str) -> Option<&'a str> {
    let head = std::str::from_utf8(head).ok()?;
    let mut fields = head.split("\r\n").filter_map(|line| line.split_once(':'));
    fields.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

impl Answers {
    fn new() -> Answers {
        let made = |kind: Answer| {
            let body = vec![b'a'; kind.length()];
            (kind.path().as_bytes().to_vec(), answer(kind.content_type(), &body))
        };
        let mut answers: Vec<_> = Answer::ALL.into_iter().map(made).collect();
        // Whoever asks whether the app is healthy is told so.
        answers.push((Vec::new(), answer("text/plain", b"ok")));
        Answers(answers)
    }

    fn find(&self, path: &[u8]) -> &[u8] {
        let (known, other) = self.0.split_at(self.0.len() - 1);
        let found = known.iter().find(|(known, _)| known == path);
        &found.unwrap_or(&other[0]).1
    }
}

/// With the headers that apps usually send.
fn answer(content_type: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\n\
         Cache-Control: no-cache\r\nETag: \"5f2b8c41d3a7\"\r\nVary: Accept-Encoding\r\n\
         X-Content-Type-Options: nosniff\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}
