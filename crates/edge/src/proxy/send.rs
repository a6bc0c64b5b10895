//! Getting an answer from an app: over a kept connection, over a new one, and once more where a
//! kept one turned out to be stale and nothing can happen twice.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;

use http::{Method, Request, response};
use hyper::body::Incoming;
use routing::{Endpoint, Scheme};
use std::sync::Arc;
use tokio::time::{Instant, sleep_until};

use super::head::Outgoing;
use crate::ProxyConfig;
use crate::failure::{Failure, FailureKind};
use crate::lane::Lane;
use crate::upstream::{Link, Lost, Meter, Opened, Protocol, Shared, State, Upload};

/// An answer whose body is still to come.
pub(crate) struct Received {
    pub(crate) head: response::Parts,
    pub(crate) body: Incoming,
    pub(crate) via: Via,
}

/// The connection that the body comes over.
pub(crate) enum Via {
    Own(Link),
    Shared(Shared),
}

/// A request's body, and how far it has come.
pub(crate) struct Sending {
    pub(crate) upload: Upload,
    pub(crate) meter: Option<Rc<Meter>>,
    /// What to do to the request before it goes, each time it is made.
    pub(crate) prepare: Option<Box<dyn Fn(&mut Request<Upload>)>>,
}

impl Sending {
    pub(crate) fn nothing() -> Self {
        Sending { upload: Upload::default(), meter: None, prepare: None }
    }
}

pub(crate) async fn send(
    lane: &Lane,
    outgoing: &Outgoing<'_>,
    sending: Sending,
    config: &ProxyConfig,
) -> Result<Received, Failure> {
    let endpoint = &outgoing.route.upstream.endpoint;
    let protocol = protocol(endpoint, outgoing);
    let Sending { upload, meter, prepare } = sending;
    let repeatable = meter.is_none() && is_idempotent(&outgoing.request.method);
    let mut body = Some(upload);
    let mut ready: Option<Request<Upload>> = None;
    let mut only_new = false;
    loop {
        let (mut via, reused) = match kept(lane, endpoint, protocol, only_new).await {
            Some(via) => (via, true),
            None => (open(lane, endpoint, protocol, config).await?, false),
        };
        let http2 = matches!(via, Via::Shared(_));
        let fits =
            |request: &Request<Upload>| (request.version() == http::Version::HTTP_2) == http2;
        let request = match ready.take() {
            Some(request) if fits(&request) => request,
            // Made for the other protocol: its head is made anew around the same body.
            Some(request) => outgoing.head(http2).map(|()| request.into_body()),
            None => {
                let body = body.take().unwrap_or_default();
                let mut request = outgoing.head(http2).map(|()| body);
                if let Some(prepare) = &prepare {
                    prepare(&mut request);
                }
                request
            }
        };
        let lost = match in_time(via.exchange(request), meter.as_deref(), config).await? {
            Ok(response) => {
                let (head, body) = response.into_parts();
                return Ok(Received { head, body, via });
            }
            Err(lost) => lost,
        };
        match lost {
            Lost { unsent: Some(request), .. } if reused => ready = Some(request),
            Lost { unsent: None, .. } if reused && repeatable => {}
            lost => return Err(blame(lost, meter.as_deref())),
        }
        only_new = true;
    }
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
    let kind = outgoing.request.headers.get(http::header::CONTENT_TYPE);
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
