use std::borrow::Cow;
use std::fmt;
use std::io;
use std::time::Duration;

use kit::Span;

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

    pub(crate) fn not_connected(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::ConnectionRefused => {
                FetchError::new(FetchErrorKind::Refused, "the connection was refused")
            }
            io::ErrorKind::TimedOut => {
                FetchError::new(FetchErrorKind::Timeout, "no connection in time")
            }
            io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => {
                FetchError::new(FetchErrorKind::Connect, "the host cannot be reached")
            }
            _ => FetchError::new(FetchErrorKind::Connect, "no connection could be made"),
        }
    }
}

impl fmt::Display for FetchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FetchError {}

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
