use std::sync::Arc;

use kit::{Identity, Timestamp};
use routing::TrafficFigures;
use web::{Counts, Figures};

use crate::traffic::{Day, Minute, Quarter, Uses};

/// The figures of all slices as one.
pub(crate) struct AllFigures(pub(crate) Vec<Arc<dyn Figures>>);

impl Figures for AllFigures {
    fn counts(&self) -> Counts {
        self.0.iter().map(|slice| slice.counts()).sum()
    }

    fn verdicts(&self) -> Vec<(Arc<str>, bool)> {
        self.0.iter().flat_map(|slice| slice.verdicts()).collect()
    }
}

/// What happened within one hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tally {
    /// When the first of it happened.
    pub(crate) since: Timestamp,
    pub(crate) requests: u64,
    /// The time that all answers together took.
    pub(crate) micros: u64,
    /// For how long the gateway was seen to be in order.
    pub(crate) up_millis: u64,
}

impl Tally {
    pub(crate) fn beginning(since: Timestamp) -> Self {
        Tally { since, requests: 0, micros: 0, up_millis: 0 }
    }

    pub(crate) fn add(&mut self, other: &Tally) {
        self.since = self.since.min(other.since);
        self.requests += other.requests;
        self.micros += other.micros;
        self.up_millis += other.up_millis;
    }
}

/// An hour as it is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hour {
    /// Hours since 1970 UTC.
    pub(crate) number: i64,
    pub(crate) tally: Tally,
    pub(crate) routes: u64,
    pub(crate) devices: u64,
    pub(crate) discoveries: u64,
}

/// A figure beside what it was a day ago.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Trend {
    pub(crate) value: u64,
    pub(crate) text: String,
    pub(crate) up: bool,
}

#[derive(Debug)]
pub(crate) struct Stats {
    pub(crate) routes: Trend,
    pub(crate) devices: Trend,
    pub(crate) discoveries: Trend,
    pub(crate) requests: Trend,
}

#[derive(Debug)]
pub(crate) struct QuickStats {
    pub(crate) counts: Counts,
    pub(crate) requests_today: u64,
    pub(crate) average_millis: f64,
    pub(crate) uptime_percent: f64,
}

/// What went through an app since the start, and within the last hour and day.
#[derive(Debug)]
pub(crate) struct AppTraffic {
    pub(crate) app: Arc<str>,
    pub(crate) total: TrafficFigures,
    /// Minute by minute, each with the time of its beginning.
    pub(crate) hour: Vec<(Timestamp, Minute)>,
    pub(crate) day: Day,
    /// Who used it, the latest first; `None` for those who may not know.
    pub(crate) callers: Option<Vec<(Option<Identity>, Uses)>>,
}

/// What went through all apps within the last day.
#[derive(Debug)]
pub(crate) struct AllTraffic {
    pub(crate) day: Day,
    /// Those with most requests, the first of them first.
    pub(crate) busiest: Vec<(Arc<str>, Quarter)>,
}

/// What the host has and uses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Resources {
    pub(crate) cpu_percent: f64,
    pub(crate) memory: Usage,
    pub(crate) disk: Usage,
    pub(crate) received: u64,
    pub(crate) transmitted: u64,
}

/// Bytes of something that can run out.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Usage {
    pub(crate) used: u64,
    pub(crate) total: u64,
}

impl Usage {
    pub(crate) fn percent(self) -> f64 {
        if self.total == 0 { 0.0 } else { self.used as f64 / self.total as f64 * 100.0 }
    }
}
