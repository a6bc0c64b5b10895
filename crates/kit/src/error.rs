use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use serde::Serialize;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong, in the caller's terms. `web` gives each kind its HTTP status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    InvalidRequest,
    InvalidDomain,
    InvalidPort,
    MissingHeader,
    Unauthorized,
    Forbidden,
    NotFound,
    InvalidCode,
    MethodNotAllowed,
    Conflict,
    SetupAlreadyCompleted,
    Expired,
    PayloadTooLarge,
    UnsupportedMediaType,
    RateLimitExceeded,
    Internal,
    BadGateway,
    StorageUnavailable,
    ServiceUnavailable,
    InvalidContainerId,
    InvalidRuntime,
    InvalidTimeout,
    InvalidAction,
    EmptyContainerList,
    ContainerNotFound,
    AllContainersFailed,
    ContainerAlreadyStarted,
    ContainerAlreadyStopped,
    ContainerStartFailed,
    ContainerStopFailed,
    ContainerRestartFailed,
    ContainerInspectFailed,
    ContainerStatsFailed,
    ContainerListFailed,
    ExportFailed,
    BatchExportFailed,
    NoRuntime,
    RuntimeUnavailable,
}

impl ErrorKind {
    pub fn code(self) -> &'static str {
        match self {
            ErrorKind::InvalidRequest => "INVALID_REQUEST",
            ErrorKind::InvalidDomain => "INVALID_DOMAIN",
            ErrorKind::InvalidPort => "INVALID_PORT",
            ErrorKind::MissingHeader => "MISSING_HEADER",
            ErrorKind::Unauthorized => "UNAUTHORIZED",
            ErrorKind::Forbidden => "FORBIDDEN",
            ErrorKind::NotFound => "NOT_FOUND",
            ErrorKind::InvalidCode => "INVALID_CODE",
            ErrorKind::MethodNotAllowed => "METHOD_NOT_ALLOWED",
            ErrorKind::Conflict => "CONFLICT",
            ErrorKind::SetupAlreadyCompleted => "SETUP_ALREADY_COMPLETED",
            ErrorKind::Expired => "EXPIRED",
            ErrorKind::PayloadTooLarge => "PAYLOAD_TOO_LARGE",
            ErrorKind::UnsupportedMediaType => "UNSUPPORTED_MEDIA_TYPE",
            ErrorKind::RateLimitExceeded => "RATE_LIMIT_EXCEEDED",
            ErrorKind::Internal => "INTERNAL_ERROR",
            ErrorKind::BadGateway => "BAD_GATEWAY",
            ErrorKind::StorageUnavailable => "STORAGE_UNAVAILABLE",
            ErrorKind::ServiceUnavailable => "SERVICE_UNAVAILABLE",
            ErrorKind::InvalidContainerId => "INVALID_CONTAINER_ID",
            ErrorKind::InvalidRuntime => "INVALID_RUNTIME",
            ErrorKind::InvalidTimeout => "INVALID_TIMEOUT",
            ErrorKind::InvalidAction => "INVALID_ACTION",
            ErrorKind::EmptyContainerList => "EMPTY_CONTAINER_LIST",
            ErrorKind::ContainerNotFound => "CONTAINER_NOT_FOUND",
            ErrorKind::AllContainersFailed => "ALL_CONTAINERS_FAILED",
            ErrorKind::ContainerAlreadyStarted => "CONTAINER_ALREADY_STARTED",
            ErrorKind::ContainerAlreadyStopped => "CONTAINER_ALREADY_STOPPED",
            ErrorKind::ContainerStartFailed => "CONTAINER_START_FAILED",
            ErrorKind::ContainerStopFailed => "CONTAINER_STOP_FAILED",
            ErrorKind::ContainerRestartFailed => "CONTAINER_RESTART_FAILED",
            ErrorKind::ContainerInspectFailed => "CONTAINER_INSPECT_FAILED",
            ErrorKind::ContainerStatsFailed => "CONTAINER_STATS_FAILED",
            ErrorKind::ContainerListFailed => "CONTAINER_LIST_FAILED",
            ErrorKind::ExportFailed => "EXPORT_FAILED",
            ErrorKind::BatchExportFailed => "BATCH_EXPORT_FAILED",
            ErrorKind::NoRuntime => "NO_RUNTIME",
            ErrorKind::RuntimeUnavailable => "RUNTIME_UNAVAILABLE",
        }
    }
}

/// One field of a request that did not pass, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FieldError {
    pub field: String,
    pub reason: String,
}

/// An error with two faces: `message` and `details` are for the caller, `source` is for the log
/// and never leaves the program.
#[derive(Debug)]
pub struct Error {
    pub kind: ErrorKind,
    pub message: String,
    pub details: Vec<FieldError>,
    /// When it makes sense to try again.
    pub retry_after: Option<Duration>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl Error {
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        let message = message.into();
        Error { kind, message, details: Vec::new(), retry_after: None, source: None }
    }

    pub fn invalid(field: impl Into<String>, reason: impl Into<String>) -> Self {
        Error::new(ErrorKind::InvalidRequest, "The request is not valid").detail(field, reason)
    }

    pub fn not_found(what: &str) -> Self {
        Error::new(ErrorKind::NotFound, format!("{what} does not exist"))
    }

    pub fn conflict(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Conflict, message)
    }

    pub fn unauthorized(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Unauthorized, message)
    }

    pub fn forbidden(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Forbidden, message)
    }

    /// A fault of ours: the caller learns only that there was one.
    pub fn internal(source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Error::new(ErrorKind::Internal, "Something went wrong on our side").because(source)
    }

    /// For causes that are not errors in the language's sense.
    pub fn internal_text(cause: impl fmt::Display) -> Self {
        Error::internal(cause.to_string())
    }

    pub fn detail(mut self, field: impl Into<String>, reason: impl Into<String>) -> Self {
        self.details.push(FieldError { field: field.into(), reason: reason.into() });
        self
    }

    pub fn retry_after(mut self, pause: Duration) -> Self {
        self.retry_after = Some(pause);
        self
    }

    pub fn because(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.code(), self.message)?;
        for FieldError { field, reason } in &self.details {
            write!(f, "; {field}: {reason}")?;
        }
        Ok(())
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_deref().map(|source| source as &(dyn StdError + 'static))
    }
}
