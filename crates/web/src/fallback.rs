use http::Method;
use kit::{Error, ErrorKind};

use crate::ApiError;

pub(crate) async fn unknown_path() -> ApiError {
    ApiError(Error::not_found("This path"))
}

pub(crate) async fn wrong_method(method: Method) -> ApiError {
    let message = format!("{method} is not supported here");
    ApiError(Error::new(ErrorKind::MethodNotAllowed, message))
}
