use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A length of time as configuration writes it: `500ms`, `30s`, `5m`, `24h`, `7d`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span(pub Duration);

const UNITS: [(&str, u64); 5] =
    [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)];

impl Span {
    pub const fn seconds(count: u64) -> Self {
        Span(Duration::from_secs(count))
    }

    pub const fn days(count: u64) -> Self {
        Span(Duration::from_secs(count * 86_400))
    }
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let trimmed = text.trim();
        let digits = trimmed.find(|c: char| !c.is_ascii_digit()).unwrap_or(trimmed.len());
        let (number, unit) = trimmed.split_at(digits);
        UNITS
            .iter()
            .find(|(name, _)| *name == unit.trim())
            .and_then(|(_, factor)| number.parse::<u64>().ok()?.checked_mul(*factor))
            .map(|millis| Span(Duration::from_millis(millis)))
            .ok_or_else(|| format!("`{text}` is not a duration such as 500ms, 30s, 5m, 24h or 7d"))
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.as_millis();
        let (unit, factor) = UNITS
            .iter()
            .rev()
            .find(|(_, factor)| millis.is_multiple_of(u128::from(*factor)))
            .filter(|_| millis > 0)
            .unwrap_or(&UNITS[1]);
        write!(f, "{}{unit}", millis / u128::from(*factor))
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_what_people_type() {
        for (text, millis) in [
            ("500ms", 500),
            ("30s", 30_000),
            ("5m", 300_000),
            ("24h", 86_400_000),
            ("7d", 604_800_000),
        ] {
            let span: Span = text.parse().expect(text);
            assert_eq!(span.0.as_millis(), millis);
        }
        assert_eq!("24h".parse::<Span>().expect("24h").to_string(), "1d");
        assert_eq!("90s".parse::<Span>().expect("90s").to_string(), "90s");
        for bad in ["", "30", "s", "1 week", "-5s", "1.5h", "99999999999999999999d"] {
            assert!(bad.parse::<Span>().is_err(), "{bad:?}");
        }
    }
}
