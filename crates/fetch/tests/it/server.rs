//! Servers that answer as a test says, byte by byte, and the client that asks them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use arc_swap::ArcSwap;
use fetch::{FetchError, FetchErrorKind, Fetched, Fetcher, Limits, Request, Take};
use http::uri::PathAndQuery;
use routing::{Targets, Upstream};
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::pki_types::PrivateKeyDer;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// Ends with the test, and its connections with it.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    connections: Arc<AtomicU64>,
    /// Of answers: what the operating system took from us, which is a little more than what
    /// was read on the other side.
    pub(crate) written: Arc<AtomicU64>,
    _tasks: JoinSet<()>,
}

impl Server {
    pub(crate) async fn start<F, Fut>(serve: F) -> Self
    where
        F: Fn(TcpStream, Arc<AtomicU64>) -> Fut + Send + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (connections, written) = (Arc::<AtomicU64>::default(), Arc::<AtomicU64>::default());
        let (counter, bytes) = (connections.clone(), written.clone());
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut open = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                counter.fetch_add(1, Ordering::SeqCst);
                open.spawn(serve(stream, bytes.clone()));
            }
        });
        Server { address, connections, written, _tasks: tasks }
    }

    /// Reads a request and answers with this text, then closes.
    pub(crate) async fn answering(text: impl Into<String>) -> Self {
        let text: Arc<str> = text.into().into();
        Server::start(move |mut stream, _| {
            let text = text.clone();
            async move {
                read_head(&mut stream).await;
                // The client may have heard enough.
                let _ = stream.write_all(text.as_bytes()).await;
            }
        })
        .await
    }

    /// Reads a request, begins to answer with `first`, and goes on with `again` for ever.
    pub(crate) async fn endless(first: &'static str, again: Vec<u8>, pause: Duration) -> Self {
        let again: Arc<[u8]> = again.into();
        Server::start(move |mut stream, written| {
            let again = again.clone();
            async move {
                read_head(&mut stream).await;
                let _ = stream.write_all(first.as_bytes()).await;
                while let Ok(count) = stream.write(&again).await {
                    written.fetch_add(count as u64, Ordering::SeqCst);
                    tokio::time::sleep(pause).await;
                }
            }
        })
        .await
    }

    pub(crate) fn connections(&self) -> u64 {
        self.connections.load(Ordering::SeqCst)
    }

    pub(crate) fn written(&self) -> u64 {
        self.written.load(Ordering::SeqCst)
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

pub(crate) async fn read_head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => break,
        }
    }
    String::from_utf8_lossy(&head).into_owned()
}

pub(crate) fn fetcher() -> Fetcher {
    Fetcher::new(Arc::new(ArcSwap::from_pointee(Targets::default())))
}

/// `GET` of a whole address.
pub(crate) async fn get(fetcher: &Fetcher, url: &str, take: Take) -> Result<Fetched, FetchError> {
    get_within(fetcher, url, take, PATIENCE).await
}

pub(crate) async fn get_within(
    fetcher: &Fetcher,
    url: &str,
    take: Take,
    time: Duration,
) -> Result<Fetched, FetchError> {
    let upstream = Upstream::parse(url, false).expect(url);
    let path = PathAndQuery::from_static("/");
    let request = Request::get(&upstream.endpoint, path, Limits { time, take });
    fetcher.send(&request).await
}

pub(crate) async fn failure(fetcher: &Fetcher, url: &str, take: Take) -> FetchErrorKind {
    get(fetcher, url, take).await.expect_err("no answer").kind
}

/// A server's side of TLS with a certificate that nobody vouches for.
pub(crate) fn self_signed(protocols: &[&[u8]]) -> Arc<ServerConfig> {
    let names = vec!["localhost".to_owned(), "127.0.0.1".to_owned()];
    let made = rcgen::generate_simple_self_signed(names).expect("a certificate");
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).expect("a key");
    let mut config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .expect("TLS 1.2 and 1.3")
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .expect("the key belongs to the certificate");
    config.alpn_protocols = protocols.iter().map(|name| name.to_vec()).collect();
    Arc::new(config)
}
