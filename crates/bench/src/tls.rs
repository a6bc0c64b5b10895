//! TLS as the clients of the measurements speak it.

use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use rustls::client::Resumption;
use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::{ClientConfig, RootCertStore};
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, IpAddr, ServerName};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

pub(crate) type Stream = TlsStream<TcpStream>;

/// Opens connections to one port of this machine.
#[derive(Clone)]
pub(crate) struct Dialer {
    port: u16,
    connector: TlsConnector,
}

impl Dialer {
    /// Trusts the authority in that file and nobody else.
    pub(crate) fn new(port: u16, authority: &Path) -> Result<Dialer> {
        let connector = connector(authority, aws_lc_rs::default_provider(), b"http/1.1")?;
        Ok(Dialer { port, connector })
    }

    pub(crate) async fn dial(&self) -> Result<Stream> {
        encrypt(&self.connector, connect(self.port).await?).await
    }

    /// The address as requests name it.
    pub(crate) fn authority(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }
}

/// Speaks one protocol with whom the authority in that file vouches for. No session is resumed:
/// each connection stands for a client of its own, which has not been here before.
pub(crate) fn connector(
    authority: &Path,
    provider: CryptoProvider,
    protocol: &[u8],
) -> Result<TlsConnector> {
    let certificate = CertificateDer::from_pem_file(authority)
        .with_context(|| authority.display().to_string())?;
    let mut roots = RootCertStore::empty();
    roots.add(certificate)?;
    let mut config = ClientConfig::builder_with_provider(Arc::new(provider))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![protocol.to_vec()];
    config.resumption = Resumption::disabled();
    Ok(TlsConnector::from(Arc::new(config)))
}

pub(crate) async fn connect(port: u16) -> Result<TcpStream> {
    let tcp = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await?;
    tcp.set_nodelay(true)?;
    Ok(tcp)
}

pub(crate) async fn encrypt(connector: &TlsConnector, tcp: TcpStream) -> Result<Stream> {
    let name = ServerName::IpAddress(IpAddr::from(std::net::IpAddr::from(Ipv4Addr::LOCALHOST)));
    Ok(connector.connect(name, tcp).await?)
}
