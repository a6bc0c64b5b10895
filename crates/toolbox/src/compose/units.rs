//! Sizes and durations as compose files write them.

use std::time::Duration;

/// `512m`, `1.5g`, `64kb`, or a plain number of bytes.
pub(crate) fn bytes(text: &str) -> Option<i64> {
    let text = text.trim().to_ascii_lowercase();
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let factor: i64 = match unit {
        "" | "b" => 1,
        "k" | "kb" => 1 << 10,
        "m" | "mb" => 1 << 20,
        "g" | "gb" => 1 << 30,
        _ => return None,
    };
    let number: f64 = number.parse().ok().filter(|n: &f64| n.is_finite() && *n >= 0.0)?;
    let bytes = number * factor as f64;
    (bytes < 2f64.powi(53)).then_some(bytes as i64)
}

/// `30s`, `1m30s`, `500ms`, `1h`.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    let mut rest = text.trim();
    let mut total = Duration::ZERO;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let (number, after) = rest.split_at(digits);
        let letters = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let (unit, after) = after.split_at(letters);
        let number: u32 = number.parse().ok()?;
        let unit = match unit {
            "us" => Duration::from_micros(1),
            "ms" => Duration::from_millis(1),
            "s" => Duration::from_secs(1),
            "m" => Duration::from_secs(60),
            "h" => Duration::from_secs(3600),
            _ => return None,
        };
        total = total.checked_add(unit.checked_mul(number)?)?;
        rest = after;
    }
    Some(total)
}

/// As it is read.
pub(crate) fn written(span: Duration) -> String {
    match span.subsec_millis() {
        0 => format!("{}s", span.as_secs()),
        _ => format!("{}ms", span.as_millis()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_durations_are_read_as_compose_does() {
        for (text, expected) in [
            ("512m", Some(512 << 20)),
            ("1.5G", Some(3 << 29)),
            ("64kb", Some(64 << 10)),
            ("100", Some(100)),
            ("-1", None),
            ("1t", None),
            ("", None),
            ("inf", None),
        ] {
            assert_eq!(bytes(text), expected, "{text}");
        }
        for (text, expected) in [
            ("30s", Some(30_000)),
            ("1m30s", Some(90_000)),
            ("500ms", Some(500)),
            ("1h", Some(3_600_000)),
            ("30", None),
            ("s", None),
            ("", None),
            ("99999999999h", None),
        ] {
            let read = duration(text).map(|span| span.as_millis());
            assert_eq!(read, expected, "{text}");
        }
    }
}
