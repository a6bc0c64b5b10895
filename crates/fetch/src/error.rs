use std::borrow::Cow;
use std::fmt;
use std::io;
use std::time::Duration;

use dial::DialError;
use kit::Span;
use rustls::CertificateError;

/// What kept an answer from coming.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FetchErrorKind {
    /// Nothing listens there.
    Refused,
    /// No connection could be made, or it broke.
    Connect,
    /// The name has no address.
    Resolve,
    /// The deadline passed.
    Timeout,
    /// The certificate or the handshake was not good enough.
    Tls,
    /// What came is not an answer.
    Protocol,
    /// The answer is larger than was asked for.
    TooLarge,
    /// The address, or what was to be sent, is out of bounds.
    NotAllowed,
}

/// Its message is short, for people, and holds nothing of what was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchError {
    pub kind: FetchErrorKind,
    pub message: Cow<'static, str>,
}

impl FetchError {
    pub(crate) fn new(kind: FetchErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        FetchError { kind, message: message.into() }
    }

    pub(crate) fn timeout(limit: Duration) -> Self {
        let message = format!("no whole answer within {}", Span(limit));
        FetchError::new(FetchErrorKind::Timeout, message)
    }

    pub(crate) fn too_large() -> Self {
        FetchError::new(FetchErrorKind::TooLarge, "the answer is too large")
    }
}

impl fmt::Display for FetchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FetchError {}

impl From<DialError> for FetchError {
    fn from(error: DialError) -> Self {
        use FetchErrorKind::{NotAllowed, Resolve, Tls};
        match error {
            DialError::Resolve(_) => FetchError::new(Resolve, "the name of the host is not known"),
            DialError::NotAllowed => {
                FetchError::new(NotAllowed, "requests to this address are not allowed")
            }
            DialError::Connect(error) => not_connected(error.kind()),
            DialError::ServerName(_) => {
                FetchError::new(Tls, "the name of the host cannot be in a certificate")
            }
            DialError::Tls(error) => FetchError::new(Tls, objection(&error)),
        }
    }
}

fn not_connected(kind: io::ErrorKind) -> FetchError {
    use FetchErrorKind::{Connect, Refused, Timeout};
    match kind {
        io::ErrorKind::ConnectionRefused => FetchError::new(Refused, "the connection was refused"),
        io::ErrorKind::TimedOut => FetchError::new(Timeout, "no connection in time"),
        io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => {
            FetchError::new(Connect, "the host cannot be reached")
        }
        _ => FetchError::new(Connect, "no connection could be made"),
    }
}

/// What kept a handshake from succeeding.
fn objection(error: &io::Error) -> &'static str {
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref());
    let reason = match cause {
        None => return "the connection ended in the handshake",
        Some(rustls::Error::InvalidMessage(_)) => {
            return "the server does not speak TLS on this port";
        }
        Some(rustls::Error::InvalidCertificate(reason)) => reason,
        Some(_) => return "the TLS handshake failed",
    };
    match reason {
        CertificateError::UnknownIssuer => "the certificate comes from an unknown issuer",
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "the certificate has expired"
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "the certificate is for another name"
        }
        CertificateError::BadEncoding => "the certificate cannot be read",
        _ => "the certificate is not valid",
    }
}

/// The texts of hyper say what it was doing; people want to know what the other side did.
impl From<hyper::Error> for FetchError {
    fn from(error: hyper::Error) -> Self {
        use FetchErrorKind::{Connect, Protocol, TooLarge};
        if error.is_parse_too_large() {
            FetchError::new(TooLarge, "the headers of the answer are too large")
        } else if error.is_parse() {
            FetchError::new(Protocol, "the answer is not HTTP")
        } else if error.is_incomplete_message() {
            FetchError::new(Protocol, "the connection ended before the answer")
        } else if is_io(&error) {
            FetchError::new(Connect, "the connection broke")
        } else {
            FetchError::new(Protocol, "the answer broke off")
        }
    }
}

/// An end in the middle of an answer is something that the server did, not the network.
fn is_io(error: &hyper::Error) -> bool {
    let source = std::error::Error::source(error);
    let io = source.and_then(|source| source.downcast_ref::<io::Error>());
    io.is_some_and(|error| error.kind() != io::ErrorKind::UnexpectedEof)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handshake_that_fails_is_explained_in_a_sentence() {
        let failed = |error: rustls::Error| DialError::Tls(io::Error::other(error));
        let ended = DialError::Tls(io::ErrorKind::UnexpectedEof.into());
        for (error, expected) in [
            (ended, "the connection ended in the handshake"),
            (
                failed(rustls::InvalidMessage::InvalidContentType.into()),
                "the server does not speak TLS on this port",
            ),
            (failed(rustls::Error::DecryptError), "the TLS handshake failed"),
            (
                failed(CertificateError::UnknownIssuer.into()),
                "the certificate comes from an unknown issuer",
            ),
            (failed(CertificateError::Expired.into()), "the certificate has expired"),
            (
                failed(CertificateError::NotValidForName.into()),
                "the certificate is for another name",
            ),
            (failed(CertificateError::Revoked.into()), "the certificate is not valid"),
        ] {
            let error = FetchError::from(error);
            assert_eq!((error.kind, error.to_string().as_str()), (FetchErrorKind::Tls, expected));
        }
    }
}
