//! An app that says exactly the bytes it is told to, and remembers exactly those it got.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use kit::{Shutdown, Supervisor};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

use crate::lab::soon;
use crate::message::{Inbox, Kind, Message};

/// What came over each connection, in the order in which they were opened.
type Seen = Arc<Mutex<Vec<Vec<u8>>>>;

/// Held by every open connection.
type Open = Arc<()>;

pub(crate) struct RawApp {
    pub(crate) address: SocketAddr,
    seen: Seen,
    open: Open,
}

/// One connection, from the app's side.
pub(crate) struct Talk {
    tapped: Tapped,
    inbox: Inbox,
    /// Counted from zero.
    pub(crate) number: usize,
    _open: Open,
}

/// Writes down what is read.
struct Tapped {
    stream: TcpStream,
    seen: Seen,
    number: usize,
}

impl RawApp {
    pub(crate) async fn start<F, Fut>(talk: F) -> Self
    where
        F: Fn(Talk) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let app = RawApp { address, seen: Seen::default(), open: Open::default() };
        let tasks = Supervisor::new(Shutdown::default());
        let (seen, open) = (app.seen.clone(), Arc::downgrade(&app.open));
        tasks.clone().spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let Some(open) = open.upgrade() else { return };
                tasks.spawn(talk(Talk::new(stream, &seen, open)));
            }
        });
        app
    }

    /// Gives every request the same answer, on as few connections as it is asked to.
    pub(crate) async fn answering(answer: impl Into<Vec<u8>>) -> Self {
        let answer = Arc::new(answer.into());
        RawApp::start(move |mut talk| {
            let answer = answer.clone();
            async move {
                while talk.request().await.is_some() {
                    talk.say(&*answer).await;
                }
            }
        })
        .await
    }

    /// Gives every request the same answer and hangs up.
    pub(crate) async fn answering_once(answer: impl Into<Vec<u8>>) -> Self {
        let answer = Arc::new(answer.into());
        RawApp::start(move |mut talk| {
            let answer = answer.clone();
            async move {
                if talk.request().await.is_some() {
                    talk.say(&*answer).await;
                }
            }
        })
        .await
    }

    /// Answers everything with `200` and `ok`.
    pub(crate) async fn fine() -> Self {
        RawApp::answering(OK).await
    }

    pub(crate) fn to(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn connections(&self) -> usize {
        self.seen.lock().expect("no panic").len()
    }

    /// How many of them the app has not seen the end of.
    pub(crate) fn open(&self) -> usize {
        Arc::strong_count(&self.open) - 1
    }

    /// Everything that came, over all connections.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.seen.lock().expect("no panic").concat()
    }

    /// The requests that came, over all connections.
    pub(crate) async fn requests(&self) -> Vec<Message> {
        let seen = self.seen.lock().expect("no panic").clone();
        let mut requests = Vec::new();
        for bytes in seen {
            let (mut rest, mut inbox) = (&bytes[..], Inbox::default());
            while let Ok(Some(request)) = inbox.message(&mut rest, Kind::Request).await {
                requests.push(request);
            }
        }
        requests
    }

    /// The only request that came.
    pub(crate) async fn request(&self) -> Message {
        let mut requests = self.requests().await;
        assert_eq!(requests.len(), 1, "{requests:#?}");
        requests.remove(0)
    }

    /// Waits until at least this much has come.
    pub(crate) async fn has_got(&self, count: usize) {
        let waiting = async {
            while self.bytes().len() < count {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        soon(waiting).await;
    }
}

pub(crate) const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

impl Talk {
    fn new(stream: TcpStream, seen: &Seen, open: Open) -> Self {
        stream.set_nodelay(true).expect("a TCP option");
        let mut all = seen.lock().expect("no panic");
        let number = all.len();
        all.push(Vec::new());
        let tapped = Tapped { stream, seen: seen.clone(), number };
        Talk { tapped, inbox: Inbox::default(), number, _open: open }
    }

    /// Where the app is.
    pub(crate) fn address(&self) -> SocketAddr {
        self.tapped.stream.local_addr().expect("an address")
    }

    /// The next whole request; `None` where there is none any more.
    pub(crate) async fn request(&mut self) -> Option<Message> {
        self.inbox.message(&mut self.tapped, Kind::Request).await.ok().flatten()
    }

    /// The next head; its body is left unread.
    pub(crate) async fn head(&mut self) -> Option<String> {
        self.inbox.head(&mut self.tapped).await.ok().flatten().map(|(start, _)| start)
    }

    /// So much of a body.
    pub(crate) async fn body(&mut self, length: usize) {
        let _ = self.inbox.exactly(&mut self.tapped, length).await;
    }

    /// The next bytes, whatever they are; empty at the end.
    pub(crate) async fn some(&mut self) -> Vec<u8> {
        let mut piece = vec![0; 64 * 1024];
        let count = self.tapped.read(&mut piece).await.unwrap_or_default();
        piece.truncate(count);
        piece
    }

    /// Whether the gateway still took it.
    pub(crate) async fn say(&mut self, bytes: impl AsRef<[u8]>) -> bool {
        self.tapped.stream.write_all(bytes.as_ref()).await.is_ok()
    }

    pub(crate) async fn hang_up(mut self) {
        let _ = self.tapped.stream.shutdown().await;
    }

    /// Ends with a reset instead of a proper close.
    pub(crate) fn reset(self) {
        let stream = self.tapped.stream;
        stream.set_zero_linger().expect("a TCP option");
        drop(stream);
    }

    /// Reads on until the gateway hangs up.
    pub(crate) async fn until_closed(&mut self) {
        while !self.some().await.is_empty() {}
    }
}

impl AsyncRead for Tapped {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        let number = self.number;
        let mut seen = self.seen.lock().expect("no panic");
        seen[number].extend_from_slice(&buffer.filled()[before..]);
        read
    }
}
