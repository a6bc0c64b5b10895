use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio_util::sync::CancellationToken;

use crate::keeper::Order;
use crate::model::{ExecutionStatus, Values};

/// An accepted execution that waits for its turn or has it. It holds secrets, so it cannot be
/// printed.
pub(crate) struct Job {
    pub(crate) id: String,
    pub(crate) script_id: String,
    pub(crate) run_id: Option<String>,
    /// Who asked for it: each has its own line.
    pub(crate) owner: String,
    pub(crate) order: Order,
    pub(crate) environment: Values,
    pub(crate) secrets: Vec<String>,
    pub(crate) timeout: Duration,
    /// Somebody waits for the answer.
    pub(crate) awaited: bool,
    pub(crate) ticket: Arc<Ticket>,
    /// Its place among those that were accepted.
    pub(crate) _seat: OwnedSemaphorePermit,
}

/// What others hold of an execution or of a workflow's run: they may end it, and wait for its end.
#[derive(Debug)]
pub(crate) struct Ticket {
    stop: watch::Sender<Option<Why>>,
    done: CancellationToken,
}

/// Why a run is ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    Cancelled,
    /// Its own time is up.
    Timeout,
    /// The time of the request that waits for it is up.
    RequestTimeout,
    /// The program stops.
    Shutdown,
}

impl Why {
    pub(crate) fn status(self) -> ExecutionStatus {
        match self {
            Why::Cancelled | Why::Shutdown => ExecutionStatus::Cancelled,
            Why::Timeout | Why::RequestTimeout => ExecutionStatus::Timeout,
        }
    }

    pub(crate) fn message(self) -> &'static str {
        match self {
            Why::Cancelled => "It was cancelled",
            Why::Timeout => "It took longer than its timeout",
            Why::RequestTimeout => "It took longer than the 10 minutes that a request may take",
            Why::Shutdown => "The gateway was stopped",
        }
    }
}

impl Ticket {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Ticket { stop: watch::Sender::new(None), done: CancellationToken::new() })
    }

    /// The first reason counts.
    pub(crate) fn stop(&self, why: Why) {
        self.stop.send_if_modified(|current| {
            let first = current.is_none();
            current.get_or_insert(why);
            first
        });
    }

    pub(crate) fn reason(&self) -> Option<Why> {
        *self.stop.borrow()
    }

    /// Returns when it shall end.
    pub(crate) async fn stopped(&self) -> Why {
        let mut stop = self.stop.subscribe();
        loop {
            if let Some(why) = *stop.borrow_and_update() {
                return why;
            }
            if stop.changed().await.is_err() {
                return Why::Cancelled;
            }
        }
    }

    pub(crate) fn finished(&self) {
        self.done.cancel();
    }

    /// Returns when its end is written down.
    pub(crate) async fn done(&self) {
        self.done.cancelled().await;
    }
}
