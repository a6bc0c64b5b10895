//! A small server that answers with what a test says and remembers what it was asked.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// Path, status, headers, body.
pub(crate) type Answer<'a> = (&'a str, &'a str, &'a str, &'a [u8]);

/// Ends with the test, and its connections with it.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
    _tasks: JoinSet<()>,
}

#[derive(Default)]
struct Content {
    answers: Vec<(String, Vec<u8>)>,
    delay: Duration,
    silent: bool,
    endless: bool,
}

impl Site {
    pub(crate) async fn start<'a>(answers: impl IntoIterator<Item = Answer<'a>>) -> Self {
        Site::slow(answers, Duration::ZERO).await
    }

    pub(crate) async fn slow<'a>(
        answers: impl IntoIterator<Item = Answer<'a>>,
        delay: Duration,
    ) -> Self {
        let answers = answers.into_iter().map(|(path, status, headers, body)| {
            let length = body.len();
            let head = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\n\r\n");
            (path.to_owned(), [head.as_bytes(), body].concat())
        });
        let answers = answers.collect();
        Site::serve(Content { answers, delay, ..Content::default() }).await
    }

    /// Takes connections and says nothing.
    pub(crate) async fn silent() -> Self {
        Site::serve(Content { silent: true, ..Content::default() }).await
    }

    /// Answers everything with a body that does not end.
    pub(crate) async fn endless() -> Self {
        Site::serve(Content { endless: true, ..Content::default() }).await
    }

    async fn serve(content: Content) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (asked, content) = (Arc::<Mutex<Vec<String>>>::default(), Arc::new(content));
        let mut tasks = JoinSet::new();
        let log = asked.clone();
        tasks.spawn(async move {
            let mut open = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                open.spawn(answer(stream, content.clone(), log.clone()));
            }
        });
        Site { address, asked, _tasks: tasks }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The targets of all requests so far.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("a lock").clone()
    }
}

async fn answer(mut stream: TcpStream, content: Arc<Content>, log: Arc<Mutex<Vec<String>>>) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => return,
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let target = head.split(' ').nth(1).unwrap_or_default().to_owned();
    log.lock().expect("a lock").push(target.clone());
    if content.silent {
        std::future::pending::<()>().await;
    }
    tokio::time::sleep(content.delay).await;
    if content.endless {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await;
        while stream.write_all(&[b'x'; 65_536]).await.is_ok() {}
        return;
    }
    let known = content.answers.iter().find(|(path, _)| *path == target);
    let missing = b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno".as_slice();
    // The client may have gone.
    let _ = stream.write_all(known.map_or(missing, |(_, bytes)| bytes)).await;
}
