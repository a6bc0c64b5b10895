//! A client that shakes hands in memory.

use std::sync::Arc;

use rustls::crypto::aws_lc_rs::default_provider;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::{ClientConfig, ClientConnection, RootCertStore, ServerConfig, ServerConnection};

/// Connects to the leaf as a client that trusts nothing but the root.
pub(crate) fn handshake(
    leaf: Arc<CertifiedKey>,
    root: CertificateDer<'static>,
    name: &str,
) -> Result<(), rustls::Error> {
    let mut roots = RootCertStore::empty();
    roots.add(root)?;
    let provider = Arc::new(default_provider());
    let client = ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let server = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(SingleCertAndKey::from(leaf)));
    let name = ServerName::try_from(name.to_owned()).expect("a name");
    let mut client = ClientConnection::new(Arc::new(client), name)?;
    let mut server = ServerConnection::new(Arc::new(server))?;
    while client.is_handshaking() || server.is_handshaking() {
        let mut wire = Vec::new();
        client.write_tls(&mut wire).expect("memory");
        server.read_tls(&mut wire.as_slice()).expect("memory");
        server.process_new_packets()?;
        wire.clear();
        server.write_tls(&mut wire).expect("memory");
        client.read_tls(&mut wire.as_slice()).expect("memory");
        client.process_new_packets()?;
    }
    Ok(())
}
