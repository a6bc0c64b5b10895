//! The error envelope, for answers that are given before any router is asked.

use http::{HeaderName, HeaderValue, Response, StatusCode, header};
use kit::ErrorKind;

use crate::{Body, full};

pub const API_VERSION_HEADER: HeaderName = HeaderName::from_static("x-api-version");
pub const API_VERSION: HeaderValue = HeaderValue::from_static("v1");

/// What every such answer carries: no browser may frame it or take it for a page.
const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
    (API_VERSION_HEADER, API_VERSION),
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"),
    ),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
];

pub fn problem(status: StatusCode, code: &str, message: &str) -> Response<Body> {
    let envelope = serde_json::json!({ "error": { "code": code, "message": message } });
    let mut response = Response::new(full(envelope.to_string()));
    *response.status_mut() = status;
    response.headers_mut().extend(HEADERS);
    response
}

/// For a panic: what it says is for the log alone, and the panic hook has put it there.
pub fn internal_error() -> Response<Body> {
    let code = ErrorKind::Internal.code();
    problem(StatusCode::INTERNAL_SERVER_ERROR, code, "Something went wrong on our side")
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use http_body_util::BodyExt;

    use super::*;

    #[test]
    fn a_problem_is_the_envelope_with_the_api_version() {
        let response = problem(StatusCode::BAD_REQUEST, "INVALID_REQUEST", "say \"please\"");
        assert_eq!(response.status(), 400);
        assert_eq!(response.headers()["content-type"], "application/json");
        assert_eq!(response.headers()["x-api-version"], "v1");
        assert_eq!(response.headers()["x-frame-options"], "DENY");
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
        let policy = "default-src 'none'; frame-ancestors 'none'";
        assert_eq!(response.headers()["content-security-policy"], policy);
        let body = response.into_body().collect().now_or_never().expect("a whole body");
        let body = body.expect("no error").to_bytes();
        let json: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
        assert_eq!(
            json,
            serde_json::json!({"error": {"code": "INVALID_REQUEST", "message": "say \"please\""}})
        );
    }
}
