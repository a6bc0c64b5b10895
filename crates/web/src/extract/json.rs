use std::time::Duration;

use axum::body::HttpBody;
use axum::extract::{FromRequest, Request};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use kit::{Error, ErrorKind};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::strict;
use crate::ApiError;

const LARGEST_BODY: usize = 1 << 20;
/// A client that sends a byte now and then must not hold a request open for ever.
const SLOWEST_BODY: Duration = Duration::from_secs(30);

/// A JSON body, required when read, `application/json` when written.
#[derive(Debug)]
pub struct Json<T>(pub T);

/// A JSON body that may be left out altogether.
#[derive(Debug)]
pub struct OptionalJson<T>(pub Option<T>);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        require_json(&request)?;
        let bytes = collect(request).await?;
        Ok(Json(strict::parse(&bytes)?))
    }
}

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for OptionalJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let typed = require_json(&request);
        let bytes = collect(request).await?;
        if bytes.is_empty() {
            return Ok(OptionalJson(None));
        }
        typed?;
        Ok(OptionalJson(Some(strict::parse(&bytes)?)))
    }
}

fn require_json(request: &Request) -> Result<(), Error> {
    let value = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = value.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
    if kind.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let message = "The body must be application/json";
    Err(Error::new(ErrorKind::UnsupportedMediaType, message))
}

async fn collect(request: Request) -> Result<Bytes, Error> {
    let too_large = || Error::new(ErrorKind::PayloadTooLarge, "The body is larger than 1 MiB");
    if request.body().size_hint().lower() > LARGEST_BODY as u64 {
        return Err(too_large());
    }
    let body = Limited::new(request.into_body(), LARGEST_BODY).collect();
    let Ok(read) = tokio::time::timeout(SLOWEST_BODY, body).await else {
        return Err(Error::new(ErrorKind::InvalidRequest, "The body did not arrive in time"));
    };
    match read {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(too_large()),
        Err(error) => {
            let message = "The body could not be read to its end";
            Err(Error::new(ErrorKind::InvalidRequest, message).because(error))
        }
    }
}
