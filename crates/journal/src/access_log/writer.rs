//! Takes records off the queue and has them written, away from the threads that serve.

use std::io;
use std::time::Duration;

use kit::{Health, Status};
use prometheus::IntCounter;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use super::entry::Entry;
use super::sink::Sink;
use crate::AccessLogConfig;

/// As many records as are taken over at once.
const BATCH: usize = 8_192;
/// Records that come this soon after another are written together with it.
const GATHERING: Duration = Duration::from_millis(20);
/// When to try again after a failure.
const RETRY: Duration = Duration::from_secs(1);
const COMPONENT: &str = "access_log";

pub(super) struct Writer {
    queue: mpsc::Receiver<Entry>,
    /// Off the queue, and not written yet.
    entries: Vec<Entry>,
    sink: Sink,
    state: State,
    health: Health,
    dropped: IntCounter,
}

/// What was reported last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Off,
    InOrder,
    Failing,
}

impl Writer {
    pub(super) fn new(queue: mpsc::Receiver<Entry>, health: Health, dropped: IntCounter) -> Self {
        let (entries, sink) = (Vec::new(), Sink::default());
        Writer { queue, entries, sink, state: State::Off, health, dropped }
    }

    /// Waits until there is something to do. It may be given up at any time.
    pub(super) async fn gather(&mut self) {
        if self.is_behind() {
            return tokio::time::sleep(RETRY).await;
        }
        if self.queue.recv_many(&mut self.entries, BATCH).await < BATCH {
            tokio::time::sleep(GATHERING).await;
        }
    }

    /// Writes what is on the queue by now. Returns whether there was something, and it was
    /// written.
    pub(super) async fn write(&mut self) -> bool {
        self.take_waiting();
        if !self.is_behind() {
            return false;
        }
        let outcome = self.blocking(Sink::write).await;
        let written = outcome.is_ok();
        self.report(outcome);
        written
    }

    /// What came before goes where it was meant to go, if it can.
    pub(super) async fn take_over(&mut self, config: AccessLogConfig) {
        if self.sink.is_on() {
            self.write().await;
            self.abandon();
        }
        self.sink = Sink::new(config);
        let outcome =
            if self.sink.is_on() { self.blocking(|sink, _| sink.prepare()).await } else { Ok(()) };
        if outcome.is_err() {
            // Another path that does not work is news.
            self.state = State::InOrder;
        }
        self.report(outcome);
    }

    /// Gives up what still waits.
    pub(super) fn abandon(&mut self) {
        self.sink.abandon();
        let lost = self.entries.drain(..).count() as u64;
        self.dropped.inc_by(self.sink.take_dropped() + lost);
    }

    fn is_behind(&self) -> bool {
        !self.entries.is_empty() || self.sink.is_stuck()
    }

    fn take_waiting(&mut self) {
        while self.entries.len() < BATCH {
            let Ok(entry) = self.queue.try_recv() else { break };
            self.entries.push(entry);
        }
        if !self.sink.is_on() {
            self.entries.clear();
        }
    }

    async fn blocking(
        &mut self,
        work: impl FnOnce(&mut Sink, &mut Vec<Entry>) -> io::Result<()> + Send + 'static,
    ) -> io::Result<()> {
        let config = self.sink.config().clone();
        let mut sink = std::mem::replace(&mut self.sink, Sink::new(config));
        let mut entries = std::mem::take(&mut self.entries);
        let task = spawn_blocking(move || {
            let outcome = work(&mut sink, &mut entries);
            (sink, entries, outcome)
        });
        let (sink, entries, outcome) = task.await.map_err(io::Error::other)?;
        (self.sink, self.entries) = (sink, entries);
        self.dropped.inc_by(self.sink.take_dropped());
        outcome
    }

    /// Tells of a change, once.
    fn report(&mut self, outcome: io::Result<()>) {
        let state = match (&outcome, self.sink.is_on()) {
            (Err(_), _) => State::Failing,
            (Ok(()), true) => State::InOrder,
            (Ok(()), false) => State::Off,
        };
        let before = std::mem::replace(&mut self.state, state);
        if before == state {
            return;
        }
        match outcome {
            Err(error) => {
                let path = self.sink.config().path.display();
                tracing::warn!(%error, %path, "writing the access log failed; retrying");
                let message = format!("The access log cannot be written: {}", error.kind());
                self.health.report(COMPONENT, Status::Degraded, Some(message));
            }
            Ok(()) => {
                if before == State::Failing {
                    tracing::info!("the access log can be written again");
                }
                let note = (state == State::Off).then(|| "It is switched off".to_owned());
                self.health.report(COMPONENT, Status::Healthy, note);
            }
        }
    }
}
