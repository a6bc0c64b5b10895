//! How the other side has to prove who it is.

use std::sync::{Arc, OnceLock};

use routing::{Endpoint, KeyHash, Trust, any_certificate, key_hash, proven_key};
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::ServerName;
use rustls::{CertificateError, ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio::task::spawn_blocking;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::{DialError, Protocol};

pub(crate) const HTTP2: &[u8] = b"h2";
const HTTP1: &[u8] = b"http/1.1";

/// Made when they are first needed.
#[derive(Default)]
pub(crate) struct Tls {
    anybody: OnceLock<Connectors>,
    authorities: Arc<OnceLock<Connectors>>,
}

/// The same settings with and without HTTP/2 on offer.
#[derive(Clone)]
struct Connectors {
    any: TlsConnector,
    http1: TlsConnector,
}

impl Tls {
    pub(crate) async fn handshake(
        &self,
        tcp: TcpStream,
        endpoint: &Endpoint,
        protocol: Protocol,
    ) -> Result<TlsStream<TcpStream>, DialError> {
        let connectors = match endpoint.trust {
            Trust::Anybody => self.anybody.get_or_init(anybody).clone(),
            Trust::Authorities => self.authorities().await?,
            // Made for each connection: they are few, need no files, and a session that is taken up
            // again would prove nothing anew.
            Trust::Key(key) => owner(Some(key)),
        };
        let connector = match protocol {
            Protocol::Http1 => connectors.http1,
            Protocol::Any | Protocol::Http2 => connectors.any,
        };
        handshake(&connector, tcp, endpoint).await
    }

    #[cfg(test)]
    pub(crate) fn with_authorities(roots: RootCertStore) -> Self {
        Tls { authorities: Arc::new(OnceLock::from(certified_by(roots))), ..Tls::default() }
    }

    async fn authorities(&self) -> Result<Connectors, DialError> {
        if let Some(made) = self.authorities.get() {
            return Ok(made.clone());
        }
        let cell = self.authorities.clone();
        // Files are read, which a slow disk may take longer for than the first caller waits. A
        // second one at the same time waits inside `get_or_init`.
        let making = spawn_blocking(move || cell.get_or_init(authorities).clone());
        making.await.map_err(|error| DialError::Tls(error.into()))
    }
}

/// The key of a server that proves to have it, whoever signed its certificate.
pub(crate) async fn key(tcp: TcpStream, endpoint: &Endpoint) -> Result<KeyHash, DialError> {
    let stream = handshake(&owner(None).any, tcp, endpoint).await?;
    let certificates = stream.get_ref().1.peer_certificates().unwrap_or_default();
    certificates.first().and_then(key_hash).ok_or_else(|| {
        let unreadable = rustls::Error::from(CertificateError::BadEncoding);
        DialError::Tls(std::io::Error::other(unreadable))
    })
}

async fn handshake(
    connector: &TlsConnector,
    tcp: TcpStream,
    endpoint: &Endpoint,
) -> Result<TlsStream<TcpStream>, DialError> {
    let name = ServerName::try_from(endpoint.host.clone())?;
    connector.connect(name, tcp).await.map_err(DialError::Tls)
}

fn anybody() -> Connectors {
    connectors(|builder| {
        let verifier = any_certificate(builder.crypto_provider());
        builder.dangerous().with_custom_certificate_verifier(verifier)
    })
}

/// Whoever has the key, or any key.
fn owner(key: Option<KeyHash>) -> Connectors {
    connectors(|builder| {
        let verifier = proven_key(builder.crypto_provider(), key);
        builder.dangerous().with_custom_certificate_verifier(verifier)
    })
}

fn authorities() -> Connectors {
    let found = rustls_native_certs::load_native_certs();
    for error in found.errors {
        tracing::warn!(%error, "reading a certificate authority of the system failed; it is not trusted");
    }
    let mut roots = RootCertStore::empty();
    let (usable, _) = roots.add_parsable_certificates(found.certs);
    if usable == 0 {
        tracing::warn!("this system trusts no certificate authority, so no certificate is trusted");
    }
    certified_by(roots)
}

fn certified_by(roots: RootCertStore) -> Connectors {
    connectors(|builder| builder.with_root_certificates(roots))
}

type Builder<State> = rustls::ConfigBuilder<ClientConfig, State>;

fn connectors(
    trust: impl FnOnce(Builder<rustls::WantsVerifier>) -> Builder<rustls::client::WantsClientCert>,
) -> Connectors {
    let builder = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the provider has what TLS 1.2 and 1.3 need");
    let builder = trust(builder);
    let offering = |protocols: &[&[u8]]| {
        let mut config = builder.clone().with_no_client_auth();
        config.alpn_protocols = protocols.iter().map(|name| name.to_vec()).collect();
        TlsConnector::from(Arc::new(config))
    };
    Connectors { any: offering(&[HTTP2, HTTP1]), http1: offering(&[HTTP1]) }
}
