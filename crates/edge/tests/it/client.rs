//! Clients that speak to the edge: with a library, and byte by byte.

use std::sync::Arc;

use bytes::Bytes;
use futures::future::BoxFuture;
use http::{HeaderMap, Request, Response, StatusCode, Uri, Version, header};
use http_body_util::{BodyExt, Empty, Full};
use hyper::body::{Body, Incoming};
use hyper::client::conn::{http1, http2};
use hyper::rt::Executor;
use hyper_util::rt::TokioIo;
use kit::Supervisor;
use routing::BoxError;
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::lab::{Lab, soon};
use crate::message::{Inbox, Kind, Message};

/// An open connection of a client.
pub(crate) trait Io: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Io for T {}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) version: Version,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().expect("text"))
    }

    pub(crate) fn values(&self, name: &str) -> Vec<&str> {
        self.headers.get_all(name).iter().map(|value| value.to_str().expect("text")).collect()
    }

    /// The code in the error envelope.
    pub(crate) fn code(&self) -> String {
        let body: serde_json::Value = serde_json::from_str(&self.body).expect("JSON");
        body["error"]["code"].as_str().expect("an envelope").to_owned()
    }
}

impl Lab {
    pub(crate) async fn tcp(&self) -> TcpStream {
        soon(TcpStream::connect(self.address)).await.expect("a connection")
    }

    /// A TLS connection that trusts only the certificate the lab began with.
    pub(crate) async fn handshake(&self, protocol: &str) -> std::io::Result<TlsStream<TcpStream>> {
        self.handshake_over(self.tcp().await, protocol).await
    }

    pub(crate) async fn handshake_over(
        &self,
        tcp: TcpStream,
        protocol: &str,
    ) -> std::io::Result<TlsStream<TcpStream>> {
        let mut roots = RootCertStore::empty();
        roots.add(self.root.clone()).expect("a root");
        let mut config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = vec![protocol.as_bytes().to_vec()];
        let name = ServerName::try_from("localhost").expect("a name");
        soon(TlsConnector::from(Arc::new(config)).connect(name, tcp)).await
    }

    /// What is shown to somebody who asks for this name, or for an address and so for none. Any
    /// certificate will do.
    pub(crate) async fn shown(
        &self,
        name: &str,
        protocol: &str,
    ) -> std::io::Result<CertificateDer<'static>> {
        let provider = Arc::new(default_provider());
        let anything = routing::any_certificate(&provider);
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .dangerous()
            .with_custom_certificate_verifier(anything)
            .with_no_client_auth();
        config.alpn_protocols = vec![protocol.as_bytes().to_vec()];
        let name = ServerName::try_from(name.to_owned()).expect("a name");
        let connecting = TlsConnector::from(Arc::new(config)).connect(name, self.tcp().await);
        let stream = soon(connecting).await?;
        let chain = stream.get_ref().1.peer_certificates().expect("a certificate");
        Ok(chain[0].clone().into_owned())
    }

    /// A connection for that protocol, encrypted where the lab is.
    pub(crate) async fn connect(&self, protocol: &str) -> Box<dyn Io> {
        if self.secure {
            Box::new(self.handshake(protocol).await.expect("TLS"))
        } else {
            Box::new(self.tcp().await)
        }
    }

    pub(crate) async fn http1<S, B>(&self, stream: S) -> http1::SendRequest<B>
    where
        S: Io + 'static,
        B: Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
    {
        let shaken = soon(http1::handshake(TokioIo::new(stream))).await;
        let (sender, connection) = shaken.expect("HTTP/1.1");
        self.clients.spawn(async move { drop(connection.with_upgrades().await) });
        sender
    }

    pub(crate) async fn http2<S, B>(&self, stream: S) -> http2::SendRequest<B>
    where
        S: Io + 'static,
        B: Body<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static,
    {
        let shaken = soon(http2::handshake(Spawner(self.clients.clone()), TokioIo::new(stream)));
        let (sender, connection) = shaken.await.expect("HTTP/2");
        self.clients.spawn(async move { drop(connection.await) });
        sender
    }

    /// Sends a request on a connection of its own.
    pub(crate) async fn ask(&self, request: Request<Full<Bytes>>) -> Answer {
        let mut sender = self.http1(self.connect("http/1.1").await).await;
        read(soon(sender.send_request(request)).await.expect("an answer")).await
    }

    /// Sends a request over HTTP/2 on a connection of its own.
    pub(crate) async fn ask_http2(&self, request: Request<Full<Bytes>>) -> Answer {
        let mut sender = self.http2(self.connect("h2").await).await;
        let request = for_http2(request, self.secure);
        read(soon(sender.send_request(request)).await.expect("an answer")).await
    }

    /// The answers to a request over each protocol.
    pub(crate) async fn ask_both(&self, request: Request<Full<Bytes>>) -> [Answer; 2] {
        [self.ask(request.clone()).await, self.ask_http2(request).await]
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

    pub(crate) async fn wire(&self) -> Wire {
        Wire { io: self.connect("http/1.1").await, inbox: Inbox::default() }
    }
}

/// A connection of HTTP/1.1, byte by byte.
pub(crate) struct Wire {
    pub(crate) io: Box<dyn Io>,
    inbox: Inbox,
}

impl Wire {
    pub(crate) async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        soon(self.io.write_all(bytes.as_ref())).await.expect("the gateway reads");
        soon(self.io.flush()).await.expect("the gateway reads");
    }

    /// The next answer, whole.
    pub(crate) async fn answer(&mut self) -> Message {
        self.next(Kind::Answer).await.expect("a whole answer").expect("an answer")
    }

    /// The next answer, its body broken off, or none at all.
    pub(crate) async fn next(&mut self, kind: Kind) -> std::io::Result<Option<Message>> {
        soon(self.inbox.message(&mut self.io, kind)).await
    }

    /// Only the head of the next answer.
    pub(crate) async fn head(&mut self) -> Message {
        let head = soon(self.inbox.head(&mut self.io)).await.expect("a head");
        let (start, headers) = head.expect("an answer");
        Message { start, headers, body: Bytes::new() }
    }

    /// The body behind a head; an error where it broke off.
    pub(crate) async fn body_of(&mut self, head: &Message) -> std::io::Result<Bytes> {
        soon(self.inbox.body(&mut self.io, Kind::Answer, head)).await
    }

    pub(crate) async fn exactly(&mut self, count: usize) -> Bytes {
        soon(self.inbox.exactly(&mut self.io, count)).await.expect("that many bytes")
    }

    pub(crate) async fn line(&mut self) -> String {
        soon(self.inbox.line(&mut self.io)).await.expect("a line")
    }

    /// How many bytes came next; `None` where the connection has ended.
    pub(crate) async fn some(&mut self) -> Option<usize> {
        let mut piece = [0; 16 * 1024];
        let count = soon(self.io.read(&mut piece)).await.unwrap_or_default();
        (count > 0).then_some(count)
    }

    /// What comes until the end, which may be a reset.
    pub(crate) async fn until_closed(&mut self) -> Bytes {
        soon(self.inbox.rest(&mut self.io)).await.unwrap_or_default()
    }

    pub(crate) async fn ask(&mut self, request: impl AsRef<[u8]>) -> Message {
        self.send(request).await;
        self.answer().await
    }
}

#[derive(Clone)]
pub(crate) struct Spawner(pub(crate) Supervisor);

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

/// A request of a caller on this machine.
pub(crate) fn asking(method: &str, target: &str) -> http::request::Builder {
    Request::builder().method(method).uri(target).header("host", "localhost")
}

/// A request of a caller who is not known to be on this machine.
pub(crate) fn stranger(method: &str, target: &str) -> http::request::Builder {
    Request::builder().method(method).uri(target).header("host", "gatehouse.test")
}

pub(crate) fn bodiless(request: http::request::Builder) -> Request<Full<Bytes>> {
    request.body(Full::default()).expect("a request")
}

/// The same request with its host where HTTP/2 has it.
pub(crate) fn for_http2<B>(mut request: Request<B>, secure: bool) -> Request<B> {
    let host = request.headers_mut().remove(header::HOST).expect("a host");
    let scheme = if secure { "https" } else { "http" };
    let host = host.to_str().expect("text");
    let uri = format!("{scheme}://{host}{}", request.uri());
    *request.uri_mut() = uri.parse::<Uri>().expect("an address");
    request
}

pub(crate) async fn read(response: Response<Incoming>) -> Answer {
    let (parts, body) = response.into_parts();
    let body = soon(body.collect()).await.expect("a whole body").to_bytes();
    Answer {
        status: parts.status,
        version: parts.version,
        headers: parts.headers,
        body: String::from_utf8(body.to_vec()).expect("text"),
    }
}

/// A service of the test's own.
pub(crate) type Serving = BoxFuture<'static, Response<routing::Body>>;
