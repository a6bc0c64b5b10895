use jiff::civil::Time;
use jiff::tz::TimeZone;
use kit::{Error, Result, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// When nobody is to be disturbed: what happens then is told of when it is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QuietHours {
    #[schema(example = "22:00")]
    pub(crate) from: String,
    /// On the next day where it lies before `from`.
    #[schema(example = "07:00")]
    pub(crate) to: String,
    /// An IANA name; the host's own zone where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Europe/Berlin")]
    pub(crate) timezone: Option<String>,
}

impl QuietHours {
    pub(crate) fn check(&self) -> Result<()> {
        let wrong =
            |field: &str, reason: &str| Error::invalid(format!("quietHours.{field}"), reason);
        let from = time(&self.from).ok_or_else(|| wrong("from", "must be a time such as 22:00"))?;
        let to = time(&self.to).ok_or_else(|| wrong("to", "must be a time such as 07:00"))?;
        if from == to {
            return Err(wrong("to", "must differ from `from`"));
        }
        self.zone().map(drop).ok_or_else(|| wrong("timezone", "is not known here"))
    }

    /// When they end; `None` outside of them.
    pub(crate) fn end(&self, now: Timestamp) -> Option<Timestamp> {
        let (from, to, zone) = (time(&self.from)?, time(&self.to)?, self.zone()?);
        let now = jiff::Timestamp::from_millisecond(now.0).ok()?.to_zoned(zone.clone());
        let clock = now.time();
        let inside =
            if from < to { from <= clock && clock < to } else { from <= clock || clock < to };
        if !inside {
            return None;
        }
        let day = if clock < to { now.date() } else { now.date().tomorrow().ok()? };
        let end = day.to_datetime(to).to_zoned(zone).ok()?;
        Some(Timestamp(end.timestamp().as_millisecond()))
    }

    fn zone(&self) -> Option<TimeZone> {
        match &self.timezone {
            Some(name) => TimeZone::get(name).ok(),
            None => Some(TimeZone::system()),
        }
    }
}

fn time(text: &str) -> Option<Time> {
    let (hour, minute) = text.split_once(':')?;
    let number = |part: &str| (part.len() == 2).then(|| part.parse::<i8>().ok()).flatten();
    Time::new(number(hour)?, number(minute)?, 0, 0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quiet(from: &str, to: &str, zone: &str) -> QuietHours {
        let (from, to) = (from.to_owned(), to.to_owned());
        QuietHours { from, to, timezone: Some(zone.to_owned()) }
    }

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("a time")
    }

    #[test]
    fn they_may_go_over_midnight_and_follow_the_zone() {
        let night = quiet("22:00", "07:00", "Europe/Berlin");
        for (now, end) in [
            ("2026-01-10T20:59:59Z", None),
            ("2026-01-10T21:00:00Z", Some("2026-01-11T06:00:00Z")),
            ("2026-01-11T05:59:59Z", Some("2026-01-11T06:00:00Z")),
            ("2026-01-11T06:00:00Z", None),
            // The clocks go forward in this night.
            ("2026-03-28T22:00:00Z", Some("2026-03-29T05:00:00Z")),
        ] {
            assert_eq!(night.end(at(now)), end.map(at), "{now}");
        }
        let lunch = quiet("12:00", "13:30", "UTC");
        assert_eq!(lunch.end(at("2026-01-10T12:10:00Z")), Some(at("2026-01-10T13:30:00Z")));
        assert_eq!(lunch.end(at("2026-01-10T13:30:00Z")), None);
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for (from, to, zone) in [
            ("24:00", "07:00", "UTC"),
            ("7:00", "08:00", "UTC"),
            ("07:00", "07:00", "UTC"),
            ("07:00", "08:60", "UTC"),
            ("07:00", "08:00", "Mars/Olympus"),
            ("-1:00", "08:00", "UTC"),
        ] {
            assert!(quiet(from, to, zone).check().is_err(), "{from} {to} {zone}");
        }
        assert!(quiet("22:00", "07:00", "UTC").check().is_ok());
    }
}
