//! TLS towards apps: trusted by the system's authorities, or not looked at where a route says so.

use std::sync::{Arc, OnceLock};

use routing::any_certificate;
use rustls::crypto::aws_lc_rs;
use rustls::{ClientConfig, RootCertStore};
use tokio_rustls::TlsConnector;

pub(crate) const HTTP2: &[u8] = b"h2";
const HTTP1: &[u8] = b"http/1.1";

/// The settings of both kinds, with and without HTTP/2 on offer.
struct Connectors {
    any: TlsConnector,
    http1: TlsConnector,
}

/// Made when they are first needed: reading the system's authorities takes a while.
#[derive(Default)]
pub(crate) struct ClientTls {
    trusting: OnceLock<Connectors>,
    checking: OnceLock<Connectors>,
}

impl ClientTls {
    pub(crate) async fn connector(self: &Arc<Self>, insecure: bool, http1: bool) -> TlsConnector {
        let kind = if insecure { &self.trusting } else { &self.checking };
        if kind.get().is_none() {
            let this = self.clone();
            // Files are read. A second caller at the same time waits inside `get_or_init`.
            let _ = tokio::task::spawn_blocking(move || this.make(insecure)).await;
        }
        let made = kind.get_or_init(|| Connectors::new(insecure));
        if http1 { made.http1.clone() } else { made.any.clone() }
    }

    fn make(&self, insecure: bool) {
        let kind = if insecure { &self.trusting } else { &self.checking };
        kind.get_or_init(|| Connectors::new(insecure));
    }
}

impl Connectors {
    fn new(insecure: bool) -> Self {
        let provider = Arc::new(aws_lc_rs::default_provider());
        let builder = ClientConfig::builder_with_provider(provider.clone())
            .with_safe_default_protocol_versions()
            .expect("the provider supports the default versions");
        let config = match insecure {
            true => {
                let anything = any_certificate(&provider);
                builder.dangerous().with_custom_certificate_verifier(anything)
            }
            false => builder.with_root_certificates(system_roots()),
        };
        let offering = |protocols: &[&[u8]]| {
            let mut config = config.clone().with_no_client_auth();
            config.alpn_protocols = protocols.iter().map(|name| name.to_vec()).collect();
            TlsConnector::from(Arc::new(config))
        };
        Connectors { any: offering(&[HTTP2, HTTP1]), http1: offering(&[HTTP1]) }
    }
}

fn system_roots() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    for error in found.errors {
        tracing::warn!(%error, "a certificate authority of the system cannot be read");
    }
    roots.add_parsable_certificates(found.certs);
    roots
}
