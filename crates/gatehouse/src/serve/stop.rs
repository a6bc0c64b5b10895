//! The end: the first signal asks everybody to finish, the second one does not wait.

use std::io;
use std::time::Duration;

use kit::Supervisor;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// How long requests under way may take to finish.
const GRACE: Duration = Duration::from_secs(30);

pub(crate) struct StopSignals {
    interrupt: Signal,
    terminate: Signal,
    /// Only so that a hang-up which comes before the reloader listens does not end the program.
    _hangup: Signal,
}

/// How the program came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stopped {
    Drained,
    /// Time ran out for something that was still under way.
    CutByTime,
    CutBySignal,
}

impl StopSignals {
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(StopSignals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            _hangup: signal(SignalKind::hangup())?,
        })
    }

    pub(crate) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    /// Lets everything finish that began before the first signal, within limits.
    pub(crate) async fn drain(&mut self, supervisor: &Supervisor) -> Stopped {
        supervisor.shutdown().drain();
        let how = tokio::select! {
            () = supervisor.drained() => Stopped::Drained,
            () = tokio::time::sleep(GRACE) => Stopped::CutByTime,
            () = self.next() => Stopped::CutBySignal,
        };
        supervisor.shutdown().cut();
        how
    }
}
