//! The way of one request: an id, who the client is, the answer, and what every answer carries.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::FutureExt;
use futures::future::BoxFuture;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::service::Service;
use kit::{Entropy, ErrorKind};
use routing::{API_VERSION, API_VERSION_HEADER, Arrival, Body, internal_error, problem};
use tracing::Instrument;

use crate::Edge;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const ALLOW: HeaderValue = HeaderValue::from_static("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");

/// What all requests of a connection have in common.
pub(crate) struct Connection {
    pub(crate) edge: Arc<Edge>,
    peer: SocketAddr,
    secure: bool,
    used: AtomicBool,
}

impl Connection {
    pub(crate) fn new(edge: Arc<Edge>, peer: SocketAddr, secure: bool) -> Self {
        Connection { edge, peer, secure, used: AtomicBool::new(false) }
    }

    /// Whether a request has come.
    pub(crate) fn was_used(&self) -> bool {
        self.used.load(Ordering::Relaxed)
    }

    async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        let id: Arc<str> = Entropy.hex::<8>().into();
        let span = tracing::info_span!("request", %id);
        let mut response = self.respond(request, id.clone()).instrument(span).await;
        let headers = response.headers_mut();
        headers.insert(API_VERSION_HEADER, API_VERSION);
        headers.insert(REQUEST_ID, HeaderValue::from_str(&id).expect("hex is a header value"));
        response
    }

    async fn respond(&self, request: Request<Incoming>, request_id: Arc<str>) -> Response<Body> {
        if is_never_served(request.method()) {
            return method_not_allowed();
        }
        let (mut parts, body) = request.into_parts();
        let arrival = Arrival { peer: self.peer, secure: self.secure, request_id };
        let decided = self.edge.trust.load().decide(arrival, &parts);
        match decided {
            Ok(client) => parts.extensions.insert(client),
            Err(refusal) => {
                let code = ErrorKind::InvalidRequest.code();
                return problem(StatusCode::BAD_REQUEST, code, refusal.0);
            }
        };
        let request = Request::from_parts(parts, body.map_err(Into::into).boxed_unsync());
        let answering = async { self.edge.local.call(request).await };
        AssertUnwindSafe(answering).catch_unwind().await.unwrap_or_else(|_| internal_error())
    }
}

/// `TRACE` and `TRACK` would show a page the cookies it must not see; `CONNECT` would make the
/// gateway a way into the network.
fn is_never_served(method: &Method) -> bool {
    matches!(method.as_str(), "CONNECT" | "TRACE" | "TRACK")
}

fn method_not_allowed() -> Response<Body> {
    let code = ErrorKind::MethodNotAllowed.code();
    let mut response =
        problem(StatusCode::METHOD_NOT_ALLOWED, code, "This method is not supported");
    response.headers_mut().insert(header::ALLOW, ALLOW);
    response
}

/// Hands a connection's requests to [`Connection::answer`].
pub(crate) struct Requests(pub(crate) Arc<Connection>);

impl Service<Request<Incoming>> for Requests {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response<Body>, Infallible>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let connection = self.0.clone();
        connection.used.store(true, Ordering::Relaxed);
        Box::pin(async move { Ok(connection.answer(request).await) })
    }
}
