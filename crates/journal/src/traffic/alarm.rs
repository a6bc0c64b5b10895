//! When an app counts as one that does not answer, and when as well again.

use std::time::Duration;

use kit::Timestamp;
use routing::{Fault, TrafficFigures};

/// The faults that are the app's.
const ITS_OWN: [Fault; 4] = [Fault::Connect, Fault::Timeout, Fault::Closed, Fault::Protocol];
/// Fewer failures within a minute are nothing to speak of.
const FEWEST: u64 = 5;
/// An app that comes and goes is told of this often.
const PERIOD: Duration = Duration::from_secs(600);

/// What happened within some time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Outcomes {
    answers: u64,
    failed: [u64; ITS_OWN.len()],
}

impl Outcomes {
    pub(crate) fn add(&mut self, other: &Outcomes) {
        self.answers += other.answers;
        for (sum, more) in self.failed.iter_mut().zip(other.failed) {
            *sum += more;
        }
    }

    fn failures(&self) -> u64 {
        self.failed.iter().sum()
    }

    /// A request may fail without an answer, and after one.
    fn requests(&self) -> u64 {
        self.answers.max(self.failures())
    }

    fn mostly_fail(&self) -> bool {
        self.failures() * 2 > self.requests()
    }

    fn most_frequent(&self) -> Fault {
        let by_count = ITS_OWN.into_iter().zip(self.failed).rev();
        by_count.max_by_key(|(_, count)| *count).map_or(Fault::Connect, |(fault, _)| fault)
    }
}

impl From<&TrafficFigures> for Outcomes {
    fn from(figures: &TrafficFigures) -> Self {
        let failed = ITS_OWN.map(|fault| figures.faults[fault as usize]);
        Outcomes { answers: figures.requests(), failed }
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Alarm {
    rings: bool,
    rang: Option<Timestamp>,
}

/// What is worth telling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum News {
    Failing { failures: u64, requests: u64, cause: Fault },
    Recovered,
}

impl Alarm {
    /// Judges by the last minute.
    pub(crate) fn judge(&mut self, minute: &Outcomes, now: Timestamp) -> Option<News> {
        let (failures, requests) = (minute.failures(), minute.requests());
        let rested = self.rang.is_none_or(|rang| now.since(rang) >= PERIOD);
        if !self.rings && rested && failures >= FEWEST && minute.mostly_fail() {
            *self = Alarm { rings: true, rang: Some(now) };
            return Some(News::Failing { failures, requests, cause: minute.most_frequent() });
        }
        if self.rings && requests > failures && !minute.mostly_fail() {
            self.rings = false;
            return Some(News::Recovered);
        }
        None
    }

    /// Whether the end of a failure is still to be told.
    pub(crate) fn rings(&self) -> bool {
        self.rings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minute(answers: u64, connect: u64, timeout: u64) -> Outcomes {
        Outcomes { answers, failed: [connect, timeout, 0, 0] }
    }

    #[test]
    fn an_app_that_mostly_fails_is_told_of_once_and_so_is_its_recovery() {
        let mut alarm = Alarm::default();
        let mut at = |minutes: u64, outcomes| {
            alarm.judge(&outcomes, Timestamp(0).after(Duration::from_secs(minutes * 60)))
        };
        assert_eq!(at(0, minute(4, 4, 0)), None);
        assert_eq!(at(1, minute(12, 6, 0)), None);
        let failing = News::Failing { failures: 12, requests: 14, cause: Fault::Connect };
        assert_eq!(at(2, minute(14, 8, 4)), Some(failing));
        assert_eq!(at(3, minute(20, 20, 0)), None);
        assert_eq!(at(4, minute(0, 0, 0)), None);
        assert_eq!(at(5, minute(1, 0, 0)), Some(News::Recovered));
        assert_eq!(at(6, minute(1, 0, 0)), None);
        assert_eq!(at(11, minute(0, 1, 6)), None);
        let again = News::Failing { failures: 7, requests: 7, cause: Fault::Timeout };
        assert_eq!(at(12, minute(0, 1, 6)), Some(again));
    }
}
