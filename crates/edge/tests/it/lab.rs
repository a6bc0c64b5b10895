//! A running edge with a small application behind it, and clients that speak to it.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use bytes::Bytes;
use edge::{Apps, Door, EdgeMetrics, Lanes, Limits, Listener, Parts, ProxyConfig};
use futures::future::BoxFuture;
use http::{HeaderMap, Request, Response, StatusCode, Version};
use http_body_util::{BodyExt, Empty};
use hyper::client::conn::{http1, http2};
use hyper::rt::Executor;
use hyper_util::rt::TokioIo;
use kit::{BaseUrl, Clock, Metrics, Shutdown, Supervisor};
use routing::{Body, CertTable, ClientInfo, SharedCerts, SharedRoutes, TrustPolicy, full};
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::sign::CertifiedKey;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::ports::{Keys, NoCookies, NoLog};

const PATIENCE: Duration = Duration::from_secs(20);

/// Everything in these tests that could hang is waited for like this.
pub(crate) async fn soon<F: Future>(future: F) -> F::Output {
    tokio::time::timeout(PATIENCE, future).await.expect("it did not happen in time")
}

pub(crate) struct Lab {
    pub(crate) address: SocketAddr,
    pub(crate) certs: SharedCerts,
    pub(crate) shutdown: Shutdown,
    pub(crate) supervisor: Supervisor,
    metrics: Metrics,
    pub(crate) slow: Arc<Slow>,
    lanes: Lanes,
    door: Door,
    pub(crate) routes: SharedRoutes,
    pub(crate) gate: Arc<Keys>,
    clients: Supervisor,
    root: CertificateDer<'static>,
}

/// The two moments of a request to `/slow`: each adds a permit when it has begun and takes one
/// before it ends.
pub(crate) struct Slow {
    pub(crate) entered: Semaphore,
    pub(crate) release: Semaphore,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) version: Version,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Lab {
    pub(crate) fn plain(limits: Limits) -> Self {
        Lab::start(limits, ProxyConfig::default(), false)
    }

    pub(crate) fn tls(limits: Limits) -> Self {
        Lab::start(limits, ProxyConfig::default(), true)
    }

    pub(crate) fn start(limits: Limits, proxy: ProxyConfig, secure: bool) -> Self {
        let shutdown = Shutdown::default();
        let supervisor = Supervisor::new(shutdown.clone());
        let metrics = Metrics::default();
        let slow = Arc::new(Slow { entered: Semaphore::new(0), release: Semaphore::new(0) });
        let (root, key) = certificate();
        let certs = SharedCerts::new(ArcSwap::from_pointee(CertTable::with_default(key)));
        let routes = SharedRoutes::default();
        let gate = Arc::new(Keys::default());
        let lanes = Lanes::start(Parts {
            trust: Arc::new(ArcSwap::from_pointee(TrustPolicy::default())),
            routes: routes.clone(),
            gate: gate.clone(),
            cookies: Arc::new(NoCookies),
            log: Arc::new(NoLog),
            targets: Arc::default(),
            base_url: BaseUrl::new("https://gatehouse.test"),
            proxy,
            clock: Clock::System,
            supervisor: supervisor.clone(),
            metrics: EdgeMetrics::new(&metrics),
            limits,
        });
        let local = Arc::new(application(slow.clone(), supervisor.clone()));
        let door = Door { local, apps: Apps::Here };
        let listener = Listener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr();
        lanes.serve(&listener, secure.then(|| certs.clone()), &door);
        let clients = Supervisor::new(Shutdown::default());
        Lab {
            address,
            certs,
            shutdown,
            supervisor,
            metrics,
            slow,
            lanes,
            door,
            routes,
            gate,
            clients,
            root,
        }
    }

    /// Serves another listener, without TLS.
    pub(crate) fn serve_also(&self, listener: &Listener) {
        self.lanes.serve(listener, None, &self.door);
    }

    pub(crate) async fn tcp(&self) -> TcpStream {
        soon(TcpStream::connect(self.address)).await.expect("a connection")
    }

    /// A TLS connection that trusts only the certificate the lab began with.
    pub(crate) async fn handshake(&self, protocol: &str) -> std::io::Result<TlsStream<TcpStream>> {
        let mut roots = RootCertStore::empty();
        roots.add(self.root.clone()).expect("a root");
        let mut config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = vec![protocol.as_bytes().to_vec()];
        let name = ServerName::try_from("localhost").expect("a name");
        let tcp = self.tcp().await;
        soon(TlsConnector::from(Arc::new(config)).connect(name, tcp)).await
    }

    /// Sends raw bytes and reads until the server closes, or resets because it did not want to
    /// read everything.
    pub(crate) async fn raw(&self, bytes: &[u8]) -> String {
        let mut tcp = self.tcp().await;
        let mut answer = Vec::new();
        let _ = soon(tcp.write_all(bytes)).await;
        let _ = soon(tcp.read_to_end(&mut answer)).await;
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Waits until the metrics have this line.
    pub(crate) async fn counts(&self, line: &str) {
        let counted = async {
            while !self.metrics.render().lines().any(|found| found == line) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        soon(counted).await;
    }

    pub(crate) async fn http1<S>(&self, stream: S) -> http1::SendRequest<Empty<Bytes>>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let shaken = soon(http1::handshake(TokioIo::new(stream))).await;
        let (sender, connection) = shaken.expect("HTTP/1.1");
        self.clients.spawn(async move { drop(connection.with_upgrades().await) });
        sender
    }

    pub(crate) async fn http2<S>(&self, stream: S) -> http2::SendRequest<Empty<Bytes>>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let shaken = soon(http2::handshake(Spawner(self.clients.clone()), TokioIo::new(stream)));
        let (sender, connection) = shaken.await.expect("HTTP/2");
        self.clients.spawn(async move { drop(connection.await) });
        sender
    }

    /// Runs a client beside the test.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.clients.spawn(task);
    }
}

#[derive(Clone)]
struct Spawner(Supervisor);

impl<F: Future<Output = ()> + Send + 'static> Executor<F> for Spawner {
    fn execute(&self, task: F) {
        self.0.spawn(task);
    }
}

/// A request as HTTP/1.1 wants it; HTTP/2 takes the whole address.
pub(crate) fn get(target: &str) -> Request<Empty<Bytes>> {
    let request = Request::get(target).header("host", "localhost");
    request.body(Empty::new()).expect("a request")
}

pub(crate) async fn read(response: Response<hyper::body::Incoming>) -> Answer {
    let (parts, body) = response.into_parts();
    let body = soon(body.collect()).await.expect("a whole body").to_bytes();
    Answer {
        status: parts.status,
        version: parts.version,
        headers: parts.headers,
        body: String::from_utf8(body.to_vec()).expect("text"),
    }
}

/// A new certificate for `localhost` that is its own root, and its key as the table holds it.
pub(crate) fn certificate() -> (CertificateDer<'static>, Arc<CertifiedKey>) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let private = PrivateKeyDer::try_from(made.signing_key.serialize_der()).expect("a key");
    let root = made.cert.der().clone();
    let key = CertifiedKey::from_der(vec![root.clone()], private, &default_provider());
    (root, Arc::new(key.expect("a matching pair")))
}

fn application(
    slow: Arc<Slow>,
    supervisor: Supervisor,
) -> impl Fn(Request<Body>) -> BoxFuture<'static, Response<Body>> {
    move |request| {
        let (slow, supervisor) = (slow.clone(), supervisor.clone());
        Box::pin(async move {
            match request.uri().path() {
                "/panic" => panic!("the secret is 4711"),
                "/slow" => {
                    slow.entered.add_permits(1);
                    slow.release.acquire().await.expect("an open semaphore").forget();
                    Response::new(full("done"))
                }
                "/echo" => echo(request, &supervisor),
                _ => whoami(&request),
            }
        })
    }
}

fn whoami(request: &Request<Body>) -> Response<Body> {
    let client = request.extensions().get::<ClientInfo>().expect("edge decided who it is");
    let seen = serde_json::json!({
        "local": client.local,
        "secure": client.secure,
        "address": client.address.to_string(),
        "requestId": &*client.request_id,
    });
    Response::new(full(seen.to_string()))
}

/// Upgrades and sends back what it gets.
fn echo(request: Request<Body>, supervisor: &Supervisor) -> Response<Body> {
    let upgrade = hyper::upgrade::on(request);
    supervisor.spawn(async move {
        let mut stream = TokioIo::new(upgrade.await.expect("an upgrade"));
        let mut buffer = [0; 64];
        while let Ok(length @ 1..) = stream.read(&mut buffer).await {
            stream.write_all(&buffer[..length]).await.expect("an open stream");
        }
    });
    let response = Response::builder().status(101).header("upgrade", "echo");
    response.header("connection", "upgrade").body(full("")).expect("a response")
}
