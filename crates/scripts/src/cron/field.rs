/// One of the five fields: what may stand in it.
pub(super) struct Field {
    name: &'static str,
    least: u8,
    most: u8,
    names: &'static [&'static str],
}

const MONTHS: &[&str] =
    &["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const WEEKDAYS: &[&str] = &["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

impl Field {
    pub(super) const MINUTE: Field = Field::numbers("the minute", 0, 59);
    pub(super) const HOUR: Field = Field::numbers("the hour", 0, 23);
    pub(super) const DAY: Field = Field::numbers("the day of the month", 1, 31);
    pub(super) const MONTH: Field = Field { name: "the month", least: 1, most: 12, names: MONTHS };
    pub(super) const WEEKDAY: Field =
        Field { name: "the day of the week", least: 0, most: 6, names: WEEKDAYS };

    const fn numbers(name: &'static str, least: u8, most: u8) -> Self {
        Field { name, least, most, names: &[] }
    }

    /// A list of `*`, values and ranges, each with a step or without.
    pub(super) fn parse(&self, text: &str) -> Result<Set, String> {
        let mut bits = 0;
        for item in text.split(',') {
            let (range, step) = match item.split_once('/') {
                Some((range, step)) => (range, Some(self.step(step)?)),
                None => (item, None),
            };
            let (first, last) = match range.split_once('-') {
                Some((first, last)) => (self.value(first)?, self.value(last)?),
                None if range == "*" => (self.least, self.most),
                // With a step, from there to the end.
                None if step.is_some() => (self.value(range)?, self.most),
                None => (self.value(range)?, self.value(range)?),
            };
            if first > last {
                return Err(format!("{}: the range {range} runs backwards", self.name));
            }
            let values = (first..=last).step_by(step.unwrap_or(1).into());
            bits |= values.fold(0, |bits, value| bits | 1u64 << value);
        }
        let full = (self.least..=self.most).fold(0, |bits, value| bits | 1u64 << value);
        Ok(Set { bits, full: bits == full })
    }

    fn value(&self, text: &str) -> Result<u8, String> {
        let same = |name: &&str| name.eq_ignore_ascii_case(text);
        if let Some((value, _)) = (self.least..).zip(self.names).find(|(_, name)| same(name)) {
            return Ok(value);
        }
        let (least, most) = (self.least, self.most);
        self.number(text)
            .filter(|value| (least..=most).contains(value))
            .ok_or_else(|| format!("{}: `{text}` is not one of {least} to {most}", self.name))
    }

    fn step(&self, text: &str) -> Result<u8, String> {
        let known = self.number(text).filter(|step| (1..=self.most).contains(step));
        known.ok_or_else(|| format!("{}: `{text}` is not a step of 1 to {}", self.name, self.most))
    }

    fn number(&self, text: &str) -> Option<u8> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| digits)
    }
}

/// The values of a field that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Set {
    bits: u64,
    full: bool,
}

impl Set {
    pub(super) fn has(self, value: u8) -> bool {
        self.bits & 1 << value != 0
    }

    /// Whether it leaves nothing out, and so says nothing.
    pub(super) fn is_full(self) -> bool {
        self.full
    }

    /// The smallest value that is not below this one.
    pub(super) fn from(self, value: u8) -> Option<u8> {
        let rest = self.bits.checked_shr(value.into()).unwrap_or(0);
        (rest != 0).then(|| value + u8::try_from(rest.trailing_zeros()).unwrap_or(0))
    }
}
