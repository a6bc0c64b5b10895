//! How figures are made of the hours that were counted.

use std::time::Duration;

use kit::Timestamp;

use crate::model::{Hour, Tally, Trend};
use crate::traffic::mean_millis;

const HOUR_MILLIS: i64 = 3_600_000;
const DAY_HOURS: i64 = 24;
/// How far back the share of up time looks.
const UPTIME_DAYS: i64 = 30;

pub(crate) fn hour_of(moment: Timestamp) -> i64 {
    moment.0.div_euclid(HOUR_MILLIS)
}

/// The oldest hour that any figure needs.
pub(crate) fn oldest_hour(now: Timestamp) -> i64 {
    hour_of(now) - UPTIME_DAYS * DAY_HOURS
}

/// The last thirty days, oldest first, with what was not written yet.
#[derive(Debug)]
pub(crate) struct History {
    hours: Vec<Hour>,
    now: Timestamp,
}

impl History {
    pub(crate) fn new(mut hours: Vec<Hour>, unwritten: Vec<(i64, Tally)>, now: Timestamp) -> Self {
        for (number, tally) in unwritten {
            match hours.iter_mut().find(|hour| hour.number == number) {
                Some(hour) => hour.tally.add(&tally),
                None => hours.push(Hour { number, tally, routes: 0, devices: 0, discoveries: 0 }),
            }
        }
        hours.sort_by_key(|hour| hour.number);
        History { hours, now }
    }

    /// Since midnight UTC.
    pub(crate) fn requests_today(&self) -> u64 {
        self.today().map(|hour| hour.tally.requests).sum()
    }

    /// Yesterday, up to the same time of day; within the hour the requests count as spread evenly.
    pub(crate) fn requests_yesterday(&self) -> u64 {
        let same_hour = hour_of(self.now) - DAY_HOURS;
        let begin = self.midnight() - DAY_HOURS;
        let requests = |hour: &Hour| hour.tally.requests;
        let whole: u64 = self.between(begin, same_hour).map(requests).sum();
        let part: u64 = self.between(same_hour, same_hour + 1).map(requests).sum();
        let minute_millis = self.now.0.rem_euclid(HOUR_MILLIS).unsigned_abs();
        whole + part * minute_millis / HOUR_MILLIS.unsigned_abs()
    }

    /// The mean time of today's answers, in milliseconds; zero while there are none.
    pub(crate) fn average_millis(&self) -> f64 {
        let micros: u64 = self.today().map(|hour| hour.tally.micros).sum();
        mean_millis(micros, self.requests_today())
    }

    /// The share of the last thirty days, or of the time since the first start, in which the
    /// gateway was seen to be in order.
    pub(crate) fn uptime_percent(&self) -> f64 {
        let window = Duration::from_secs(UPTIME_DAYS.unsigned_abs() * 86_400);
        let first = self.hours.iter().map(|hour| hour.tally.since).min();
        let begin = first.unwrap_or(self.now).max(self.now.before(window));
        let span = self.now.since(begin).as_millis();
        let up: u128 = self.hours.iter().map(|hour| u128::from(hour.tally.up_millis)).sum();
        if span == 0 { 100.0 } else { two_places((up as f64 / span as f64 * 100.0).min(100.0)) }
    }

    /// The last remembered hour that ended at least a day ago.
    pub(crate) fn a_day_ago(&self) -> Option<&Hour> {
        let then = hour_of(self.now) - DAY_HOURS;
        self.hours.iter().rev().find(|hour| hour.number <= then)
    }

    fn midnight(&self) -> i64 {
        hour_of(self.now).div_euclid(DAY_HOURS) * DAY_HOURS
    }

    fn today(&self) -> impl Iterator<Item = &Hour> {
        self.between(self.midnight(), i64::MAX)
    }

    fn between(&self, begin: i64, end: i64) -> impl Iterator<Item = &Hour> {
        self.hours.iter().filter(move |hour| (begin..end).contains(&hour.number))
    }
}

/// `+12%`, `-5%`, `0%`; `new` where there was nothing to compare with.
pub(crate) fn trend(value: u64, before: u64) -> Trend {
    let text = match (value, before) {
        (0, 0) => "0%".to_owned(),
        (_, 0) => "new".to_owned(),
        _ => match ((value as f64 / before as f64 - 1.0) * 100.0).round() {
            0.0 => "0%".to_owned(),
            percent => format!("{percent:+}%"),
        },
    };
    Trend { value, text, up: value >= before }
}

pub(crate) fn two_places(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 12:15 on some day; its midnight is hour 480.
    const NOW: Timestamp = Timestamp(492 * HOUR_MILLIS + HOUR_MILLIS / 4);

    fn hour(number: i64, requests: u64, up_millis: u64) -> Hour {
        let since = Timestamp(number * HOUR_MILLIS);
        let tally = Tally { since, requests, micros: requests * 1_500, up_millis };
        Hour { number, tally, routes: 3, devices: 2, discoveries: 1 }
    }

    #[test]
    fn today_begins_at_midnight_and_yesterday_ends_at_the_same_time_of_day() {
        let hours = vec![
            hour(455, 1_000, 0),
            hour(456, 10, 0),
            hour(467, 10, 0),
            hour(468, 40, 0),
            hour(469, 1_000, 0),
            hour(480, 5, 0),
        ];
        let unwritten = vec![(492, Tally { requests: 2, ..Tally::beginning(NOW) })];
        let history = History::new(hours, unwritten, NOW);
        assert_eq!(history.requests_today(), 7);
        assert_eq!(history.requests_yesterday(), 10 + 10 + 40 / 4);
        assert_eq!(history.average_millis(), 1.07);
        assert_eq!(history.a_day_ago().map(|hour| hour.number), Some(468));
    }

    #[test]
    fn up_time_is_the_share_since_the_first_start() {
        let whole = HOUR_MILLIS.unsigned_abs();
        let history = History::new(vec![hour(491, 0, whole), hour(492, 0, 0)], vec![], NOW);
        assert_eq!(history.uptime_percent(), 80.0);
        assert_eq!(History::new(vec![], vec![], NOW).uptime_percent(), 100.0);
        let doubled = History::new(vec![hour(491, 0, whole * 9)], vec![], NOW);
        assert_eq!(doubled.uptime_percent(), 100.0);
    }

    #[test]
    fn a_trend_reads_like_people_say_it() {
        let text = |value, before| {
            let trend = trend(value, before);
            (trend.text, trend.up)
        };
        assert_eq!(text(112, 100), ("+12%".to_owned(), true));
        assert_eq!(text(95, 100), ("-5%".to_owned(), false));
        assert_eq!(text(7, 7), ("0%".to_owned(), true));
        assert_eq!(text(999, 1_000), ("0%".to_owned(), false));
        assert_eq!(text(3, 0), ("new".to_owned(), true));
        assert_eq!(text(0, 0), ("0%".to_owned(), true));
        assert_eq!(text(0, 4), ("-100%".to_owned(), false));
    }
}
