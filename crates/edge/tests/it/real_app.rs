//! An app as people write them: a server with a library, over HTTP/1.1, HTTP/2 and TLS.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use http::{Request, Response};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use hyper_util::server::conn::auto;
use kit::{Shutdown, Supervisor};
use routing::Body;
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::server::ResolvesServerCert;
use rustls::sign::CertifiedKey;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use crate::client::{Io, Serving, Spawner};
use crate::lab::certificate;

pub(crate) struct RealApp {
    pub(crate) address: SocketAddr,
    scheme: &'static str,
    accepted: Arc<AtomicUsize>,
    tasks: Supervisor,
}

type Service = Arc<dyn Fn(Request<Incoming>) -> Serving + Send + Sync>;

impl RealApp {
    /// Without encryption: HTTP/1.1, and HTTP/2 for clients that know it.
    pub(crate) async fn start<F>(service: F) -> Self
    where
        F: Fn(Request<Incoming>) -> Serving + Send + Sync + 'static,
    {
        RealApp::serve("http", None, Arc::new(service)).await
    }

    /// With a certificate that nobody has signed, for these protocols.
    pub(crate) async fn tls<F>(protocols: &[&str], service: F) -> Self
    where
        F: Fn(Request<Incoming>) -> Serving + Send + Sync + 'static,
    {
        let mut config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(Only(certificate().1)));
        config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        RealApp::serve("https", Some(acceptor), Arc::new(service)).await
    }

    async fn serve(scheme: &'static str, tls: Option<TlsAcceptor>, service: Service) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let tasks = Supervisor::new(Shutdown::default());
        let accepted = Arc::new(AtomicUsize::new(0));
        let (own, count) = (tasks.clone(), accepted.clone());
        tasks.spawn(async move {
            while let Ok((tcp, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                own.spawn(connection(tcp, tls.clone(), service.clone(), own.clone()));
            }
        });
        RealApp { address, scheme, accepted, tasks }
    }

    pub(crate) fn to(&self) -> String {
        format!("{}://{}", self.scheme, self.address)
    }

    /// The same, for those who must speak HTTP/2.
    pub(crate) fn to_http2(&self) -> String {
        format!("h2c://{}", self.address)
    }

    pub(crate) fn connections(&self) -> usize {
        self.accepted.load(Ordering::SeqCst)
    }

    /// Ends every connection, and accepts no more.
    pub(crate) fn stop(&self) {
        self.tasks.shutdown().cut();
    }
}

impl Drop for RealApp {
    fn drop(&mut self) {
        self.stop();
    }
}

async fn connection(tcp: TcpStream, tls: Option<TlsAcceptor>, service: Service, tasks: Supervisor) {
    let stream: Box<dyn Io> = match tls {
        None => Box::new(tcp),
        Some(tls) => match tls.accept(tcp).await {
            Ok(stream) => Box::new(stream),
            Err(_) => return,
        },
    };
    let answering = service_fn(move |request| {
        let answer = service(request);
        async move { Ok::<Response<Body>, Infallible>(answer.await) }
    });
    let server = auto::Builder::new(Spawner(tasks.clone()));
    let serving = server.serve_connection_with_upgrades(TokioIo::new(stream), answering);
    tokio::select! {
        _ = serving => {}
        () = tasks.shutdown().was_cut() => {}
    }
}

#[derive(Debug)]
struct Only(Arc<CertifiedKey>);

impl ResolvesServerCert for Only {
    fn resolve(&self, _: rustls::server::ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.0.clone())
    }
}
