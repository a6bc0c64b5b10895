//! HTTP/2 towards apps: one connection carries many requests at a time, and a task drives it.

use std::future::Future;
use std::rc::Rc;
use std::time::Duration;

use http::{Request, Response};
use hyper::body::Incoming;
use hyper::client::conn::{TrySendError, http2};
use hyper::rt::Executor;
use hyper_util::rt::{TokioIo, TokioTimer};
use kit::Supervisor;
use prometheus::IntGauge;

use super::{Counted, Lost, Transport, Upload};
use crate::failure::{Failure, FailureKind};

const LARGEST_HEAD: u32 = 64 * 1024;
const STREAM_WINDOW: u32 = 256 * 1024;
const CONNECTION_WINDOW: u32 = 1024 * 1024;
const PING_AFTER: Duration = Duration::from_secs(30);

#[derive(Clone)]
pub(crate) struct Shared {
    sender: http2::SendRequest<Upload>,
    _counted: Rc<Counted>,
}

impl Shared {
    pub(crate) async fn new(
        transport: Transport,
        supervisor: &Supervisor,
        gauge: &IntGauge,
    ) -> Result<Self, Failure> {
        let (sender, driver) = http2::Builder::new(Spawner(supervisor.clone()))
            .timer(TokioTimer::new())
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .max_header_list_size(LARGEST_HEAD)
            .keep_alive_interval(PING_AFTER)
            .handshake(TokioIo::new(transport))
            .await
            .map_err(|error| FailureKind::Protocol.because(error))?;
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

impl From<TrySendError<Request<Upload>>> for Lost {
    fn from(mut lost: TrySendError<Request<Upload>>) -> Self {
        let unsent = lost.take_message().map(Request::into_body);
        let error = lost.into_error();
        let malformed = error.is_parse() || error.is_parse_status() || error.is_parse_too_large();
        let kind = if malformed { FailureKind::Protocol } else { FailureKind::Closed };
        Lost { failure: kind.because(error), unsent }
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
