//! TLS towards apps: trusted by the system's authorities, by their key, or not looked at where a
//! route says so.

use std::sync::{Arc, OnceLock};

use routing::{Trust, any_certificate, proven_key};
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
    pub(crate) async fn connector(self: &Arc<Self>, trust: Trust, http1: bool) -> TlsConnector {
        let Some(kind) = self.kept(trust) else {
            return Connectors::new(trust).of(http1);
        };
        if kind.get().is_none() {
            let this = self.clone();
            // Files are read. A second caller at the same time waits inside `get_or_init`.
            let _ = tokio::task::spawn_blocking(move || this.make(trust)).await;
        }
        kind.get_or_init(|| Connectors::new(trust)).of(http1)
    }

    fn make(&self, trust: Trust) {
        if let Some(kind) = self.kept(trust) {
            kind.get_or_init(|| Connectors::new(trust));
        }
    }

    /// Those for a key are made for each connection: they are few, need no files, and a session that
    /// is taken up again would prove nothing anew.
    fn kept(&self, trust: Trust) -> Option<&OnceLock<Connectors>> {
        match trust {
            Trust::Anybody => Some(&self.trusting),
            Trust::Authorities => Some(&self.checking),
            Trust::Key(_) => None,
        }
    }
}

impl Connectors {
    fn new(trust: Trust) -> Self {
        let provider = Arc::new(aws_lc_rs::default_provider());
        let builder = ClientConfig::builder_with_provider(provider.clone())
            .with_safe_default_protocol_versions()
            .expect("the provider supports the default versions");
        let config = match trust {
            Trust::Anybody => {
                let anything = any_certificate(&provider);
                builder.dangerous().with_custom_certificate_verifier(anything)
            }
            Trust::Key(key) => {
                let owner = proven_key(&provider, Some(key));
                builder.dangerous().with_custom_certificate_verifier(owner)
            }
            Trust::Authorities => builder.with_root_certificates(system_roots()),
        };
        let offering = |protocols: &[&[u8]]| {
            let mut config = config.clone().with_no_client_auth();
            config.alpn_protocols = protocols.iter().map(|name| name.to_vec()).collect();
            TlsConnector::from(Arc::new(config))
        };
        Connectors { any: offering(&[HTTP2, HTTP1]), http1: offering(&[HTTP1]) }
    }

    fn of(&self, http1: bool) -> TlsConnector {
        if http1 { self.http1.clone() } else { self.any.clone() }
    }
}

fn system_roots() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    for error in found.errors {
        tracing::warn!(%error, "reading a certificate authority of the system failed; it is not trusted");
    }
    roots.add_parsable_certificates(found.certs);
    roots
}
