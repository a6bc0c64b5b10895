//! Connections to a proxy.

use std::path::Path;

use anyhow::Result;
use rustls::crypto::CryptoProvider;
use rustls::crypto::aws_lc_rs::{cipher_suite, default_provider, kx_group};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsConnector;

use super::scenario::Transport;
use crate::tls::{connect, connector, encrypt};

pub(crate) trait Io: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Io for T {}

pub(crate) type Stream = Box<dyn Io>;

#[derive(Clone)]
pub(crate) struct Dialer {
    port: u16,
    connector: Option<TlsConnector>,
}

impl Dialer {
    /// The authority is whom to trust where the transport is encrypted.
    pub(crate) fn new(transport: Transport, port: u16, authority: &Path) -> Result<Dialer> {
        let protocol: &[u8] = if transport == Transport::H2 { b"h2" } else { b"http/1.1" };
        let connector = transport.is_encrypted().then(|| connector(authority, suite(), protocol));
        Ok(Dialer { port, connector: connector.transpose()? })
    }

    pub(crate) async fn dial(&self) -> Result<Stream> {
        let tcp = connect(self.port).await?;
        Ok(match &self.connector {
            Some(connector) => Box::new(encrypt(connector, tcp).await?),
            None => Box::new(tcp),
        })
    }
}

/// TLS 1.3 with the one cipher that browsers like best, and the one exchange of keys that every
/// proxy knows, so that all take the same.
fn suite() -> CryptoProvider {
    let cipher_suites = vec![cipher_suite::TLS13_AES_128_GCM_SHA256];
    CryptoProvider { cipher_suites, kx_groups: vec![kx_group::X25519], ..default_provider() }
}
