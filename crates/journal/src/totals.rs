//! Counts what happens between two writes to the database, each thing in its own hour.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kit::{Clock, Timestamp};

use crate::figures::hour_of;
use crate::model::Tally;

/// Two checks that lie further apart than this say nothing about the time between them: the
/// machine slept, or the clock was set.
const LONGEST_GAP: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub(crate) struct TrafficTotals {
    clock: Clock,
    pending: Mutex<Pending>,
}

#[derive(Debug, Default)]
struct Pending {
    hours: BTreeMap<i64, Tally>,
    last_up: Option<Timestamp>,
}

impl Pending {
    fn hour(&mut self, now: Timestamp) -> &mut Tally {
        self.hours.entry(hour_of(now)).or_insert_with(|| Tally::beginning(now))
    }

    /// The time since the last check that passed.
    fn since_up(&self, now: Timestamp) -> Duration {
        let gap = self.last_up.map(|last| now.since(last));
        gap.filter(|gap| *gap <= LONGEST_GAP).unwrap_or_default()
    }
}

impl TrafficTotals {
    pub(crate) fn new(clock: Clock) -> Self {
        TrafficTotals { clock, pending: Mutex::default() }
    }

    pub(crate) fn answered(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX / 2);
        self.passed(1, micros);
    }

    /// Counts requests that took so much time together.
    pub(crate) fn passed(&self, requests: u64, micros: u64) {
        let now = self.clock.now();
        let mut pending = self.lock();
        let tally = pending.hour(now);
        tally.requests += requests;
        tally.micros = tally.micros.saturating_add(micros);
    }

    /// Notes the outcome of a check of the gateway.
    pub(crate) fn checked(&self, in_order: bool) {
        let now = self.clock.now();
        let mut pending = self.lock();
        let up = if in_order { pending.since_up(now) } else { Duration::ZERO };
        pending.hour(now).up_millis += millis(up);
        pending.last_up = in_order.then_some(now);
    }

    /// What was counted since the last `take`, with the time that has passed since the last check.
    pub(crate) fn look(&self) -> Vec<(i64, Tally)> {
        let now = self.clock.now();
        let mut pending = self.lock();
        let up = millis(pending.since_up(now));
        let current = hour_of(now);
        pending.hour(now);
        let with_rest = |(number, tally): (&i64, &Tally)| {
            let rest = if *number == current { up } else { 0 };
            (*number, Tally { up_millis: tally.up_millis + rest, ..*tally })
        };
        pending.hours.iter().map(with_rest).collect()
    }

    pub(crate) fn take(&self) -> Vec<(i64, Tally)> {
        std::mem::take(&mut self.lock().hours).into_iter().collect()
    }

    /// Takes back what could not be written.
    pub(crate) fn put_back(&self, hours: Vec<(i64, Tally)>) {
        let mut pending = self.lock();
        for (number, tally) in hours {
            pending.hours.entry(number).and_modify(|hour| hour.add(&tally)).or_insert(tally);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn each_request_is_counted_in_its_own_hour() {
        let clock = Clock::manual(Timestamp::from_unix(7_199));
        let totals = TrafficTotals::new(clock.clone());
        totals.answered(Duration::from_micros(10));
        clock.advance(Duration::from_secs(2));
        totals.answered(Duration::from_micros(20));
        totals.answered(Duration::from_micros(30));
        let hours: Vec<_> =
            totals.take().into_iter().map(|(n, tally)| (n, tally.requests, tally.micros)).collect();
        assert_eq!(hours, [(1, 1, 10), (2, 2, 50)]);
        assert!(totals.take().is_empty());
    }

    #[test]
    fn what_could_not_be_written_is_added_to_what_came_since() {
        let totals = TrafficTotals::new(Clock::manual(Timestamp::from_unix(0)));
        totals.answered(Duration::ZERO);
        let taken = totals.take();
        totals.answered(Duration::ZERO);
        totals.put_back(taken);
        assert_eq!(totals.take()[0].1.requests, 2);
    }

    #[test]
    fn time_counts_as_up_only_between_two_checks_that_passed() {
        let clock = Clock::manual(Timestamp::from_unix(0));
        let totals = TrafficTotals::new(clock.clone());
        let after = |span: Duration, in_order| {
            clock.advance(span);
            totals.checked(in_order);
            totals.look().iter().map(|(_, tally)| tally.up_millis).sum::<u64>()
        };
        let five = Duration::from_secs(5);
        assert_eq!(after(five, true), 0);
        assert_eq!(after(five, true), 5_000);
        assert_eq!(after(five, false), 5_000);
        assert_eq!(after(five, true), 5_000);
        assert_eq!(after(HOUR, true), 5_000);
        assert_eq!(after(five, true), 10_000);
        clock.advance(Duration::from_secs(2));
        assert_eq!(totals.look().iter().map(|(_, tally)| tally.up_millis).sum::<u64>(), 12_000);
    }
}
