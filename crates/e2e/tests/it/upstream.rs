//! Apps behind the gateway, as good or as bad as a test needs them.

use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::Request;
use axum::{Json, Router};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use hyper_util::service::TowerToHyperService;
use serde_json::{Map, Value, json};
use testkit::free_port;
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// An app that listens on loopback. Dropped, it ends with all of its connections.
pub(crate) struct Upstream {
    port: u16,
    accepted: Arc<AtomicUsize>,
    requests: Arc<AtomicUsize>,
    tasks: JoinSet<()>,
}

impl Upstream {
    /// Tells in its answers what it saw of the request, and its own name.
    pub(crate) async fn echo(name: &'static str) -> Self {
        Upstream::echo_at(free_port(), name).await
    }

    pub(crate) async fn echo_at(port: u16, name: &'static str) -> Self {
        let tell = async move |request: Request| Json(seen(name, &request));
        Upstream::serve_at(port, Router::new().fallback(tell)).await
    }

    pub(crate) async fn serve(app: Router) -> Self {
        Upstream::serve_at(free_port(), app).await
    }

    pub(crate) async fn serve_at(port: u16, app: Router) -> Self {
        let requests = Arc::<AtomicUsize>::default();
        let counter = requests.clone();
        let counting = axum::middleware::map_request(move |request: Request| {
            counter.fetch_add(1, Ordering::SeqCst);
            ready(request)
        });
        let app = app.layer(counting);
        let mut upstream = Upstream::raw_at(port, move |stream| {
            let service = TowerToHyperService::new(app.clone());
            async move {
                let server = auto::Builder::new(TokioExecutor::new());
                // A gateway that hangs up is none of the app's business.
                let _ = server.serve_connection(TokioIo::new(stream), service).await;
            }
        })
        .await;
        upstream.requests = requests;
        upstream
    }

    /// Speaks to every connection as `talk` does, byte by byte.
    pub(crate) async fn raw<F, Fut>(talk: F) -> Self
    where
        F: Fn(TcpStream) -> Fut + Send + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        Upstream::raw_at(free_port(), talk).await
    }

    async fn raw_at<F, Fut>(port: u16, talk: F) -> Self
    where
        F: Fn(TcpStream) -> Fut + Send + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind(("127.0.0.1", port)).await.expect("a free port");
        let accepted = Arc::<AtomicUsize>::default();
        let counter = accepted.clone();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut open = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                counter.fetch_add(1, Ordering::SeqCst);
                open.spawn(talk(stream));
                while open.try_join_next().is_some() {}
            }
        });
        Upstream { port, accepted, requests: Arc::default(), tasks }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// How many connections came so far.
    pub(crate) fn connections(&self) -> usize {
        self.accepted.load(Ordering::SeqCst)
    }

    /// How many requests came so far; of those that speak HTTP.
    pub(crate) fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }

    /// Ends at once. Nobody listens when this has returned.
    pub(crate) async fn kill(mut self) {
        self.tasks.shutdown().await;
    }
}

fn seen(name: &str, request: &Request) -> Value {
    let mut headers = Map::new();
    for (header, value) in request.headers() {
        let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
        let before = headers.get(header.as_str()).and_then(Value::as_str);
        let value = before.map_or(value.clone(), |before| format!("{before}, {value}"));
        headers.insert(header.to_string(), value.into());
    }
    let uri = request.uri();
    json!({
        "app": name,
        "method": request.method().as_str(),
        "path": uri.path(),
        "query": uri.query(),
        "headers": headers,
    })
}

/// Reads one request up to the end of its head; `None` where the connection ends before that.
pub(crate) async fn read_head(stream: &mut TcpStream) -> Option<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    Some(String::from_utf8_lossy(&head).into_owned())
}
