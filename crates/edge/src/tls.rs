//! TLS as this program speaks it: 1.2 and 1.3, HTTP/2 preferred, and for every handshake the
//! certificate that the table holds at that moment.

use std::fmt;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use routing::SharedCerts;
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs;
use rustls::server::{Acceptor, ClientHello, ResolvesServerCert};
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use tokio::net::TcpStream;
use tokio_rustls::LazyConfigAcceptor;
use tokio_rustls::server::TlsStream;

const HTTP2: &[u8] = b"h2";
const HTTP1: &[u8] = b"http/1.1";
/// What a public authority speaks that wants to see a proof (RFC 8737).
const PROOF: &[u8] = b"acme-tls/1";

/// Shakes hands. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Tls {
    certs: SharedCerts,
    usual: Arc<ServerConfig>,
}

impl Tls {
    pub(crate) fn new(certs: SharedCerts) -> Self {
        let provider = Arc::new(aws_lc_rs::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("the provider supports the default versions")
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(ByName(certs.clone())));
        config.alpn_protocols = vec![HTTP2.to_vec(), HTTP1.to_vec()];
        // Clients keep their own session tickets, so that many of them cost no memory here.
        config.ticketer =
            aws_lc_rs::Ticketer::new().expect("the operating system gives random bytes");
        Tls { certs, usual: Arc::new(config) }
    }

    /// The stream, and whether it carries HTTP/2. `None`: the handshake was all that was wanted.
    pub(crate) async fn accept(
        &self,
        tcp: TcpStream,
    ) -> io::Result<Option<(TlsStream<TcpStream>, bool)>> {
        let reached = tcp.local_addr()?.ip();
        let start = LazyConfigAcceptor::new(Acceptor::default(), tcp).await?;
        let config = self.config_for(&start.client_hello(), reached);
        let stream = start.into_stream(config).await?;
        match stream.get_ref().1.alpn_protocol() {
            Some(PROOF) => Ok(None),
            protocol => {
                let http2 = protocol == Some(HTTP2);
                Ok(Some((stream, http2)))
            }
        }
    }

    /// Most handshakes share one configuration, whose resolver knows the names. It does not know
    /// the address that a client reached, and a proof is shown under a protocol of its own.
    fn config_for(&self, hello: &ClientHello<'_>, reached: IpAddr) -> Arc<ServerConfig> {
        let (table, name) = (self.certs.load(), hello.server_name());
        if hello.alpn().is_some_and(|mut offered| offered.any(|protocol| protocol == PROOF)) {
            return match table.find_proof(name) {
                Some(proof) => self.only(proof, Some(PROOF)),
                None => self.usual.clone(),
            };
        }
        match table.find_address(name, reached) {
            Some(key) => self.only(key, None),
            None => self.usual.clone(),
        }
    }

    fn only(&self, key: Arc<CertifiedKey>, protocol: Option<&[u8]>) -> Arc<ServerConfig> {
        let mut config = ServerConfig::clone(&self.usual);
        config.cert_resolver = Arc::new(SingleCertAndKey::from(key));
        if let Some(protocol) = protocol {
            config.alpn_protocols = vec![protocol.to_vec()];
        }
        Arc::new(config)
    }
}

struct ByName(SharedCerts);

impl ResolvesServerCert for ByName {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        self.0.load().find(hello.server_name())
    }
}

impl fmt::Debug for ByName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ByName")
    }
}
