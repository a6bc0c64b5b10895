use std::io;
use std::sync::Arc;

use rustls::pki_types::InvalidDnsNameError;

/// What kept a connection from being made. Its message is for the log.
#[derive(Debug, thiserror::Error)]
pub enum DialError {
    #[error("the name cannot be looked up: {0}")]
    Resolve(Arc<io::Error>),
    #[error("the address is one that is never called")]
    NotAllowed,
    #[error("connecting failed: {0}")]
    Connect(#[from] io::Error),
    #[error("the host cannot be in a certificate: {0}")]
    ServerName(#[from] InvalidDnsNameError),
    /// What rustls has against the other side is inside.
    #[error("the TLS handshake failed: {0}")]
    Tls(io::Error),
}
