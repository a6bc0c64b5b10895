//! A row for each proxy, under a head for each kind of scenario.

use anyhow::Result;

use super::exchange::Measured;
use super::rival::Kind;
use super::round::Sample;
use super::samples::{least, median, spread, times};
use super::scenario::Scenario;
use super::table::{Table, percent};
use super::{pages, routes, sockets};

/// With many routes, a request may cost so much more.
const ROUTES_TARGET: f64 = 1.03;

const EXCHANGE_HEAD: &str = "\
| scenario  | proxy     | µs CPU/request | × nginx | requests/s | × nginx | spread | best µs | × nginx | busy |
|-----------|-----------|---------------:|--------:|-----------:|--------:|-------:|--------:|--------:|-----:|";
const SOCKETS_HEAD: &str = "\
| scenario  | proxy     | kB/socket | ms CPU/s idle | µs CPU/message and echo | × nginx | spread |
|-----------|-----------|----------:|--------------:|------------------------:|--------:|-------:|";
const ROUTES_HEAD: &str = "\
| scenario          | proxy     | µs CPU/request | × one route | spread | best µs | × one route |
|-------------------|-----------|---------------:|------------:|-------:|--------:|------------:|";

const PAGES_HEAD: &str = "\
| scenario          | MB/s | × as it is | µs CPU/MB | spread | memory grew by |
|-------------------|-----:|-----------:|----------:|-------:|---------------:|";

impl Table {
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
                    "| {:<9} | {name:<9} | {:>14.2} | {:>7} | {:>10.0} | {:>7} | {:>6} \
                     | {:>7.2} | {:>7} | {:>4} |",
                    scenario.to_string(),
                    median(cpu.iter().copied()),
                    ratio(cpu_ratio),
                    median(rate.iter().copied()),
                    ratio(nginx.as_ref().map(|(_, nginx)| times(&rate, nginx))),
                    percent(spread(cpu.iter().copied())),
                    least(&cpu),
                    ratio(nginx.as_ref().map(|(nginx, _)| least(&cpu) / least(nginx))),
                    percent(median(samples.iter().map(|sample| sample.busy))),
                ),
            )?;
            if let Some(opened) = reconnects {
                self.note(format!(
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

    pub(crate) fn pages(&mut self, measured: pages::Measured) -> Result<()> {
        let pages::Measured { plain, moved } = measured;
        let rate = |samples: &[pages::Sample]| -> Vec<f64> {
            samples.iter().map(|sample| sample.rate).collect()
        };
        let base = rate(&plain);
        for (name, samples) in [("page as it is", plain), ("page, moved", moved)] {
            let each = rate(&samples);
            self.row(
                PAGES_HEAD,
                &format!(
                    "| {name:<17} | {:>4.0} | {:>10.2} | {:>9.0} | {:>6} | {:>11.1} MB |",
                    median(each.iter().copied()),
                    times(&each, &base),
                    median(samples.iter().map(|sample| sample.cpu)),
                    percent(spread(each.iter().copied())),
                    samples.iter().map(|sample| sample.growth).fold(0.0, f64::max),
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
                    "| {name:<17} | gatehouse | {:>14.2} | {ratio:>11.3} | {:>6} | {:>7.2} \
                     | {:>11.3} |",
                    median(each.iter().copied()),
                    percent(spread(each.iter().copied())),
                    least(&each),
                    least(&each) / least(&base),
                ),
            )?;
            self.keep(&name, &samples);
            if name == hot {
                self.judge(&name, Some(ratio), Some(ROUTES_TARGET), "one route");
            }
        }
        Ok(())
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
