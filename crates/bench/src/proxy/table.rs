//! The figures as they come, for people: a table for each kind of scenario, what was aimed at, and
//! every round.

use std::io::{Write, stderr, stdout};

use anyhow::Result;

use super::Plan;
use super::exchange::Measured;
use super::rival::Kind;
use super::round::Sample;
use super::samples::{median, spread, times};
use super::scenario::Scenario;
use super::{routes, sockets};
use crate::report::machine;

/// With many routes, a request may cost so much more.
const ROUTES_TARGET: f64 = 1.03;
/// Beyond this share of a core, others disturb what is measured.
const DISTURBED: f64 = 0.1;

const EXCHANGE_HEAD: &str = "\
| scenario  | proxy     | µs CPU/request | × nginx | requests/s | × nginx | spread | proxy busy |
|-----------|-----------|---------------:|--------:|-----------:|--------:|-------:|-----------:|";
const SOCKETS_HEAD: &str = "\
| scenario  | proxy     | kB/socket | ms CPU/s idle | µs CPU/message and echo | × nginx | spread |
|-----------|-----------|----------:|--------------:|------------------------:|--------:|-------:|";
const ROUTES_HEAD: &str = "\
| scenario          | proxy     | µs CPU/request | × one route | spread |
|-------------------|-----------|---------------:|------------:|-------:|";

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
             {seconds} s, which take turns; ratios are taken within each round."
        )?;
        Ok(Table::default())
    }

    fn row(&mut self, head: &'static str, row: &str) -> Result<()> {
        if self.head != head {
            self.head = head;
            writeln!(stdout(), "\n{head}")?;
        }
        Ok(writeln!(stdout(), "{row}")?)
    }

    pub(crate) fn exchange(&mut self, scenario: Scenario, measured: Vec<Measured>) -> Result<()> {
        let nginx = measured.iter().find(|measured| measured.kind == Kind::Nginx);
        let nginx = nginx.map(|nginx| (cpu(&nginx.samples), rate(&nginx.samples)));
        for Measured { kind, samples, reconnects } in &measured {
            let (cpu, rate) = (cpu(samples), rate(samples));
            let name = kind.name();
            let cpu_ratio = nginx.as_ref().map(|(nginx, _)| times(&cpu, nginx));
            self.row(
                EXCHANGE_HEAD,
                &format!(
                    "| {:<9} | {name:<9} | {:>14.2} | {:>7} | {:>10.0} | {:>7} | {:>6} | {:>10} |",
                    scenario.to_string(),
                    median(cpu.iter().copied()),
                    ratio(cpu_ratio),
                    median(rate.iter().copied()),
                    ratio(nginx.as_ref().map(|(_, nginx)| times(&rate, nginx))),
                    percent(spread(cpu)),
                    percent(median(samples.iter().map(|sample| sample.busy))),
                ),
            )?;
            if let Some(opened) = reconnects {
                self.notes.push(format!(
                    "{scenario}: {name} opened {opened} connections to the app in one round"
                ));
            }
            self.keep(&format!("{scenario} {name}"), samples);
            if *kind == Kind::Gatehouse {
                self.judge(&scenario.to_string(), cpu_ratio, scenario.target(), "nginx");
            }
        }
        Ok(())
    }

    pub(crate) fn sockets(
        &mut self,
        scenario: Scenario,
        measured: Vec<(Kind, Vec<sockets::Sample>)>,
    ) -> Result<()> {
        let message = |samples: &[sockets::Sample]| -> Vec<f64> {
            samples.iter().map(|sample| sample.message).collect()
        };
        let nginx = measured.iter().find(|(kind, _)| *kind == Kind::Nginx);
        let nginx = nginx.map(|(_, samples)| message(samples));
        for (kind, samples) in &measured {
            let each = message(samples);
            self.row(
                SOCKETS_HEAD,
                &format!(
                    "| {:<9} | {:<9} | {:>9.1} | {:>13.2} | {:>23.2} | {:>7} | {:>6} |",
                    scenario.to_string(),
                    kind.name(),
                    median(samples.iter().map(|sample| sample.memory)),
                    median(samples.iter().map(|sample| sample.idle)),
                    median(each.iter().copied()),
                    ratio(nginx.as_ref().map(|nginx| times(&each, nginx))),
                    percent(spread(each)),
                ),
            )?;
        }
        Ok(())
    }

    pub(crate) fn routes(&mut self, measured: routes::Measured) -> Result<()> {
        let routes::Measured { one, many, spread: everywhere } = measured;
        let base = cpu(&one);
        let count = routes::MANY;
        let (few, hot) = ("1 route".to_owned(), format!("{count}, one asked"));
        let rows = [(few, one), (hot.clone(), many), (format!("{count}, all asked"), everywhere)];
        for (name, samples) in rows {
            let each = cpu(&samples);
            let ratio = times(&each, &base);
            self.row(
                ROUTES_HEAD,
                &format!(
                    "| {name:<17} | gatehouse | {:>14.2} | {ratio:>11.3} | {:>6} |",
                    median(each.iter().copied()),
                    percent(spread(each)),
                ),
            )?;
            self.keep(&name, &samples);
            if name == hot {
                self.judge(&name, Some(ratio), Some(ROUTES_TARGET), "one route");
            }
        }
        Ok(())
    }

    fn judge(&mut self, what: &str, found: Option<f64>, target: Option<f64>, of: &str) {
        if let Some((found, target)) = found.zip(target) {
            let text = format!("{what}: {found:.3} × {of}, at most {target:.2}");
            self.verdicts.push((found <= target, text));
        }
    }

    fn keep(&mut self, name: &str, samples: &[Sample]) {
        let each: Vec<String> = samples.iter().map(|sample| format!("{:.2}", sample.cpu)).collect();
        self.rounds.push(format!("{name}: {}", each.join(" ")));
        let others = samples.iter().map(|sample| sample.others).fold(0.0, f64::max);
        if others > DISTURBED {
            let share = percent(others);
            self.notes.push(format!("{name}: other processes used up to {share} of a core"));
        }
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

fn cpu(samples: &[Sample]) -> Vec<f64> {
    samples.iter().map(|sample| sample.cpu).collect()
}

fn rate(samples: &[Sample]) -> Vec<f64> {
    samples.iter().map(|sample| sample.rate).collect()
}

fn ratio(ratio: Option<f64>) -> String {
    ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}"))
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}
