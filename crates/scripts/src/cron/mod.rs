//! Five-field cron: what an expression means, and when it comes next in a time zone.

mod field;
mod next;
#[cfg(test)]
mod tests;

use self::field::{Field, Set};
pub(crate) use self::next::Timetable;

/// The longest expression that says something a shorter one cannot.
const LONGEST: usize = 1_000;

/// An expression that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cron {
    minutes: Set,
    hours: Set,
    days: Set,
    months: Set,
    weekdays: Set,
}

impl Cron {
    /// Reads an expression; the error says what is wrong with it.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if text.len() > LONGEST {
            return Err(format!("is longer than {LONGEST} characters"));
        }
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let [minutes, hours, days, months, weekdays] = fields[..] else {
            return Err("must have five fields: minute, hour, day, month, weekday".to_owned());
        };
        let cron = Cron {
            minutes: Field::MINUTE.parse(minutes)?,
            hours: Field::HOUR.parse(hours)?,
            days: Field::DAY.parse(days)?,
            months: Field::MONTH.parse(months)?,
            weekdays: Field::WEEKDAY.parse(weekdays)?,
        };
        if cron.can_happen() { Ok(cron) } else { Err("names a day that no month has".to_owned()) }
    }

    fn can_happen(&self) -> bool {
        const LONGEST_MONTHS: [u8; 12] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let by_weekday = !self.weekdays.is_full();
        let months = (1u8..).zip(LONGEST_MONTHS).filter(|(month, _)| self.months.has(*month));
        by_weekday || months.into_iter().any(|(_, days)| (1..=days).any(|day| self.days.has(day)))
    }

    /// Both given: either is enough, as cron has it. Sunday is 0.
    fn has_day(&self, day: u8, weekday: u8) -> bool {
        let (day, weekday) = (self.days.has(day), self.weekdays.has(weekday));
        match (self.days.is_full(), self.weekdays.is_full()) {
            (false, false) => day || weekday,
            _ => day && weekday,
        }
    }
}
