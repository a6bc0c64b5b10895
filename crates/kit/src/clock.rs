use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A moment, in milliseconds since 1970 UTC. Stored as that integer, shown as RFC 3339.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

impl Timestamp {
    pub fn unix(self) -> i64 {
        self.0.div_euclid(1000)
    }

    pub fn from_unix(seconds: i64) -> Self {
        Timestamp(seconds.saturating_mul(1000))
    }

    pub fn after(self, span: Duration) -> Self {
        let millis = i64::try_from(span.as_millis()).unwrap_or(i64::MAX);
        Timestamp(self.0.saturating_add(millis))
    }

    pub fn before(self, span: Duration) -> Self {
        let millis = i64::try_from(span.as_millis()).unwrap_or(i64::MAX);
        Timestamp(self.0.saturating_sub(millis))
    }

    /// How long ago `earlier` was; zero when it lies in the future.
    pub fn since(self, earlier: Timestamp) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0).max(0).unsigned_abs())
    }

    pub fn parse(text: &str) -> Option<Self> {
        text.parse::<jiff::Timestamp>().ok().map(|t| Timestamp(t.as_millisecond()))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_millisecond(self.0) {
            Ok(moment) => moment.fmt(f),
            Err(_) => self.0.fmt(f),
        }
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Timestamp::parse(&text)
            .ok_or_else(|| de::Error::custom("expected a time such as 2030-01-31T12:00:00Z"))
    }
}

/// Where the time comes from: the system, or a hand that a test moves.
#[derive(Debug, Clone, Default)]
pub enum Clock {
    #[default]
    System,
    Manual(Arc<AtomicI64>),
}

impl Clock {
    pub fn manual(start: Timestamp) -> Self {
        Clock::Manual(Arc::new(AtomicI64::new(start.0)))
    }

    pub fn now(&self) -> Timestamp {
        match self {
            Clock::System => Timestamp(system_millis()),
            Clock::Manual(hand) => Timestamp(hand.load(Ordering::SeqCst)),
        }
    }

    /// Moves a manual clock on. The system's time is not ours to move.
    pub fn advance(&self, span: Duration) {
        if let Clock::Manual(hand) = self {
            let millis = i64::try_from(span.as_millis()).unwrap_or(i64::MAX);
            hand.fetch_add(millis, Ordering::SeqCst);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place that asks the system for the time")]
fn system_millis() -> i64 {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timestamp_is_shown_and_read_as_rfc_3339() {
        let moment = Timestamp(1_700_000_000_250);
        assert_eq!(moment.to_string(), "2023-11-14T22:13:20.25Z");
        assert_eq!(Timestamp::parse("2023-11-14T22:13:20.250Z"), Some(moment));
        assert_eq!(Timestamp::parse("2023-11-14T23:13:20.25+01:00"), Some(moment));
        assert_eq!(Timestamp::parse("yesterday"), None);
        assert_eq!(moment.unix(), 1_700_000_000);
    }

    #[test]
    fn a_manual_clock_moves_only_by_hand() {
        let clock = Clock::manual(Timestamp::from_unix(100));
        assert_eq!(clock.now(), Timestamp(100_000));
        clock.advance(Duration::from_millis(5));
        assert_eq!(clock.now().since(Timestamp(100_000)), Duration::from_millis(5));
    }
}
