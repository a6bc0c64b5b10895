//! The way of one request: who the client is, and who answers.

use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::rc::{Rc, Weak};
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::LocalBoxFuture;
use http::request::Parts;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use hyper::body::Incoming;
use hyper::service::Service;
use kit::ErrorKind;
use routing::{API_VERSION, API_VERSION_HEADER, ClientInfo, Connected, internal_error, problem};
use tokio::time::Instant;
use tracing::Instrument;

use crate::body::{Given, RequestBody, ResponseBody, Streamed};
use crate::destination::{self, Destination};
use crate::lane::Lane;
use crate::listener_role::ListenerRole;
use crate::proxy;
use crate::pump;
use crate::record::Draft;
use crate::sniff::head_too_large;

/// By this and by the version of the API every answer shows that it went through the gateway.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const ALLOW: HeaderValue = HeaderValue::from_static("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");

/// What all requests of a connection have in common.
pub(crate) struct Connection {
    pub(crate) lane: Rc<Lane>,
    pub(crate) role: Rc<ListenerRole>,
    peer: SocketAddr,
    secure: bool,
    is_http1: bool,
    used: Cell<bool>,
    /// HTTP/1: a request is being answered.
    busy: Cell<bool>,
    /// HTTP/1: how often that changed, for whoever watches how long the next request takes.
    progress: Cell<u32>,
    /// No further request is wanted.
    closing: Cell<bool>,
    /// The streams of HTTP/2, which can stand still one by one.
    streams: RefCell<Vec<Weak<Cell<Option<Instant>>>>>,
}

impl Connection {
    pub(crate) fn new(
        lane: Rc<Lane>,
        role: Rc<ListenerRole>,
        peer: SocketAddr,
        (secure, is_http1): (bool, bool),
    ) -> Self {
        Connection {
            lane,
            role,
            peer,
            secure,
            is_http1,
            used: Cell::new(false),
            busy: Cell::default(),
            progress: Cell::default(),
            closing: Cell::default(),
            streams: RefCell::default(),
        }
    }

    pub(crate) fn is_http1(&self) -> bool {
        self.is_http1
    }

    pub(crate) fn set_busy(&self, busy: bool) {
        self.busy.set(busy);
        self.progress.set(self.progress.get().wrapping_add(1));
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.busy.get()
    }

    pub(crate) fn progress(&self) -> u32 {
        self.progress.get()
    }

    /// What is under way is finished, and that is all.
    pub(crate) fn close(&self) {
        self.closing.set(true);
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.closing.get()
    }

    /// Whether a request has come.
    pub(crate) fn was_used(&self) -> bool {
        self.used.get()
    }

    /// Whether a client has taken nothing of an answer for so long.
    pub(crate) fn is_stalled(&self, limit: Duration) -> bool {
        let streams = self.streams.borrow();
        let mut given = streams.iter().filter_map(Weak::upgrade).filter_map(|given| given.get());
        given.any(|since| since.elapsed() >= limit)
    }

    /// A new stream to look after; those that have ended are forgotten.
    fn stream(&self) -> Given {
        let given = Given::default();
        let mut streams = self.streams.borrow_mut();
        streams.retain(|stream| stream.strong_count() > 0);
        streams.push(Rc::downgrade(&given));
        given
    }

    /// The request stays where it is: every call that took it along would make room for it.
    pub(crate) async fn answer(
        &self,
        request: &mut Parts,
        body: RequestBody,
        id: Arc<str>,
    ) -> Response<ResponseBody> {
        if is_never_served(&request.method) {
            return method_not_allowed().map(ResponseBody::Local);
        }
        if !self.is_http1 && size_of_head(request) > self.lane.edge.limits.header_bytes as usize {
            return head_too_large().map(ResponseBody::Local);
        }
        let connected = Connected { peer: self.peer, secure: self.secure, request_id: id };
        let client = match self.lane.edge.trust.load().decide(connected, request) {
            Ok(client) => client,
            Err(refusal) => {
                let code = ErrorKind::InvalidRequest.code();
                return problem(StatusCode::BAD_REQUEST, code, refusal.0).map(ResponseBody::Local);
            }
        };
        let edge = &self.lane.edge;
        let draft = Draft::begin(&edge.log, &edge.clock, request, &client);
        let answering = AssertUnwindSafe(self.lead(request, body, &client)).catch_unwind();
        let response =
            answering.await.unwrap_or_else(|_| internal_error().map(ResponseBody::Local));
        match draft {
            Some(draft) => draft.attach(response),
            None => response,
        }
    }

    /// Leads a request to whoever answers it.
    async fn lead(
        &self,
        request: &mut Parts,
        body: RequestBody,
        client: &ClientInfo,
    ) -> Response<ResponseBody> {
        match destination::resolve(&self.lane.edge, &self.role, request, client) {
            Destination::App(visit) => {
                proxy::visit(&self.lane, client, &visit, request, body).await
            }
            Destination::Local => {
                let taken = std::mem::replace(request, Request::new(()).into_parts().0);
                Box::pin(self.call_local(taken, body, client.clone())).await
            }
            Destination::Answered(response) => response,
        }
    }

    async fn call_local(
        &self,
        mut parts: Parts,
        body: RequestBody,
        client: ClientInfo,
    ) -> Response<ResponseBody> {
        let span = tracing::info_span!("request", id = &*client.request_id);
        parts.extensions.insert(client);
        let local = self.role.local.clone();
        let call = move |body| async move { local.call(Request::from_parts(parts, body)).await };
        pump::call(body, call).instrument(span).await
    }
}

/// HTTP/1's is counted as it comes.
fn size_of_head(request: &Parts) -> usize {
    let path = request.uri.path_and_query().map_or(0, |path| path.as_str().len());
    request.headers.iter().fold(path, |sum, (name, value)| sum + name.as_str().len() + value.len())
}

/// `TRACE` and `TRACK` would show a page the cookies it must not see; `CONNECT` would make the
/// gateway a way into the network.
fn is_never_served(method: &Method) -> bool {
    matches!(method.as_str(), "CONNECT" | "TRACE" | "TRACK")
}

fn method_not_allowed() -> Response<routing::Body> {
    let code = ErrorKind::MethodNotAllowed.code();
    let mut response =
        problem(StatusCode::METHOD_NOT_ALLOWED, code, "This method is not supported");
    response.headers_mut().insert(header::ALLOW, ALLOW);
    response
}

/// Hands the requests of HTTP/2 to [`Connection::answer`].
pub(crate) struct Requests(pub(crate) Rc<Connection>);

impl Service<Request<Incoming>> for Requests {
    type Response = Response<Streamed>;
    type Error = Infallible;
    type Future = LocalBoxFuture<'static, Result<Response<Streamed>, Infallible>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let connection = self.0.clone();
        let (mut head, body) = request.into_parts();
        connection.used.set(true);
        Box::pin(async move {
            let id = connection.lane.request_id();
            let mut own = HeaderValue::from_str(&id).expect("hex is a header value");
            // Each is new, and would push what is said again out of the table that both sides keep.
            own.set_sensitive(true);
            let mut response = connection.answer(&mut head, RequestBody::Http2(body), id).await;
            response.headers_mut().insert(API_VERSION_HEADER, API_VERSION);
            response.headers_mut().insert(REQUEST_ID, own);
            Ok(response.map(|answer| Streamed::new(answer, connection.stream())))
        })
    }
}
