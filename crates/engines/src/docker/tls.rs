//! How an engine proves who it is, and we to it.

use std::io;
use std::path::Path;
use std::sync::Arc;

use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use super::address::TlsFiles;

/// What is wrong with a file, or with what it holds.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct TlsFault(String);

pub(super) async fn handshake(
    stream: TcpStream,
    host: &str,
    files: &TlsFiles,
) -> io::Result<TlsStream<TcpStream>> {
    let name = ServerName::try_from(host.to_owned())
        .map_err(|_| fault("the host's name cannot be in a certificate"))?;
    // Read for every connection: a certificate that was renewed counts at once.
    let config = config(files).await?;
    TlsConnector::from(Arc::new(config)).connect(name, stream).await
}

async fn config(files: &TlsFiles) -> io::Result<ClientConfig> {
    let mut roots = RootCertStore::empty();
    let (usable, _) = roots.add_parsable_certificates(certificates(&files.ca).await?);
    if usable == 0 {
        return Err(fault(format!("{} holds no certificate", files.ca.display())));
    }
    let provider: Arc<CryptoProvider> = Arc::new(aws_lc_rs::default_provider());
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|_| fault("this build has no version of TLS"))?
        .with_root_certificates(roots);
    let Some((certificate, key)) = &files.identity else {
        return Ok(builder.with_no_client_auth());
    };
    let chain = certificates(certificate).await?;
    let secret = PrivateKeyDer::from_pem_slice(&read(key).await?)
        .map_err(|_| fault(format!("{} holds no private key", key.display())))?;
    builder.with_client_auth_cert(chain, secret).map_err(|_| {
        let (certificate, key) = (certificate.display(), key.display());
        fault(format!("{certificate} and {key} do not belong together"))
    })
}

async fn certificates(path: &Path) -> io::Result<Vec<CertificateDer<'static>>> {
    let pem = read(path).await?;
    let certificates: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
    certificates.map_err(|_| fault(format!("{} holds no certificate", path.display())))
}

async fn read(path: &Path) -> io::Result<Vec<u8>> {
    let read = tokio::fs::read(path).await;
    read.map_err(|error| fault(format!("{} cannot be read: {}", path.display(), error.kind())))
}

fn fault(message: impl Into<String>) -> io::Error {
    io::Error::other(TlsFault(message.into()))
}
