use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A number of bytes, written in configuration as `64MiB`, `10 MB` or plain `1048576`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ByteSize(pub u64);

const UNITS: [(&str, u64); 9] = [
    ("kib", 1 << 10),
    ("mib", 1 << 20),
    ("gib", 1 << 30),
    ("tib", 1 << 40),
    ("kb", 1_000),
    ("mb", 1_000_000),
    ("gb", 1_000_000_000),
    ("tb", 1_000_000_000_000),
    ("b", 1),
];

impl FromStr for ByteSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let lower = text.trim().to_ascii_lowercase();
        let (number, factor) = UNITS
            .iter()
            .find_map(|(unit, factor)| lower.strip_suffix(unit).map(|rest| (rest, *factor)))
            .unwrap_or((lower.as_str(), 1));
        number
            .trim()
            .parse::<u64>()
            .ok()
            .and_then(|count| count.checked_mul(factor))
            .map(ByteSize)
            .ok_or_else(|| format!("`{text}` is not a size such as 64MiB or 1048576"))
    }
}

impl fmt::Display for ByteSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let binary = UNITS[..4].iter().rev();
        match binary
            .into_iter()
            .find(|(_, factor)| self.0 >= *factor && self.0.is_multiple_of(*factor))
        {
            Some((unit, factor)) => {
                write!(f, "{}{}iB", self.0 / factor, unit[..1].to_ascii_uppercase())
            }
            None => write!(f, "{}", self.0),
        }
    }
}

impl Serialize for ByteSize {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ByteSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u64),
            Text(String),
        }
        match Written::deserialize(deserializer) {
            Ok(Written::Number(bytes)) => Ok(ByteSize(bytes)),
            Ok(Written::Text(text)) => text.parse().map_err(de::Error::custom),
            Err(_) => Err(de::Error::custom("expected a size such as 64MiB or 1048576")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_what_people_type() {
        for (text, bytes, shown) in [
            ("64MiB", 67_108_864, "64MiB"),
            ("10 mb", 10_000_000, "10000000"),
            ("1048576", 1_048_576, "1MiB"),
            ("0", 0, "0"),
        ] {
            let size: ByteSize = text.parse().expect(text);
            assert_eq!((size.0, size.to_string().as_str()), (bytes, shown));
        }
        assert!("12 parsecs".parse::<ByteSize>().is_err());
        assert!("99999999999TiB".parse::<ByteSize>().is_err());
    }
}
