use std::fmt;

use kit::Timestamp;

/// A moment of a log, in nanoseconds since 1970 UTC: to the last digit that engines write, because
/// it tells lines apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LogTime(pub i64);

impl LogTime {
    pub fn parse(text: &str) -> Option<Self> {
        let moment = text.parse::<jiff::Timestamp>().ok()?;
        i64::try_from(moment.as_nanosecond()).ok().map(LogTime)
    }

    pub fn timestamp(self) -> Timestamp {
        Timestamp(self.0.div_euclid(1_000_000))
    }

    /// Seconds and the nanoseconds beyond them.
    pub(crate) fn parts(self) -> (i64, i64) {
        (self.0.div_euclid(1_000_000_000), self.0.rem_euclid(1_000_000_000))
    }
}

impl From<Timestamp> for LogTime {
    fn from(moment: Timestamp) -> Self {
        LogTime(moment.0.saturating_mul(1_000_000))
    }
}

/// As `docker logs --timestamps` shows it.
impl fmt::Display for LogTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_nanosecond(self.0.into()) {
            Ok(moment) => write!(f, "{moment:.9}"),
            Err(_) => self.0.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_digit_is_lost() {
        let text = "2024-05-06T07:08:09.000000012Z";
        let moment = LogTime::parse(text).expect("a time");
        assert_eq!(moment.to_string(), text);
        assert_eq!(moment.timestamp().to_string(), "2024-05-06T07:08:09Z");
        assert_eq!(moment.parts().1, 12);
        assert_eq!(LogTime::from(moment.timestamp()).0, moment.0 - 12);
        assert_eq!(LogTime::parse("not yet"), None);
    }
}
