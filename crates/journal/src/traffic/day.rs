//! What went through an app in the last day, and whether it was well, quarter of an hour by quarter.

use std::collections::HashMap;
use std::sync::Arc;

use kit::Timestamp;
use routing::{LATENCY_BOUNDS_MS, TrafficFigures};

pub(crate) const QUARTERS: i64 = 96;
const QUARTER_MILLIS: i64 = 15 * 60_000;
const BUCKETS: usize = LATENCY_BOUNDS_MS.len() + 1;
/// So many are held while they cannot be written. What comes then for others is not counted.
const MOST_UNWRITTEN: usize = 10_000;

/// A quarter of an hour of an app.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Quarter {
    /// By their class, `1xx` to `5xx`.
    pub(crate) answers: [u64; 5],
    pub(crate) failures: u64,
    pub(crate) sent: u64,
    pub(crate) micros: u64,
    pub(crate) latency: [u64; BUCKETS],
    /// How often it was looked at, and how often it was well.
    pub(crate) looks: u64,
    pub(crate) well: u64,
}

impl Quarter {
    pub(crate) fn requests(&self) -> u64 {
        self.answers.iter().sum()
    }

    pub(crate) fn add(&mut self, other: &Quarter) {
        let all = self.answers.iter_mut().zip(other.answers);
        all.chain(self.latency.iter_mut().zip(other.latency)).for_each(|(sum, more)| *sum += more);
        self.failures += other.failures;
        self.sent += other.sent;
        self.micros += other.micros;
        self.looks += other.looks;
        self.well += other.well;
    }

    /// The share of the looks at which it was well; `None` where nobody looked.
    pub(crate) fn healthy(&self) -> Option<f64> {
        (self.looks > 0).then(|| self.well as f64 / self.looks as f64)
    }
}

impl From<&TrafficFigures> for Quarter {
    fn from(figures: &TrafficFigures) -> Self {
        Quarter {
            answers: figures.answers,
            failures: figures.faults.iter().sum(),
            sent: figures.sent,
            micros: figures.latency_micros,
            latency: figures.latency,
            ..Quarter::default()
        }
    }
}

/// Quarters are numbered since 1970.
pub(crate) fn quarter_of(moment: Timestamp) -> i64 {
    moment.0.div_euclid(QUARTER_MILLIS)
}

/// The first that still belongs to the last day.
pub(crate) fn first_quarter(now: Timestamp) -> i64 {
    quarter_of(now) - QUARTERS + 1
}

/// An app and the number of a quarter.
pub(crate) type Key = (Arc<str>, i64);

/// What is not in the database yet.
#[derive(Debug, Default)]
pub(crate) struct Unwritten(HashMap<Key, Quarter>);

impl Unwritten {
    pub(crate) fn add(&mut self, app: &Arc<str>, number: i64, more: &Quarter) {
        let key = (app.clone(), number);
        if self.0.len() < MOST_UNWRITTEN || self.0.contains_key(&key) {
            self.0.entry(key).or_default().add(more);
        }
    }

    pub(crate) fn of<'a>(&'a self, app: &'a str) -> impl Iterator<Item = (i64, Quarter)> + 'a {
        let own = self.0.iter().filter(move |((id, _), _)| &**id == app);
        own.map(|((_, number), quarter)| (*number, *quarter))
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (Key, Quarter)> + '_ {
        self.0.iter().map(|(key, quarter)| (key.clone(), *quarter))
    }

    pub(crate) fn take(&mut self) -> HashMap<Key, Quarter> {
        std::mem::take(&mut self.0)
    }

    pub(crate) fn put_back(&mut self, taken: HashMap<Key, Quarter>, now: Timestamp) {
        for ((app, number), quarter) in taken {
            if number >= first_quarter(now) {
                self.add(&app, number, &quarter);
            }
        }
    }
}

/// The last day of an app.
#[derive(Debug)]
pub(crate) struct Day {
    /// Oldest first, each with the time of its beginning; the last one is still going on.
    pub(crate) quarters: Vec<(Timestamp, Quarter)>,
    pub(crate) total: Quarter,
}

impl Day {
    pub(crate) fn new(known: impl IntoIterator<Item = (i64, Quarter)>, now: Timestamp) -> Self {
        let first = first_quarter(now);
        let begun = |number| (Timestamp(number * QUARTER_MILLIS), Quarter::default());
        let mut quarters: Vec<_> = (first..first + QUARTERS).map(begun).collect();
        let mut total = Quarter::default();
        for (number, quarter) in known {
            let place = usize::try_from(number - first).ok();
            if let Some((_, known)) = place.and_then(|place| quarters.get_mut(place)) {
                known.add(&quarter);
                total.add(&quarter);
            }
        }
        Day { quarters, total }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn quarter(requests: u64) -> Quarter {
        Quarter { answers: [0, requests, 0, 0, 0], looks: 4, well: 3, ..Quarter::default() }
    }

    #[test]
    fn a_day_has_ninety_six_quarters_and_nothing_older() {
        let now = Timestamp::from_unix(10_000_000);
        let last = quarter_of(now);
        let known = [(last, quarter(1)), (last, quarter(2)), (last - 95, quarter(4))];
        let older = [(last - 96, quarter(8)), (last + 1, quarter(16))];
        let day = Day::new(known.into_iter().chain(older), now);
        assert_eq!(day.quarters.len(), 96);
        assert_eq!((day.quarters[0].1.requests(), day.quarters[95].1.requests()), (4, 3));
        assert_eq!(day.total.requests(), 7);
        assert_eq!(day.total.healthy(), Some(0.75));
        assert_eq!(day.quarters[1].1.healthy(), None);
        assert!(now.since(day.quarters[95].0) < Duration::from_secs(900));
    }

    #[test]
    fn what_could_not_be_written_is_bounded_and_grows_old() {
        let mut unwritten = Unwritten::default();
        let now = Timestamp::from_unix(10_000_000);
        let app = Arc::<str>::from("app");
        for number in 0..=MOST_UNWRITTEN as i64 {
            unwritten.add(&app, quarter_of(now) - number, &quarter(1));
        }
        assert_eq!(unwritten.of("app").count(), MOST_UNWRITTEN);
        let taken = unwritten.take();
        unwritten.add(&app, quarter_of(now), &quarter(1));
        unwritten.put_back(taken, now);
        assert_eq!(unwritten.of("app").count(), 96);
        let latest = unwritten.of("app").find(|(number, _)| *number == quarter_of(now));
        assert_eq!(latest.map(|(_, quarter)| quarter.requests()), Some(2));
    }
}
