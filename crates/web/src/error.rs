use std::error::Error as _;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{self, HeaderValue};
use kit::{ErrorKind, FieldError};
use serde::Serialize;
use utoipa::ToSchema;

pub type Result<T, E = ApiError> = std::result::Result<T, E>;

/// An error on its way to the client: one envelope for all of them.
#[derive(Debug)]
pub struct ApiError(pub kit::Error);

impl<E: Into<kit::Error>> From<E> for ApiError {
    fn from(error: E) -> Self {
        ApiError(error.into())
    }
}

/// The envelope of every error.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    error: ErrorContent,
}

#[derive(Debug, Serialize, ToSchema)]
struct ErrorContent {
    /// A fixed name, for programs.
    #[schema(example = "NOT_FOUND")]
    code: &'static str,
    /// A sentence, for people.
    message: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    details: Vec<FieldReason>,
}

#[derive(Debug, Serialize, ToSchema)]
struct FieldReason {
    field: String,
    reason: String,
}

/// Travels with the response to the layer that logs it, once, with the request's id.
#[derive(Debug, Clone)]
pub(crate) struct Logged {
    pub(crate) kind: ErrorKind,
    pub(crate) text: Arc<str>,
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let ApiError(error) = self;
        let logged = Logged { kind: error.kind, text: with_causes(&error).into() };
        let reasons = error.details.into_iter();
        let details =
            reasons.map(|FieldError { field, reason }| FieldReason { field, reason }).collect();
        let content = ErrorContent { code: error.kind.code(), message: error.message, details };
        let body = axum::Json(ErrorBody { error: content });
        let mut response = (status(error.kind), body).into_response();
        if error.kind == ErrorKind::Unauthorized {
            let challenge = HeaderValue::from_static("Bearer realm=\"gatehouse\"");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        if let Some(pause) = error.retry_after {
            let seconds = HeaderValue::from(pause.as_secs().max(1));
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response.extensions_mut().insert(logged);
        response
    }
}

fn with_causes(error: &kit::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        cause = inner.source();
    }
    text
}

pub(crate) fn status(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::InvalidRequest
        | ErrorKind::InvalidDomain
        | ErrorKind::InvalidPort
        | ErrorKind::MissingHeader
        | ErrorKind::InvalidContainerId
        | ErrorKind::InvalidRuntime
        | ErrorKind::InvalidTimeout
        | ErrorKind::InvalidAction
        | ErrorKind::EmptyContainerList => StatusCode::BAD_REQUEST,
        ErrorKind::Unauthorized => StatusCode::UNAUTHORIZED,
        ErrorKind::Forbidden => StatusCode::FORBIDDEN,
        ErrorKind::NotFound
        | ErrorKind::InvalidCode
        | ErrorKind::ContainerNotFound
        | ErrorKind::AllContainersFailed => StatusCode::NOT_FOUND,
        ErrorKind::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        ErrorKind::Conflict
        | ErrorKind::SetupAlreadyCompleted
        | ErrorKind::ContainerAlreadyStarted
        | ErrorKind::ContainerAlreadyStopped => StatusCode::CONFLICT,
        ErrorKind::Expired => StatusCode::GONE,
        ErrorKind::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorKind::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorKind::RateLimitExceeded => StatusCode::TOO_MANY_REQUESTS,
        ErrorKind::Internal
        | ErrorKind::ContainerStartFailed
        | ErrorKind::ContainerStopFailed
        | ErrorKind::ContainerRestartFailed
        | ErrorKind::ContainerInspectFailed
        | ErrorKind::ContainerStatsFailed
        | ErrorKind::ContainerListFailed
        | ErrorKind::ExportFailed
        | ErrorKind::BatchExportFailed
        | ErrorKind::NoRuntime => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorKind::BadGateway => StatusCode::BAD_GATEWAY,
        ErrorKind::StorageUnavailable
        | ErrorKind::ServiceUnavailable
        | ErrorKind::RuntimeUnavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}
