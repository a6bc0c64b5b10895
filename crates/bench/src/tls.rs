//! TLS as the clients of the measurements speak it.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use rustls::client::Resumption;
use rustls::crypto::aws_lc_rs;
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
        let certificate = CertificateDer::from_pem_file(authority)
            .with_context(|| authority.display().to_string())?;
        let mut roots = RootCertStore::empty();
        roots.add(certificate)?;
        let provider = Arc::new(aws_lc_rs::default_provider());
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        // Each socket stands for a client of its own, which has not been here before.
        config.resumption = Resumption::disabled();
        Ok(Dialer { port, connector: TlsConnector::from(Arc::new(config)) })
    }

    pub(crate) async fn dial(&self) -> Result<Stream> {
        let loopback = std::net::Ipv4Addr::LOCALHOST;
        let tcp = TcpStream::connect((loopback, self.port)).await?;
        tcp.set_nodelay(true)?;
        let name = ServerName::IpAddress(IpAddr::from(std::net::IpAddr::from(loopback)));
        Ok(self.connector.connect(name, tcp).await?)
    }

    /// The address as requests name it.
    pub(crate) fn authority(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }
}
