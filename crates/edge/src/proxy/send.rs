//! Getting an answer from an app: over a kept connection, over a new one, and once more where a
//! kept one turned out to be stale and nothing can happen twice.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::task::Poll;

use dial::Protocol;
use http::{Method, header, request, response};
use hyper::body::Incoming;
use routing::{Endpoint, Scheme};

use super::head::HeadChange;
use super::outgoing::Outgoing;
use crate::config::ProxyConfig;
use crate::failure::{Failure, FailureKind};
use crate::lane::Lane;
use crate::upstream::{BodyWanted, Http1Conn, Meter, SendError, Shared, State, Stream, Upload};

/// An answer whose body is still to come.
pub(crate) struct Received {
    pub(crate) head: response::Parts,
    pub(crate) source: Source,
    /// How far the request's own body has come.
    pub(crate) upload: Option<Rc<Meter>>,
}

/// Where the body comes from.
pub(crate) enum Source {
    /// The connection itself.
    Own(Box<Http1Conn>),
    /// A stream of a connection that others use, too, and its place there.
    Shared(Incoming, #[expect(dead_code, reason = "it counts while it lives")] Stream),
}

impl Received {
    /// Leaves the body alone. The connection serves again where there is none.
    pub(crate) fn put_aside(self, lane: &Lane, endpoint: &Arc<Endpoint>) {
        if let Source::Own(conn) = self.source
            && conn.is_reusable()
        {
            lane.pool.put(endpoint, conn);
        }
    }
}

/// What a request is sent with besides its head.
pub(crate) struct Sending<'a> {
    pub(crate) upload: Upload,
    /// `None` where there is no body.
    pub(crate) meter: Option<Rc<Meter>>,
    /// Set when the app asks for the body that the client holds back.
    pub(crate) asked: Option<Arc<BodyWanted>>,
    /// A change to the head.
    pub(crate) change: Option<&'a HeadChange<'a>>,
}

/// A connection to send over.
enum Via {
    Own(Box<Http1Conn>),
    Shared(Shared),
}

pub(crate) async fn send(
    lane: &Lane,
    outgoing: &Outgoing<'_>,
    sending: Sending<'_>,
    config: &ProxyConfig,
) -> Result<Received, Failure> {
    let endpoint = &outgoing.route.upstream.endpoint;
    let protocol = protocol(endpoint, outgoing.request);
    let Sending { mut upload, meter, asked, change } = sending;
    let repeatable = meter.is_none() && is_idempotent(&outgoing.request.method);
    let mut only_new = false;
    loop {
        let (via, reused) = match kept(lane, endpoint, protocol, only_new).await {
            Some(via) => (via, true),
            None => (Box::pin(open(lane, endpoint, protocol, config)).await?, false),
        };
        let exchange = pin!(exchange(via, outgoing, upload, (asked.clone(), change)));
        let lost = match in_time(lane, exchange, meter.as_deref(), config).await? {
            Ok((head, source)) => return Ok(Received { head, source, upload: meter }),
            Err(lost) => lost,
        };
        upload = match lost {
            SendError { unsent: Some(upload), .. } if reused => upload,
            SendError { unsent: None, .. } if reused && repeatable => Upload::default(),
            lost => return Err(blame(lost, meter.as_deref())),
        };
        only_new = true;
    }
}

async fn exchange(
    via: Via,
    outgoing: &Outgoing<'_>,
    upload: Upload,
    (asked, change): (Option<Arc<BodyWanted>>, Option<&HeadChange<'_>>),
) -> Result<(response::Parts, Source), SendError> {
    match via {
        Via::Own(mut conn) => {
            let head = conn.exchange(outgoing.written(upload, asked, change)).await?;
            Ok((head, Source::Own(conn)))
        }
        Via::Shared(mut shared) => {
            let mut request = outgoing.head(true).map(|()| upload);
            if let Some(change) = change {
                change(request.headers_mut());
            }
            // There is no hook for what comes before an answer here; the body just goes.
            asked.inspect(|asked| asked.set());
            let (response, stream) = shared.exchange(request).await?;
            let (head, body) = response.into_parts();
            Ok((head, Source::Shared(body, stream)))
        }
    }
}

/// gRPC needs HTTP/2, also where the address does not say so.
fn protocol(endpoint: &Endpoint, request: &request::Parts) -> Protocol {
    match endpoint.scheme {
        Scheme::Http if is_grpc(request) => Protocol::Http2,
        Scheme::Http => Protocol::Http1,
        Scheme::H2c => Protocol::Http2,
        Scheme::Https => Protocol::Any,
    }
}

fn is_grpc(request: &request::Parts) -> bool {
    if request.method != Method::POST {
        return false;
    }
    let kind = request.headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.as_bytes().strip_prefix(b"application/grpc"));
    // What browsers speak, `application/grpc-web`, is made for HTTP/1.1.
    kind.is_some_and(|rest| !rest.starts_with(b"-web"))
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
    let opened = lane.open(endpoint, protocol, config).await?;
    if !opened.http2 {
        return Ok(Via::Own(Box::new(Http1Conn::new(opened))));
    }
    let shared = Shared::new(opened, &lane.edge.supervisor).await?;
    lane.pool.share(endpoint, shared.clone());
    Ok(Via::Shared(shared))
}

/// Waits as long as the upload moves, and then for the answer to begin.
async fn in_time<T>(
    lane: &Lane,
    mut exchange: Pin<&mut impl Future<Output = Result<T, SendError>>>,
    meter: Option<&Meter>,
    config: &ProxyConfig,
) -> Result<Result<T, SendError>, Failure> {
    let ProxyConfig { response_timeout, idle_timeout, .. } = config;
    // Which limit counts changes with the upload's state, so the longer one is not slept through.
    let shorter = response_timeout.0.min(idle_timeout.0);
    let first = if meter.is_some() { shorter } else { response_timeout.0 };
    let mut timer = pin!(lane.deadlines.after(first));
    loop {
        tokio::select! {
            biased;
            ended = &mut exchange => return Ok(ended),
            () = &mut timer => {}
        }
        let Some(meter) = meter else { return Err(FailureKind::ResponseTimeout.into()) };
        let (limit, kind) = match meter.state() {
            State::Waiting => (idle_timeout.0, FailureKind::ClientTimeout),
            _ => (response_timeout.0, FailureKind::ResponseTimeout),
        };
        let left = limit.saturating_sub(meter.moved().elapsed());
        if left.is_zero() {
            return Err(kind.into());
        }
        timer.set(lane.deadlines.after(left.min(shorter)));
    }
}

/// When the client's own body is what broke the exchange, the app is not to blame.
fn blame(lost: SendError, meter: Option<&Meter>) -> Failure {
    match meter.map(Meter::state) {
        Some(State::TooLarge) => FailureKind::TooLarge.into(),
        Some(State::Broken) => Failure { kind: FailureKind::ClientBody, ..lost.failure },
        _ => lost.failure,
    }
}

fn is_idempotent(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS | Method::PUT | Method::DELETE)
}
