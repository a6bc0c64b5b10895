//! How old an answer is and how long it is good (RFC 9111, section 4.2). Only what the app says
//! counts; where it says nothing, the answer is asked about each time.

use std::time::{Duration, SystemTime};

use http::{HeaderMap, HeaderName, header};
use kit::Timestamp;

use super::directives::{Directives, delta_seconds};

#[derive(Debug, Clone)]
pub(super) struct Freshness {
    received: Timestamp,
    age_when_received: Duration,
    lifetime: Duration,
    always_ask: bool,
    never_stale: bool,
    stale_if_error: Duration,
}

impl Freshness {
    /// Of an answer that has a `Date`, which the app was asked for at `asked`.
    pub(super) fn of(
        headers: &HeaderMap,
        directives: &Directives,
        asked: Timestamp,
        received: Timestamp,
    ) -> Self {
        Freshness {
            received,
            age_when_received: age_when_received(headers, asked, received),
            lifetime: lifetime(headers, directives),
            always_ask: directives.no_cache,
            never_stale: directives.must_revalidate || directives.s_maxage.is_some(),
            stale_if_error: directives.stale_if_error.unwrap_or_default(),
        }
    }

    /// Whether it is good for any time at all.
    pub(super) fn is_good_for_a_while(&self) -> bool {
        !self.always_ask && self.lifetime > self.age_when_received
    }

    pub(super) fn age(&self, now: Timestamp) -> Duration {
        self.age_when_received.saturating_add(now.since(self.received))
    }

    /// Whether the answer may be given without asking the app, to a client with such wishes.
    pub(super) fn satisfies(&self, wishes: &Directives, now: Timestamp) -> bool {
        // A clock that was set back says nothing about the time that has passed.
        if self.always_ask || wishes.no_cache || now < self.received {
            return false;
        }
        let age = self.age(now);
        let young_enough = wishes.max_age.is_none_or(|limit| age <= limit && !limit.is_zero());
        let good_for = self.lifetime.saturating_sub(age);
        let good_long_enough = wishes.min_fresh.is_none_or(|wanted| good_for >= wanted);
        let fresh = age < self.lifetime || self.may_be_stale_by(wishes.max_stale, age);
        young_enough && good_long_enough && fresh
    }

    /// Whether the answer may stand in for an app that fails.
    pub(super) fn covers_failure(&self, now: Timestamp) -> bool {
        !self.always_ask
            && now >= self.received
            && self.may_be_stale_by(Some(self.stale_if_error), self.age(now))
    }

    fn may_be_stale_by(&self, allowed: Option<Duration>, age: Duration) -> bool {
        let staleness = age.saturating_sub(self.lifetime);
        allowed.is_some_and(|allowed| !allowed.is_zero() && staleness <= allowed)
            && !self.never_stale
    }
}

fn age_when_received(headers: &HeaderMap, asked: Timestamp, received: Timestamp) -> Duration {
    let reported = headers.get(header::AGE).and_then(|value| value.to_str().ok());
    let reported = reported.and_then(delta_seconds).unwrap_or_default();
    let since_date = date(headers, header::DATE)
        .and_then(|date| system_time(received).duration_since(date).ok())
        .unwrap_or_default();
    // The date has whole seconds only.
    let since_date = Duration::from_secs(since_date.as_secs());
    since_date.max(reported.saturating_add(received.since(asked)))
}

fn lifetime(headers: &HeaderMap, directives: &Directives) -> Duration {
    directives.s_maxage.or(directives.max_age).unwrap_or_else(|| {
        let expires = date(headers, header::EXPIRES);
        let dated = date(headers, header::DATE);
        let span = expires.zip(dated).and_then(|(end, start)| end.duration_since(start).ok());
        span.unwrap_or_default()
    })
}

pub(super) fn date(headers: &HeaderMap, name: HeaderName) -> Option<SystemTime> {
    httpdate::parse_http_date(headers.get(name)?.to_str().ok()?).ok()
}

pub(super) fn system_time(moment: Timestamp) -> SystemTime {
    SystemTime::UNIX_EPOCH + moment.since(Timestamp(0))
}
