//! One line for each request, in a file of its own. Nobody waits for it: records go into a queue
//! with an end, and what finds no room there is counted and dropped.

mod entry;
mod file;
mod json;
mod percent;
pub(crate) mod redact;
mod secret;
mod sink;
#[cfg(test)]
mod tests;
mod text;
mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kit::{Health, Metrics, Worker};
use prometheus::IntCounter;
use routing::{AccessLog, AccessRecord};
use tokio::sync::{Mutex, mpsc, watch};
use tokio_util::sync::CancellationToken;

pub(crate) use self::entry::Entry;
use self::writer::Writer;
use crate::AccessLogConfig;

/// How many records may wait to be written.
const QUEUE: usize = 8_192;
/// How long the last lines may take at the end.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// The access log. Cheap to clone.
#[derive(Clone)]
pub struct AccessLogger {
    inner: Arc<Inner>,
}

struct Inner {
    on: AtomicBool,
    queue: mpsc::Sender<Entry>,
    dropped: IntCounter,
    config: watch::Sender<AccessLogConfig>,
    /// The worker holds it while it runs.
    writer: Mutex<Writer>,
}

impl AccessLogger {
    pub(crate) fn new(config: AccessLogConfig, health: Health, metrics: &Metrics) -> Self {
        let help = "Requests that are missing in the access log, because it could not keep up.";
        let dropped = metrics.counter("access_log_dropped_total", help);
        let (queue, waiting) = mpsc::channel(QUEUE);
        let inner = Inner {
            on: AtomicBool::new(config.enabled),
            queue,
            writer: Mutex::new(Writer::new(waiting, health, dropped.clone())),
            dropped,
            config: watch::Sender::new(config),
        };
        AccessLogger { inner: Arc::new(inner) }
    }

    /// Takes over a changed configuration: on or off, another file, another format.
    pub(crate) fn reload(&self, config: AccessLogConfig) {
        let enabled = config.enabled;
        self.inner.config.send_if_modified(|current| {
            let changed = *current != config;
            *current = config;
            changed
        });
        // Afterwards, so that no record meets a writer that does not know yet that it is wanted.
        self.inner.on.store(enabled, Ordering::Relaxed);
    }

    pub(crate) fn worker(&self) -> Worker {
        let log = self.clone();
        Worker::new("journal.access_log", move |token| log.clone().run_until(token))
    }

    /// Writes what came after the worker had ended.
    pub(crate) async fn finish(&self) {
        self.inner.on.store(false, Ordering::Relaxed);
        let last = async {
            let mut writer = self.inner.writer.lock().await;
            while writer.write().await {}
            writer.abandon();
        };
        if tokio::time::timeout(LAST_WORDS, last).await.is_err() {
            tracing::warn!(
                "flushing the access log timed out at shutdown; its last lines are lost"
            );
        }
    }

    /// A file or a pipe that takes nothing must not hold up the end.
    async fn run_until(self, token: CancellationToken) {
        let end = async {
            token.cancelled().await;
            tokio::time::sleep(LAST_WORDS).await;
        };
        tokio::select! {
            () = self.run(token.clone()) => {}
            () = end => tracing::warn!("flushing the access log timed out at shutdown; its last lines are lost"),
        }
    }

    async fn run(&self, token: CancellationToken) {
        let mut writer = self.inner.writer.lock().await;
        let mut config = self.inner.config.subscribe();
        config.mark_changed();
        loop {
            tokio::select! {
                biased;
                () = token.cancelled() => break,
                // The sender lives as long as this does.
                _ = config.changed() => {
                    let changed = config.borrow_and_update().clone();
                    writer.take_over(changed).await;
                }
                () = writer.gather() => drop(writer.write().await),
            }
        }
        writer.write().await;
    }
}

impl AccessLog for AccessLogger {
    fn is_on(&self) -> bool {
        self.inner.on.load(Ordering::Relaxed)
    }

    fn write(&self, record: AccessRecord) {
        match self.inner.queue.try_reserve() {
            Ok(place) => place.send(Entry::from(record)),
            Err(_) => self.inner.dropped.inc(),
        }
    }
}
