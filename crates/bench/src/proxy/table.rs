//! The figures as they come, for people: tables, what was aimed at, and every round.

use std::io::{Write, stderr, stdout};

use anyhow::Result;

use super::Plan;
use super::round::Sample;
use crate::report::machine;

/// Beyond this share of a core, others disturb what is measured.
const DISTURBED: f64 = 0.1;

/// Tells the person who waits what is done now.
pub(crate) fn progress(what: &str) {
    let _ = writeln!(stderr(), "measuring: {what}");
}

#[derive(Default)]
pub(crate) struct Table {
    /// The head under which the last row stands.
    head: &'static str,
    verdicts: Vec<(bool, String)>,
    notes: Vec<String>,
    rounds: Vec<String>,
}

impl Table {
    pub(crate) fn begin(versions: &[String], plan: Plan) -> Result<Table> {
        let Plan { rounds, pace, .. } = plan;
        let seconds = pace.measured.as_secs_f64();
        writeln!(stdout(), "{}\n{}.", machine(), versions.join(", "))?;
        writeln!(
            stdout(),
            "The proxy on one core, clients and app on another; medians of {rounds} rounds of \
             {seconds} s, which take turns; ratios are taken within each round, \
             and between the best ones."
        )?;
        Ok(Table::default())
    }

    pub(super) fn row(&mut self, head: &'static str, row: &str) -> Result<()> {
        if self.head != head {
            self.head = head;
            writeln!(stdout(), "\n{head}")?;
        }
        Ok(writeln!(stdout(), "{row}")?)
    }

    pub(super) fn judge(&mut self, what: &str, found: Option<f64>, target: Option<f64>, of: &str) {
        if let Some((found, target)) = found.zip(target) {
            let text = format!("{what}: {found:.3} × {of}, at most {target:.2}");
            self.verdicts.push((found <= target, text));
        }
    }

    pub(super) fn keep(&mut self, name: &str, samples: &[Sample]) {
        let each: Vec<String> = samples.iter().map(|sample| format!("{:.2}", sample.cpu)).collect();
        self.rounds.push(format!("{name}: {}", each.join(" ")));
        let others = samples.iter().map(|sample| sample.others).fold(0.0, f64::max);
        if others > DISTURBED {
            let share = percent(others);
            self.notes.push(format!("{name}: other processes used up to {share} of a core"));
        }
    }

    pub(super) fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// Whether everything is as it should be.
    pub(crate) fn end(self) -> Result<bool> {
        let mut out = stdout().lock();
        let good = self.verdicts.iter().all(|(reached, _)| *reached);
        let verdicts = self
            .verdicts
            .into_iter()
            .map(|(reached, text)| format!("{} {text}", if reached { "PASS" } else { "OVER" }));
        let parts = [
            ("Processor time against the targets", verdicts.collect()),
            ("Notes", self.notes),
            ("Every round, µs CPU/request", self.rounds),
        ];
        for (title, lines) in
            parts.iter().filter(|(_, lines): &&(_, Vec<String>)| !lines.is_empty())
        {
            writeln!(out, "\n{title}:")?;
            for line in lines {
                writeln!(out, "- {line}")?;
            }
        }
        Ok(good)
    }
}

pub(super) fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}
