//! One connection to an app, and what is sent over it.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use hyper::body::{Body, Frame, Incoming};
use hyper::client::conn::{TrySendError, http1, http2};
use hyper::rt::Executor;
use hyper_util::rt::{TokioIo, TokioTimer};
use kit::Supervisor;
use prometheus::IntGauge;
use tokio::time::Instant;

use super::{Transport, Upload};
use crate::failure::{Failure, FailureKind};

/// Enough for large answers to come in few pieces, and little enough for thousands of slow ones.
const READ_BUFFER: usize = 128 * 1024;
const LARGEST_HEAD: usize = 64 * 1024;
const MOST_HEADERS: usize = 256;
const STREAM_WINDOW: u32 = 256 * 1024;
const CONNECTION_WINDOW: u32 = 1024 * 1024;
const PING_AFTER: Duration = Duration::from_secs(30);

/// A request that did not get its answer.
pub(crate) struct Lost {
    pub(crate) error: hyper::Error,
    /// The request itself, where not a byte of it has left.
    pub(crate) unsent: Option<Request<Upload>>,
}

impl From<TrySendError<Request<Upload>>> for Lost {
    fn from(mut lost: TrySendError<Request<Upload>>) -> Self {
        let unsent = lost.take_message();
        Lost { error: lost.into_error(), unsent }
    }
}

impl Lost {
    pub(crate) fn into_failure(self) -> Failure {
        let error = self.error;
        let kind = match error.is_parse() || error.is_parse_status() || error.is_parse_too_large() {
            true => FailureKind::Protocol,
            false => FailureKind::Closed,
        };
        kind.because(error)
    }
}

/// Counts an open connection for as long as it lives.
struct Counted(IntGauge);

impl Counted {
    fn new(gauge: &IntGauge) -> Self {
        gauge.inc();
        Counted(gauge.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}

type Driver = http1::Connection<TokioIo<Transport>, Upload>;

/// A connection of HTTP/1.1. No task of its own drives it: whoever waits for something from it
/// does, which saves a switch between tasks for every piece that comes. An idle one is driven by
/// nobody; that it was closed meanwhile shows when it is taken up again.
pub(crate) struct Link {
    sender: http1::SendRequest<Upload>,
    driver: Pin<Box<Driver>>,
    ended: bool,
    pub(crate) idle_since: Instant,
    _counted: Counted,
}

/// What a new connection turned out to be.
pub(crate) enum Opened {
    Own(Link),
    Shared(Shared),
}

/// A connection of HTTP/2, which carries many requests at a time. A task drives it.
#[derive(Clone)]
pub(crate) struct Shared {
    sender: http2::SendRequest<Upload>,
    _counted: Rc<Counted>,
}

impl Opened {
    pub(crate) async fn new(
        transport: Transport,
        http2: bool,
        supervisor: &Supervisor,
        gauge: &IntGauge,
    ) -> Result<Self, Failure> {
        let refused = |error: hyper::Error| FailureKind::Protocol.because(error);
        let io = TokioIo::new(transport);
        if http2 {
            let shared = Shared::new(io, supervisor, gauge).await.map_err(refused)?;
            return Ok(Opened::Shared(shared));
        }
        let (sender, driver) = http1_client().handshake(io).await.map_err(refused)?;
        Ok(Opened::Own(Link {
            sender,
            driver: Box::pin(driver),
            ended: false,
            idle_since: Instant::now(),
            _counted: Counted::new(gauge),
        }))
    }
}

fn http1_client() -> http1::Builder {
    let mut client = http1::Builder::new();
    client.max_buf_size(READ_BUFFER).max_header_size(LARGEST_HEAD).max_headers(MOST_HEADERS);
    client
}

impl Link {
    /// Whether the app has kept its side open and said nothing meanwhile.
    pub(crate) fn is_usable(&mut self, cx: &mut Context<'_>) -> bool {
        self.drive(cx);
        !self.ended && matches!(self.sender.poll_ready(cx), Poll::Ready(Ok(())))
    }

    /// Sends a request and waits for the head of its answer.
    pub(crate) async fn exchange(
        &mut self,
        request: Request<Upload>,
    ) -> Result<Response<Incoming>, Lost> {
        let Link { sender, driver, ended, .. } = self;
        let mut answer = std::pin::pin!(sender.try_send_request(request));
        poll_fn(|cx| {
            if !*ended {
                *ended = driver.as_mut().poll(cx).is_ready();
            }
            answer.as_mut().poll(cx)
        })
        .await
        .map_err(Lost::from)
    }

    /// The next piece of an answer that came over this connection.
    pub(crate) fn poll_body(
        &mut self,
        body: &mut Incoming,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        // The first look says that more is wanted, the connection then reads it.
        let frame = Pin::new(&mut *body).poll_frame(cx);
        if frame.is_ready() || self.ended {
            return frame;
        }
        self.drive(cx);
        Pin::new(body).poll_frame(cx)
    }

    fn drive(&mut self, cx: &mut Context<'_>) {
        if !self.ended {
            self.ended = self.driver.as_mut().poll(cx).is_ready();
        }
    }

    /// For a request that may take the connection over: from here on a task drives it.
    pub(crate) fn into_upgradable(self, supervisor: &Supervisor) -> http1::SendRequest<Upload> {
        let Link { sender, driver, _counted, .. } = self;
        // It was just made, so nothing refers into the box yet.
        let driver = *Pin::into_inner(driver);
        supervisor.spawn_local(async move {
            let _counted = _counted;
            if let Err(error) = driver.with_upgrades().await {
                tracing::debug!(%error, "an upgradable connection to an app ended");
            }
        });
        sender
    }
}

impl Shared {
    async fn new(
        io: TokioIo<Transport>,
        supervisor: &Supervisor,
        gauge: &IntGauge,
    ) -> hyper::Result<Self> {
        let (sender, driver) = http2::Builder::new(Spawner(supervisor.clone()))
            .timer(TokioTimer::new())
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .max_header_list_size(LARGEST_HEAD as u32)
            .keep_alive_interval(PING_AFTER)
            .handshake(io)
            .await?;
        supervisor.spawn_local(async move {
            if let Err(error) = driver.await {
                tracing::debug!(%error, "a connection to an app ended");
            }
        });
        Ok(Shared { sender, _counted: Rc::new(Counted::new(gauge)) })
    }

    pub(crate) fn is_usable(&self) -> bool {
        !self.sender.is_closed()
    }

    pub(crate) async fn exchange(
        &mut self,
        request: Request<Upload>,
    ) -> Result<Response<Incoming>, Lost> {
        self.sender.try_send_request(request).await.map_err(Lost::from)
    }
}

/// Runs what belongs to a connection on the thread that it belongs to.
#[derive(Clone)]
pub(crate) struct Spawner(pub(crate) Supervisor);

impl<F: Future<Output = ()> + 'static> Executor<F> for Spawner {
    fn execute(&self, task: F) {
        self.0.spawn_local(task);
    }
}
