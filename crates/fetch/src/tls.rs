//! How the other side has to prove who it is.

use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use routing::{Endpoint, KeyHash, Trust, any_certificate, key_hash, proven_key};
use rustls::client::Resumption;
use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::ServerName;
use rustls::{CertificateError, ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio::sync::OnceCell;
use tokio::task::spawn_blocking;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::{FetchError, FetchErrorKind};

pub(crate) const HTTP2: &[u8] = b"h2";
const HTTP1: &[u8] = b"http/1.1";

/// Made when the first request needs one, because reading the system's roots takes a while.
#[derive(Default)]
pub(crate) struct Tls {
    careful: OnceCell<Arc<ClientConfig>>,
    trusting: OnceCell<Arc<ClientConfig>>,
    proving: OnceCell<Arc<ClientConfig>>,
}

impl Tls {
    /// `http1`: no newer version is offered, because the request cannot be said in it.
    pub(crate) async fn handshake(
        &self,
        stream: TcpStream,
        endpoint: &Endpoint,
        http1: bool,
    ) -> Result<TlsStream<TcpStream>, FetchError> {
        let mut config = match endpoint.trust {
            Trust::Anybody => made(&self.trusting, trusting).await?,
            Trust::Authorities => made(&self.careful, careful).await?,
            Trust::Key(key) => Arc::new(proving(Some(key))),
        };
        if http1 {
            Arc::make_mut(&mut config).alpn_protocols = vec![HTTP1.to_vec()];
        }
        shake(config, stream, endpoint).await
    }

    /// The key of a server that proves to have it.
    pub(crate) async fn key(
        &self,
        stream: TcpStream,
        endpoint: &Endpoint,
    ) -> Result<String, FetchError> {
        let config = made(&self.proving, || proving(None)).await?;
        let stream = shake(config, stream, endpoint).await?;
        let certificates = stream.get_ref().1.peer_certificates().unwrap_or_default();
        let hash = certificates.first().and_then(key_hash);
        let hash = hash.ok_or_else(|| failure("the certificate cannot be read"))?;
        Ok(format!("sha256/{}", BASE64_STANDARD.encode(hash)))
    }
}

async fn made(
    cell: &OnceCell<Arc<ClientConfig>>,
    make: fn() -> ClientConfig,
) -> Result<Arc<ClientConfig>, FetchError> {
    let config = cell.get_or_try_init(|| async { spawn_blocking(make).await.map(Arc::new) });
    config.await.cloned().map_err(|_| failure("the system's certificates cannot be read"))
}

async fn shake(
    config: Arc<ClientConfig>,
    stream: TcpStream,
    endpoint: &Endpoint,
) -> Result<TlsStream<TcpStream>, FetchError> {
    let name = ServerName::try_from(endpoint.host.clone())
        .map_err(|_| failure("the name of the host cannot be in a certificate"))?;
    TlsConnector::from(config).connect(name, stream).await.map_err(|error| {
        let cause = error.get_ref().and_then(|cause| cause.downcast_ref());
        failure(cause.map_or("the connection ended in the handshake", explain))
    })
}

fn failure(message: &'static str) -> FetchError {
    FetchError::new(FetchErrorKind::Tls, message)
}

fn explain(error: &rustls::Error) -> &'static str {
    let rustls::Error::InvalidCertificate(reason) = error else {
        return match error {
            rustls::Error::InvalidMessage(_) => "the server does not speak TLS on this port",
            _ => "the TLS handshake failed",
        };
    };
    match reason {
        CertificateError::UnknownIssuer => "the certificate comes from an unknown issuer",
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "the certificate has expired"
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "the certificate is for another name"
        }
        _ => "the certificate is not valid",
    }
}

fn careful() -> ClientConfig {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    let (usable, _) = roots.add_parsable_certificates(found.certs);
    if usable == 0 {
        tracing::warn!("this system trusts no certificate authority, so no certificate is trusted");
    }
    config(|builder| builder.with_root_certificates(roots))
}

fn trusting() -> ClientConfig {
    config(|builder| {
        let verifier = any_certificate(builder.crypto_provider());
        builder.dangerous().with_custom_certificate_verifier(verifier)
    })
}

fn proving(only: Option<KeyHash>) -> ClientConfig {
    let mut config = config(|builder| {
        let verifier = proven_key(builder.crypto_provider(), only);
        builder.dangerous().with_custom_certificate_verifier(verifier)
    });
    // A session that is taken up again proves nothing anew.
    config.resumption = Resumption::disabled();
    config
}

type Builder<State> = rustls::ConfigBuilder<ClientConfig, State>;

fn config(
    trust: impl FnOnce(Builder<rustls::WantsVerifier>) -> Builder<rustls::client::WantsClientCert>,
) -> ClientConfig {
    let provider: Arc<CryptoProvider> = Arc::new(aws_lc_rs::default_provider());
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("the provider has what TLS 1.2 and 1.3 need");
    let mut config = trust(builder).with_no_client_auth();
    config.alpn_protocols = vec![HTTP2.to_vec(), HTTP1.to_vec()];
    config
}

#[cfg(test)]
mod tests {
    use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
    use routing::Upstream;
    use rustls::ServerConfig;
    use rustls::pki_types::PrivateKeyDer;
    use tokio::net::TcpListener;
    use tokio_rustls::TlsAcceptor;

    use super::*;

    /// A server for `good.test`, and the side of a client that trusts its authority alone.
    fn both_sides() -> (TlsAcceptor, Tls) {
        let (root_key, key) =
            (KeyPair::generate().expect("key"), KeyPair::generate().expect("key"));
        let mut root = CertificateParams::default();
        root.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let root_certificate = root.self_signed(&root_key).expect("a root");
        let leaf = CertificateParams::new(vec!["good.test".to_owned()]).expect("a name");
        let leaf = leaf.signed_by(&key, &Issuer::new(root, root_key)).expect("a certificate");
        let mut roots = RootCertStore::empty();
        roots.add(root_certificate.der().clone()).expect("a root");
        let server = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("TLS 1.2 and 1.3")
            .with_no_client_auth();
        let key = PrivateKeyDer::try_from(key.serialize_der()).expect("a key");
        let server = server.with_single_cert(vec![leaf.der().clone()], key).expect("a pair");
        let client = Arc::new(config(|builder| builder.with_root_certificates(roots)));
        let tls = Tls { careful: OnceCell::new_with(Some(client)), ..Tls::default() };
        (TlsAcceptor::from(Arc::new(server)), tls)
    }

    async fn handshake(host: &str) -> Result<(), FetchError> {
        let (acceptor, tls) = both_sides();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let stream = TcpStream::connect(listener.local_addr().expect("an address"));
        let (accepted, stream) = tokio::join!(listener.accept(), stream);
        let upstream = Upstream::parse(&format!("https://{host}"), false).expect("an address");
        let server = acceptor.accept(accepted.expect("a connection").0);
        let client = tls.handshake(stream.expect("a connection"), &upstream.endpoint, false);
        tokio::join!(server, client).1.map(drop)
    }

    #[tokio::test]
    async fn a_certificate_counts_for_its_own_name() {
        handshake("good.test").await.expect("a good certificate");
        for other in ["bad.test", "127.0.0.1"] {
            let error = handshake(other).await.expect_err("another name");
            assert_eq!(error.kind, FetchErrorKind::Tls);
            assert_eq!(error.to_string(), "the certificate is for another name");
        }
    }
}
