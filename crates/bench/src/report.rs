//! The figures as a table, with how each was taken.

use std::io::{Write, stderr, stdout};
use std::time::Duration;

use anyhow::Result;

use crate::process;

pub(crate) const MB: u64 = 1 << 20;

/// One figure.
pub(crate) struct Row {
    pub(crate) figure: String,
    pub(crate) value: String,
    /// What it should be, and whether it is.
    pub(crate) target: Option<(String, bool)>,
    pub(crate) how: String,
}

#[derive(Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
    details: Vec<String>,
}

impl Report {
    pub(crate) fn add(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// Something worth knowing that is not one of the figures.
    pub(crate) fn detail(&mut self, text: String) {
        self.details.push(text);
    }

    /// Tells the person who waits what is done now.
    pub(crate) fn progress(&self, what: &str) {
        let _ = writeln!(stderr(), "measuring: {what}");
    }

    pub(crate) fn is_good(&self) -> bool {
        self.rows.iter().all(|row| row.target.as_ref().is_none_or(|(_, reached)| *reached))
    }

    pub(crate) fn print(&self) -> Result<()> {
        let mut out = stdout().lock();
        writeln!(out, "{}\n", machine())?;
        writeln!(out, "| figure | value | target | how it was taken |\n|---|---|---|---|")?;
        for Row { figure, value, target, how } in &self.rows {
            let target = match target {
                Some((target, true)) => target.clone(),
                Some((target, false)) => format!("{target}: **missed**"),
                None => String::new(),
            };
            writeln!(out, "| {figure} | {value} | {target} | {how} |")?;
        }
        writeln!(out)?;
        for detail in &self.details {
            writeln!(out, "- {detail}")?;
        }
        Ok(())
    }
}

/// What the figures depend on, and nothing that tells one machine from another.
pub(crate) fn machine() -> String {
    let cores = process::cores();
    let memory = process::total_memory().unwrap_or(0) / (MB * 1024);
    let kernel = process::kernel_version();
    format!("Measured on {cores} cores, {memory} GB of memory, Linux {kernel}.")
}

pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

pub(crate) fn milliseconds(time: Duration) -> String {
    let value = time.as_secs_f64() * 1e3;
    if value < 10.0 { format!("{value:.1} ms") } else { format!("{value:.0} ms") }
}

pub(crate) fn microseconds(time: Duration) -> String {
    format!("{:.0} µs", time.as_secs_f64() * 1e6)
}

pub(crate) fn megabytes(bytes: u64) -> String {
    let value = bytes as f64 / MB as f64;
    if value < 100.0 { format!("{value:.1} MB") } else { format!("{value:.0} MB") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(reached: Option<bool>) -> Row {
        let target = reached.map(|reached| ("< 1".to_owned(), reached));
        Row { figure: String::new(), value: String::new(), target, how: String::new() }
    }

    #[test]
    fn a_missed_target_is_not_good() {
        let mut report = Report::default();
        report.add(row(None));
        report.add(row(Some(true)));
        assert!(report.is_good());
        report.add(row(Some(false)));
        assert!(!report.is_good());
    }

    #[test]
    fn figures_have_three_digits_at_most_and_a_unit() {
        assert_eq!(megabytes(25 * MB), "25.0 MB");
        assert_eq!(megabytes(300 * MB), "300 MB");
        assert_eq!(milliseconds(Duration::from_micros(1540)), "1.5 ms");
        assert_eq!(milliseconds(Duration::from_millis(87)), "87 ms");
        assert_eq!(microseconds(Duration::from_nanos(42_400)), "42 µs");
    }
}
