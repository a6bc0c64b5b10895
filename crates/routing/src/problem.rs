//! The error envelope, for answers that are given before any router is asked.

use http::{HeaderName, HeaderValue, Response, StatusCode, header};

use crate::{Body, full};

pub const API_VERSION_HEADER: HeaderName = HeaderName::from_static("x-api-version");
pub const API_VERSION: HeaderValue = HeaderValue::from_static("v1");

pub fn problem(status: StatusCode, code: &str, message: &str) -> Response<Body> {
    let envelope = serde_json::json!({ "error": { "code": code, "message": message } });
    let mut response = Response::new(full(envelope.to_string()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(API_VERSION_HEADER, API_VERSION);
    response
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
        let body = response.into_body().collect().now_or_never().expect("a whole body");
        let body = body.expect("no error").to_bytes();
        let json: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
        assert_eq!(
            json,
            serde_json::json!({"error": {"code": "INVALID_REQUEST", "message": "say \"please\""}})
        );
    }
}
