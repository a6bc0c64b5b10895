//! Requests as spans of distributed traces, sent to a collector over OTLP. Nobody waits for it:
//! spans go into a queue with an end, and what finds no room there, or is not taken by the
//! collector, is counted and dropped.

mod config;
mod span;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Duration;

use fetch::{Fetcher, Limits, Request, Take};
use http::uri::PathAndQuery;
use http::{HeaderMap, HeaderName, Method, header};
use kit::{Entropy, Instance, Metrics, Worker};
use prometheus::IntCounter;
use routing::{AccessRecord, Trace, Upstream};
use tokio::sync::{Mutex, mpsc, watch};
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

pub use self::config::TracesConfig;
use self::span::{Span, export};
use crate::access_log::Entry;

pub(crate) const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// How many spans may wait to be sent.
const QUEUE: usize = 8_192;
/// How many are sent at a time, at the most…
const BATCH: usize = 512;
/// …and how long the first of them waits for the others.
const PERIOD: Duration = Duration::from_secs(5);
/// How long a collector may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Cheap to clone.
#[derive(Clone)]
pub(crate) struct Tracer {
    inner: Arc<Inner>,
}

struct Inner {
    on: AtomicBool,
    sample_percent: AtomicU8,
    queue: mpsc::Sender<Span>,
    /// The worker holds it while it runs.
    waiting: Mutex<mpsc::Receiver<Span>>,
    config: watch::Sender<TracesConfig>,
    dropped: IntCounter,
    fetcher: Fetcher,
    instance: Arc<Instance>,
}

impl Tracer {
    pub(crate) fn new(
        config: TracesConfig,
        fetcher: Fetcher,
        instance: Arc<Instance>,
        metrics: &Metrics,
    ) -> Self {
        let help = "Spans of traces that were dropped, because the collector did not take them.";
        let dropped = metrics.counter("spans_dropped_total", help);
        let (queue, waiting) = mpsc::channel(QUEUE);
        let inner = Inner {
            on: AtomicBool::new(config.is_on()),
            sample_percent: AtomicU8::new(config.sample_percent),
            queue,
            waiting: Mutex::new(waiting),
            config: watch::Sender::new(config),
            dropped,
            fetcher,
            instance,
        };
        Tracer { inner: Arc::new(inner) }
    }

    pub(crate) fn reload(&self, config: TracesConfig) {
        self.inner.on.store(config.is_on(), Ordering::Relaxed);
        self.inner.sample_percent.store(config.sample_percent, Ordering::Relaxed);
        self.inner.config.send_replace(config);
    }

    pub(crate) fn is_on(&self) -> bool {
        self.inner.on.load(Ordering::Relaxed)
    }

    /// The step that a request is; `None` while nobody wants traces. A trace that the caller has
    /// begun is kept or not as the caller decided.
    pub(crate) fn begin(&self, headers: &HeaderMap, span: &Arc<str>) -> Option<Trace> {
        if !self.is_on() {
            return None;
        }
        let theirs = headers.get(TRACEPARENT);
        let continued = theirs.and_then(|header| Trace::continued(header, span.clone()));
        Some(continued.unwrap_or_else(|| {
            let [first, ..] = Entropy.bytes::<1>();
            let percent = self.inner.sample_percent.load(Ordering::Relaxed);
            let sampled = u16::from(first) * 100 < u16::from(percent) * 256;
            Trace { id: Entropy.hex::<16>().into(), span: span.clone(), parent: None, sampled }
        }))
    }

    pub(crate) fn put(&self, trace: Trace, record: AccessRecord) {
        match self.inner.queue.try_reserve() {
            Ok(place) => place.send(Span { trace, entry: Entry::from(record) }),
            Err(_) => self.inner.dropped.inc(),
        }
    }

    pub(crate) fn worker(&self) -> Worker {
        let tracer = self.clone();
        Worker::new("journal.traces", move |token| tracer.clone().run(token))
    }

    async fn run(self, token: CancellationToken) {
        let mut waiting = self.inner.waiting.lock().await;
        let mut failing = false;
        while !token.is_cancelled() {
            let batch = gather(&mut waiting, &token).await;
            let count = batch.len();
            match self.send(batch).await {
                Ok(()) => failing = failing && count == 0,
                Err(why) => {
                    self.inner.dropped.inc_by(count as u64);
                    if !failing {
                        tracing::warn!(%why, "sending spans failed; they are dropped until the collector takes them");
                    }
                    failing = true;
                }
            }
        }
    }

    async fn send(&self, batch: Vec<Span>) -> Result<(), String> {
        let endpoint = self.inner.config.borrow().endpoint.clone();
        if batch.is_empty() || endpoint.is_empty() {
            return Ok(());
        }
        let collector = Upstream::parse(&endpoint, false)?;
        let path = format!("{}/v1/traces", collector.base_path.trim_end_matches('/'));
        let path: PathAndQuery = path.parse().map_err(|_| "its path cannot be asked for")?;
        let limits = Limits { time: PATIENCE, take: Take::Head };
        let request = Request {
            method: Method::POST,
            body: export(&self.inner.instance, &batch).into(),
            ..Request::get(&collector.endpoint, path, limits)
        };
        let request = request.header(header::CONTENT_TYPE, "application/json");
        let answer = self.inner.fetcher.send(&request).await.map_err(|error| error.to_string())?;
        if answer.status.is_success() {
            Ok(())
        } else {
            Err(format!("the collector answered {}", answer.status.as_u16()))
        }
    }
}

/// What came in a while, or what is left at the end.
async fn gather(waiting: &mut mpsc::Receiver<Span>, token: &CancellationToken) -> Vec<Span> {
    let mut batch = Vec::new();
    if token.run_until_cancelled(waiting.recv_many(&mut batch, 1)).await.is_some() {
        let until = Instant::now() + PERIOD;
        while batch.len() < BATCH {
            let more = waiting.recv_many(&mut batch, BATCH);
            match token.run_until_cancelled(timeout_at(until, more)).await {
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break,
            }
        }
    }
    while token.is_cancelled() {
        let Ok(span) = waiting.try_recv() else { break };
        batch.push(span);
    }
    batch
}
