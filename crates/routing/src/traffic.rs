//! What goes through an app's routes, counted without a lock.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use http::StatusCode;
use kit::{Identity, Timestamp};
use strum::{EnumCount, IntoStaticStr, VariantArray};

use crate::callers::{Caller, Callers};

/// Upper bounds of the latency buckets, in milliseconds; the last bucket has none.
pub const LATENCY_BOUNDS_MS: [u64; 12] = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000, 30_000];

/// Whose fault it was that a request came to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Fault {
    /// No connection to the app could be made.
    Connect,
    /// The app did not answer, or stopped answering, in time.
    Timeout,
    /// The app ended the connection too early.
    Closed,
    /// The app sent something that is not HTTP.
    Protocol,
    /// The app is not running, or has too many requests already.
    Unavailable,
    /// The client went away.
    Client,
}

/// The counters of one app. They only grow while the program runs.
#[derive(Debug, Default)]
pub struct Traffic {
    /// Answers by class: 1xx to 5xx.
    answers: [AtomicU64; 5],
    faults: [AtomicU64; Fault::COUNT],
    received: AtomicU64,
    sent: AtomicU64,
    escaped: AtomicU64,
    latency: [AtomicU64; LATENCY_BOUNDS_MS.len() + 1],
    latency_micros: AtomicU64,
    callers: Callers,
}

/// All counters at one moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrafficFigures {
    pub answers: [u64; 5],
    /// In the order of [`Fault::VARIANTS`].
    pub faults: [u64; Fault::COUNT],
    /// Bytes of request bodies.
    pub received: u64,
    /// Bytes of answers' bodies.
    pub sent: u64,
    /// Requests of the app's pages for paths outside of its prefix, led back into it.
    pub escaped: u64,
    /// Answers by the time to their first header, in buckets that do not include each other.
    pub latency: [u64; LATENCY_BOUNDS_MS.len() + 1],
    pub latency_micros: u64,
}

impl Traffic {
    pub fn answered(&self, status: StatusCode, latency: Duration) {
        let class = usize::from(status.as_u16() / 100).clamp(1, 5) - 1;
        let micros = u64::try_from(latency.as_micros()).unwrap_or(u64::MAX);
        let bucket = LATENCY_BOUNDS_MS.partition_point(|bound| *bound * 1_000 < micros);
        self.answers[class].fetch_add(1, Ordering::Relaxed);
        self.latency[bucket].fetch_add(1, Ordering::Relaxed);
        self.latency_micros.fetch_add(micros, Ordering::Relaxed);
    }

    pub fn failed(&self, fault: Fault) {
        self.faults[fault as usize].fetch_add(1, Ordering::Relaxed);
    }

    pub fn received(&self, bytes: u64) {
        self.received.fetch_add(bytes, Ordering::Relaxed);
    }

    pub fn sent(&self, bytes: u64) {
        self.sent.fetch_add(bytes, Ordering::Relaxed);
    }

    pub fn escaped(&self) {
        self.escaped.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes a request of a caller, or of one without a credential.
    pub fn used_by(&self, identity: Option<&Identity>, now: Timestamp) {
        self.callers.note(identity, now);
    }

    /// Who came since this was asked last.
    pub fn take_callers(&self) -> Vec<Arc<Caller>> {
        self.callers.take()
    }

    pub fn figures(&self) -> TrafficFigures {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        TrafficFigures {
            answers: self.answers.each_ref().map(read),
            faults: self.faults.each_ref().map(read),
            received: read(&self.received),
            sent: read(&self.sent),
            escaped: read(&self.escaped),
            latency: self.latency.each_ref().map(read),
            latency_micros: read(&self.latency_micros),
        }
    }
}

impl TrafficFigures {
    pub fn requests(&self) -> u64 {
        self.answers.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_counts_once_in_its_class_and_its_bucket() {
        let traffic = Traffic::default();
        traffic.answered(StatusCode::OK, Duration::from_millis(1));
        traffic.answered(StatusCode::NOT_FOUND, Duration::from_micros(1_001));
        traffic.answered(StatusCode::BAD_GATEWAY, Duration::from_secs(100));
        traffic.failed(Fault::Connect);
        traffic.received(3);
        traffic.sent(5);
        traffic.escaped();
        let figures = traffic.figures();
        assert_eq!(figures.answers, [0, 1, 0, 1, 1]);
        assert_eq!(figures.latency[0], 1);
        assert_eq!(figures.latency[1], 1);
        assert_eq!(figures.latency[LATENCY_BOUNDS_MS.len()], 1);
        assert_eq!(figures.latency_micros, 1_000 + 1_001 + 100_000_000);
        assert_eq!(figures.faults, [1, 0, 0, 0, 0, 0]);
        assert_eq!((figures.received, figures.sent, figures.requests()), (3, 5, 3));
        assert_eq!(figures.escaped, 1);
    }
}
