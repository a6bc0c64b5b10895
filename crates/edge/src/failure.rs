//! What keeps a request from being answered by its app, and whose fault it is.

use dial::DialError;
use http::StatusCode;
use routing::{BoxError, Fault};

#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    /// For the log alone.
    pub(crate) source: Option<BoxError>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// The app's address is one that we never call.
    NotAllowed,
    /// The app's name leads nowhere, or nobody listens there.
    Unreachable,
    /// Nobody answered the attempt to connect.
    ConnectTimeout,
    /// The app's certificate is not trusted, or it does not speak TLS.
    Tls,
    /// The connection ended before the answer came.
    Closed,
    /// What came is not HTTP.
    Protocol,
    /// The answer did not begin in time.
    ResponseTimeout,
    /// More connections to apps are open than we allow.
    Busy,
    /// Other answers hold all the memory there is for rewriting.
    NoMemory,
    /// The client's body is larger than allowed.
    TooLarge,
    /// The client's body broke off or was malformed.
    ClientBody,
    /// The client stopped sending its body.
    ClientTimeout,
}

impl FailureKind {
    pub(crate) fn fault(self) -> Fault {
        use FailureKind as Kind;
        match self {
            Kind::NotAllowed | Kind::Unreachable | Kind::Tls => Fault::Connect,
            Kind::ConnectTimeout | Kind::ResponseTimeout => Fault::Timeout,
            Kind::Closed => Fault::Closed,
            Kind::Protocol => Fault::Protocol,
            Kind::Busy | Kind::NoMemory => Fault::Unavailable,
            Kind::TooLarge | Kind::ClientBody | Kind::ClientTimeout => Fault::Client,
        }
    }

    /// The status and the code of the envelope.
    pub(crate) fn status(self) -> (StatusCode, &'static str) {
        use FailureKind as Kind;
        match self {
            Kind::NotAllowed | Kind::Unreachable | Kind::Tls | Kind::Closed | Kind::Protocol => {
                (StatusCode::BAD_GATEWAY, "BAD_GATEWAY")
            }
            Kind::ConnectTimeout | Kind::ResponseTimeout => {
                (StatusCode::GATEWAY_TIMEOUT, "GATEWAY_TIMEOUT")
            }
            Kind::Busy | Kind::NoMemory => (StatusCode::SERVICE_UNAVAILABLE, "SERVICE_UNAVAILABLE"),
            Kind::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "PAYLOAD_TOO_LARGE"),
            Kind::ClientBody => (StatusCode::BAD_REQUEST, "INVALID_REQUEST"),
            Kind::ClientTimeout => (StatusCode::REQUEST_TIMEOUT, "INVALID_REQUEST"),
        }
    }

    /// What the person in front of the screen is told.
    pub(crate) fn message(self) -> &'static str {
        use FailureKind as Kind;
        match self {
            Kind::NotAllowed => "The app's address is not one that the gateway may call",
            Kind::Unreachable => "The app cannot be reached",
            Kind::ConnectTimeout => "The app does not accept connections",
            Kind::Tls => "The app's certificate is not trusted",
            Kind::Closed => "The app closed the connection without an answer",
            Kind::Protocol => "The app sent an answer that cannot be understood",
            Kind::ResponseTimeout => "The app took too long to answer",
            Kind::Busy => "The gateway has too many connections open to apps",
            Kind::NoMemory => "The gateway has too many answers in progress",
            Kind::TooLarge => "The request's body is larger than the gateway allows",
            Kind::ClientBody => "The request's body broke off or was malformed",
            Kind::ClientTimeout => "The request's body stopped coming",
        }
    }

    pub(crate) fn because(self, source: impl Into<BoxError>) -> Failure {
        Failure { kind: self, source: Some(source.into()) }
    }
}

impl From<FailureKind> for Failure {
    fn from(kind: FailureKind) -> Self {
        Failure { kind, source: None }
    }
}

impl From<DialError> for Failure {
    fn from(error: DialError) -> Self {
        let kind = match error {
            DialError::Resolve(_) | DialError::Connect(_) => FailureKind::Unreachable,
            DialError::NotAllowed => FailureKind::NotAllowed,
            DialError::ServerName(_) | DialError::Tls(_) => FailureKind::Tls,
        };
        kind.because(error)
    }
}
