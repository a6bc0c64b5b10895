//! Small servers to find.

use std::net::SocketAddr;
use std::sync::Arc;

use kit::{Shutdown, Supervisor};
use rcgen::{CertifiedKey, KeyPair};
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::PrivateKeyDer;
use rustls::sign::SingleCertAndKey;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

/// What a server does with a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    Answers,
    /// It closes the connection on `HEAD`.
    OnlyGet,
    /// It says nothing at all.
    Silent,
    Tls,
    /// It speaks TLS, and tells those who do not.
    TlsOrWords,
    /// It is no web server.
    Greets,
}

/// Ends with this value.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    supervisor: Supervisor,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.supervisor.shutdown().cut();
    }
}

impl Server {
    pub(crate) async fn start(manner: Manner) -> Self {
        Server::start_at("127.0.0.1:0", manner).await
    }

    pub(crate) async fn start_at(address: &str, manner: Manner) -> Self {
        let key = Key::new();
        Server::start_as(address, manner, &key, &key).await
    }

    /// It speaks TLS with the certificate of one key, and signs with another where that differs.
    pub(crate) async fn start_tls(address: &str, certificate: &Key, key: &Key) -> Self {
        Server::start_as(address, Manner::Tls, certificate, key).await
    }

    async fn start_as(address: &str, manner: Manner, certificate: &Key, key: &Key) -> Self {
        let listener = TcpListener::bind(address).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let supervisor = Supervisor::new(Shutdown::default());
        let (tasks, acceptor) = (supervisor.clone(), acceptor(certificate, key));
        supervisor.spawn(async move {
            let cut = tasks.shutdown().clone();
            loop {
                let accepted = tokio::select! {
                    () = cut.was_cut() => return,
                    accepted = listener.accept() => accepted,
                };
                let Ok((stream, _)) = accepted else { return };
                let (acceptor, cut) = (acceptor.clone(), cut.clone());
                tasks.spawn(async move {
                    tokio::select! {
                        () = cut.was_cut() => {}
                        () = serve(stream, manner, acceptor) => {}
                    }
                });
            }
        });
        Server { address, supervisor }
    }
}

async fn serve(mut stream: tokio::net::TcpStream, manner: Manner, acceptor: TlsAcceptor) {
    match manner {
        Manner::Silent => std::future::pending().await,
        Manner::Greets => drop(stream.write_all(b"SSH-2.0-OpenSSH_9.2\r\n").await),
        Manner::Tls => {
            if let Ok(stream) = acceptor.accept(stream).await {
                answer(stream, "200 OK", "").await;
            }
        }
        Manner::TlsOrWords => {
            let mut first = [0];
            if stream.peek(&mut first).await.is_ok_and(|read| read == 1) && first[0] == 0x16 {
                if let Ok(stream) = acceptor.accept(stream).await {
                    answer(stream, "200 OK", "").await;
                }
                return;
            }
            let words = "Client sent an HTTP request to an HTTPS server.\n";
            answer(stream, "400 Bad Request", words).await;
        }
        Manner::OnlyGet => {
            let mut first = [0; 4];
            if stream.peek(&mut first).await.is_ok() && &first == b"HEAD" {
                return;
            }
            answer(stream, "404 Not Found", "").await;
        }
        Manner::Answers => answer(stream, "403 Forbidden", "").await,
    }
}

async fn answer(mut stream: impl AsyncRead + AsyncWrite + Unpin, status: &str, body: &str) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).await.is_ok_and(|read| read == 1) {
        head.push(byte[0]);
    }
    let body = if head.starts_with(b"HEAD") { "" } else { body };
    let text = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let _ = stream.write_all(text.as_bytes()).await;
    let _ = stream.shutdown().await;
}

/// A key, and a certificate for it that nobody signed.
pub(crate) struct Key(CertifiedKey<KeyPair>);

impl Key {
    pub(crate) fn new() -> Self {
        Key(rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).expect("a pair"))
    }
}

fn acceptor(certificate: &Key, key: &Key) -> TlsAcceptor {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let key = PrivateKeyDer::try_from(key.0.signing_key.serialize_der()).expect("a key");
    let key = provider.key_provider.load_private_key(key).expect("a key");
    let chain = vec![certificate.0.cert.der().clone()];
    let shown = Arc::new(SingleCertAndKey::from(rustls::sign::CertifiedKey::new(chain, key)));
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("TLS 1.2 and 1.3")
        .with_no_client_auth()
        .with_cert_resolver(shown);
    TlsAcceptor::from(Arc::new(config))
}
