//! TLS as this program speaks it: 1.2 and 1.3, HTTP/2 preferred, and for every handshake the
//! certificate that the table holds at that moment.

use std::fmt;
use std::sync::Arc;

use routing::SharedCerts;
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use tokio_rustls::TlsAcceptor;

pub(crate) const HTTP2: &[u8] = b"h2";
const HTTP1: &[u8] = b"http/1.1";

pub(crate) fn acceptor(certs: SharedCerts) -> TlsAcceptor {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("the provider supports the default versions")
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(CurrentCertificate(certs)));
    config.alpn_protocols = vec![HTTP2.to_vec(), HTTP1.to_vec()];
    // Clients keep their own session tickets, so that many of them cost no memory here.
    config.ticketer = aws_lc_rs::Ticketer::new().expect("the operating system gives random bytes");
    TlsAcceptor::from(Arc::new(config))
}

struct CurrentCertificate(SharedCerts);

impl ResolvesServerCert for CurrentCertificate {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        self.0.load().find(hello.server_name())
    }
}

impl fmt::Debug for CurrentCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CurrentCertificate")
    }
}
