use axum::extract::{FromRequestParts, Path as AxumPath, Query as AxumQuery};
use http::request::Parts;
use kit::Error;
use serde::de::DeserializeOwned;

use crate::ApiError;

/// The query string, read into a struct.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        without_nul("query", parts.uri.query().unwrap_or_default())?;
        match AxumQuery::<T>::try_from_uri(&parts.uri) {
            Ok(AxumQuery(query)) => Ok(Query(query)),
            Err(rejection) => Err(Error::invalid("query", rejection.body_text()).into()),
        }
    }
}

/// The variable parts of the path, decoded.
#[derive(Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        without_nul("path", parts.uri.path())?;
        match AxumPath::<T>::from_request_parts(parts, state).await {
            Ok(AxumPath(path)) => Ok(Path(path)),
            Err(rejection) => Err(Error::invalid("path", rejection.body_text()).into()),
        }
    }
}

/// One of the two databases cannot keep it.
fn without_nul(field: &str, encoded: &str) -> Result<(), Error> {
    if encoded.contains("%00") {
        return Err(Error::invalid(field, "holds the character NUL"));
    }
    Ok(())
}
