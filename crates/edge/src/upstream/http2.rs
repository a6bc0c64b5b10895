//! HTTP/2 towards apps: one connection carries many requests at a time, and a task drives it.

use std::cell::Cell;
use std::future::Future;
use std::rc::Rc;
use std::time::Duration;

use http::{Request, Response};
use hyper::body::Incoming;
use hyper::client::conn::{TrySendError, http2};
use hyper::rt::Executor;
use hyper_util::rt::{TokioIo, TokioTimer};
use kit::Supervisor;
use tokio::time::Instant;

use super::http1::SendError;
use super::opened::{Counted, Opened};
use super::upload::Upload;
use crate::failure::{Failure, FailureKind};

const LARGEST_HEAD: u32 = 64 * 1024;
const STREAM_WINDOW: u32 = 256 * 1024;
const CONNECTION_WINDOW: u32 = 1024 * 1024;
const PING_AFTER: Duration = Duration::from_secs(30);

/// Most servers allow so many requests at a time on one connection, or more.
const MOST_STREAMS: usize = 100;

#[derive(Clone)]
pub(crate) struct Shared {
    sender: http2::SendRequest<Upload>,
    usage: Rc<Use>,
}

/// How much a connection is used.
struct Use {
    streams: Cell<usize>,
    idle_since: Cell<Instant>,
    _counted: Counted,
}

/// A request that is under way on a shared connection.
pub(crate) struct Stream(Rc<Use>);

impl Drop for Stream {
    fn drop(&mut self) {
        self.0.streams.set(self.0.streams.get() - 1);
        self.0.idle_since.set(Instant::now());
    }
}

impl Shared {
    pub(crate) async fn new(opened: Opened, supervisor: &Supervisor) -> Result<Self, Failure> {
        let (sender, driver) = http2::Builder::new(Spawner(supervisor.clone()))
            .timer(TokioTimer::new())
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .max_header_list_size(LARGEST_HEAD)
            .keep_alive_interval(PING_AFTER)
            .handshake(TokioIo::new(opened.transport))
            .await
            .map_err(|error| FailureKind::Protocol.because(error))?;
        supervisor.spawn_local(async move {
            if let Err(error) = driver.await {
                tracing::debug!(%error, "a connection to an app ended");
            }
        });
        let (streams, idle_since) = (Cell::new(0), Cell::new(Instant::now()));
        Ok(Shared { sender, usage: Rc::new(Use { streams, idle_since, _counted: opened.counted }) })
    }

    pub(crate) fn is_usable(&self) -> bool {
        !self.sender.is_closed()
    }

    pub(super) fn has_room(&self) -> bool {
        self.usage.streams.get() < MOST_STREAMS
    }

    pub(super) fn idle_for(&self) -> Duration {
        match self.usage.streams.get() {
            0 => self.usage.idle_since.get().elapsed(),
            _ => Duration::ZERO,
        }
    }

    pub(crate) async fn exchange(
        &mut self,
        request: Request<Upload>,
    ) -> Result<(Response<Incoming>, Stream), SendError> {
        self.usage.streams.set(self.usage.streams.get() + 1);
        let stream = Stream(self.usage.clone());
        let response = self.sender.try_send_request(request).await.map_err(SendError::from)?;
        Ok((response, stream))
    }
}

impl From<TrySendError<Request<Upload>>> for SendError {
    fn from(mut lost: TrySendError<Request<Upload>>) -> Self {
        let unsent = lost.take_message().map(Request::into_body);
        let error = lost.into_error();
        let malformed = error.is_parse() || error.is_parse_status() || error.is_parse_too_large();
        let kind = if malformed { FailureKind::Protocol } else { FailureKind::Closed };
        SendError { failure: kind.because(error), unsent }
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
