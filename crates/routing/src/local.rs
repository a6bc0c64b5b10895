//! The port through which the data plane reaches the management router without knowing its
//! framework.

use bytes::Bytes;
use futures::future::BoxFuture;
use http::{Request, Response};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};

pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A streaming body of any origin.
pub type Body = UnsyncBoxBody<Bytes, BoxError>;

/// A body that is known whole.
pub fn full(content: impl Into<Bytes>) -> Body {
    Full::new(content.into()).map_err(|never| match never {}).boxed_unsync()
}

/// What answers the requests that are not proxied. The request carries its [`crate::ClientInfo`]
/// and the connection's upgrade handle as extensions; an implementation hands both on.
pub trait Local: Send + Sync {
    fn call(&self, request: Request<Body>) -> BoxFuture<'static, Response<Body>>;

    /// Whether something is served at this path, by any method. What is not may be led to an app
    /// whose page asked for it.
    fn owns(&self, path: &str) -> bool {
        let _ = path;
        true
    }
}

impl<F> Local for F
where
    F: Fn(Request<Body>) -> BoxFuture<'static, Response<Body>> + Send + Sync,
{
    fn call(&self, request: Request<Body>) -> BoxFuture<'static, Response<Body>> {
        self(request)
    }
}
