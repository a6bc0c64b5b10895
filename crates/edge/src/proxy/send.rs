//! Getting an answer from an app: over a kept connection, over a new one, and once more where a
//! kept one turned out to be stale and nothing can happen twice.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::Poll;

use http::{HeaderMap, HeaderValue, Method, Request, header, response};
use hyper::body::Incoming;
use routing::{Endpoint, Scheme};
use tokio::time::{Instant, sleep_until};

use super::head::Outgoing;
use crate::ProxyConfig;
use crate::failure::{Failure, FailureKind};
use crate::lane::Lane;
use crate::upstream::{Asked, Link, Lost, Meter, Opened, Protocol, Shared, State, Upload};

/// An answer whose body is still to come.
pub(crate) struct Received {
    pub(crate) head: response::Parts,
    pub(crate) body: Incoming,
    pub(crate) via: Via,
    /// How far the request's own body has come.
    pub(crate) upload: Option<Rc<Meter>>,
}

/// The connection that the body comes over.
pub(crate) enum Via {
    Own(Link),
    Shared(Shared),
}

/// What a request is sent with besides its head.
pub(crate) struct Sending<'a> {
    pub(crate) upload: Upload,
    /// `None` where there is no body.
    pub(crate) meter: Option<Rc<Meter>>,
    /// Set when the app asks for the body that the client holds back.
    pub(crate) asked: Option<Arc<Asked>>,
    /// A change to the head.
    pub(crate) change: Option<&'a dyn Fn(&mut HeaderMap)>,
}

pub(crate) async fn send(
    lane: &Lane,
    outgoing: &Outgoing<'_>,
    sending: Sending<'_>,
    config: &ProxyConfig,
) -> Result<Received, Failure> {
    let endpoint = &outgoing.route.upstream.endpoint;
    let protocol = protocol(endpoint, outgoing);
    let Sending { mut upload, meter, asked, change } = sending;
    let repeatable = meter.is_none() && is_idempotent(&outgoing.request.method);
    let mut only_new = false;
    loop {
        let (mut via, reused) = match kept(lane, endpoint, protocol, only_new).await {
            Some(via) => (via, true),
            None => (open(lane, endpoint, protocol, config).await?, false),
        };
        let mut request = outgoing.head(matches!(via, Via::Shared(_))).map(|()| upload);
        if let Some(change) = change {
            change(request.headers_mut());
        }
        if let Some(asked) = &asked {
            ask_first(&mut request, asked.clone());
        }
        let lost = match in_time(via.exchange(request), meter.as_deref(), config).await? {
            Ok(response) => {
                let (head, body) = response.into_parts();
                return Ok(Received { head, body, via, upload: meter });
            }
            Err(lost) => lost,
        };
        upload = match lost {
            Lost { unsent: Some(request), .. } if reused => request.into_body(),
            Lost { unsent: None, .. } if reused && repeatable => Upload::default(),
            lost => return Err(blame(lost, meter.as_deref())),
        };
        only_new = true;
    }
}

/// Lets the app say whether it wants the body before it is sent.
fn ask_first(request: &mut Request<Upload>, asked: Arc<Asked>) {
    request.headers_mut().insert(header::EXPECT, HeaderValue::from_static("100-continue"));
    hyper::ext::on_informational(request, move |_| asked.set());
}

impl Via {
    async fn exchange(
        &mut self,
        request: Request<Upload>,
    ) -> Result<http::Response<Incoming>, Lost> {
        match self {
            Via::Own(link) => link.exchange(request).await,
            Via::Shared(shared) => shared.exchange(request).await,
        }
    }
}

/// gRPC needs HTTP/2, also where the address does not say so.
fn protocol(endpoint: &Endpoint, outgoing: &Outgoing<'_>) -> Protocol {
    let kind = outgoing.request.headers.get(header::CONTENT_TYPE);
    let grpc = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/grpc"));
    match endpoint.scheme {
        Scheme::Http if grpc => Protocol::Http2,
        Scheme::Http => Protocol::Http1,
        Scheme::H2c => Protocol::Http2,
        Scheme::Https => Protocol::Any,
    }
}

async fn kept(lane: &Lane, endpoint: &Endpoint, protocol: Protocol, only_new: bool) -> Option<Via> {
    if only_new {
        return None;
    }
    if protocol != Protocol::Http1
        && let Some(shared) = lane.pool.shared(endpoint)
    {
        return Some(Via::Shared(shared));
    }
    if protocol == Protocol::Http2 {
        return None;
    }
    poll_fn(|cx| Poll::Ready(lane.pool.take(endpoint, cx))).await.map(Via::Own)
}

async fn open(
    lane: &Lane,
    endpoint: &Arc<Endpoint>,
    protocol: Protocol,
    config: &ProxyConfig,
) -> Result<Via, Failure> {
    match lane.open(endpoint, protocol, config).await? {
        Opened::Own(link) => Ok(Via::Own(link)),
        Opened::Shared(shared) => {
            lane.pool.share(endpoint, shared.clone());
            Ok(Via::Shared(shared))
        }
    }
}

/// Waits as long as the upload moves, and then for the answer to begin.
async fn in_time<T>(
    exchange: impl Future<Output = Result<T, Lost>>,
    meter: Option<&Meter>,
    config: &ProxyConfig,
) -> Result<Result<T, Lost>, Failure> {
    let started = Instant::now();
    let mut exchange = pin!(exchange);
    let mut timer = pin!(sleep_until(started + config.response_timeout.0));
    loop {
        tokio::select! {
            biased;
            ended = &mut exchange => return Ok(ended),
            () = &mut timer => {}
        }
        let (deadline, kind) = match meter.map(|meter| (meter.state(), meter.moved())) {
            None => (started + config.response_timeout.0, FailureKind::ResponseTimeout),
            Some((State::Waiting, moved)) => {
                (moved + config.idle_timeout.0, FailureKind::ClientTimeout)
            }
            Some((_, moved)) => (moved + config.response_timeout.0, FailureKind::ResponseTimeout),
        };
        if deadline <= Instant::now() {
            return Err(kind.into());
        }
        timer.as_mut().reset(deadline);
    }
}

/// When the client's own body is what broke the exchange, the app is not to blame.
fn blame(lost: Lost, meter: Option<&Meter>) -> Failure {
    match meter.map(Meter::state) {
        Some(State::TooLarge) => FailureKind::TooLarge.into(),
        Some(State::Broken) => FailureKind::ClientBody.because(lost.error),
        _ => lost.into_failure(),
    }
}

fn is_idempotent(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS | Method::PUT | Method::DELETE)
}
