use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::VariantArray;

use super::LimitClass;
use super::bucket::Quota;

/// How much each class may ask for. What is left out keeps its built-in figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    pub enabled: bool,
    pub health: Rule,
    pub auth: Rule,
    pub qr: Rule,
    pub pair: Rule,
    pub websocket: Rule,
    pub device: Rule,
    pub container: Rule,
    pub metrics: Rule,
    pub general: Rule,
}

/// The figures of one class: a rate, in one of two units, and how many may come at once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rule {
    pub per_second: Option<u32>,
    pub per_minute: Option<u32>,
    pub burst: Option<u32>,
}

impl Default for Config {
    fn default() -> Self {
        let rule = Rule::default;
        Config {
            enabled: true,
            health: rule(),
            auth: rule(),
            qr: rule(),
            pair: rule(),
            websocket: rule(),
            device: rule(),
            container: rule(),
            metrics: rule(),
            general: rule(),
        }
    }
}

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
/// Buckets are counted in milliseconds.
const FASTEST: u32 = 1_000;

impl Config {
    /// What is wrong with it: the key, and why.
    pub fn problems(&self) -> Vec<(String, String)> {
        let mut problems = Vec::new();
        for &class in LimitClass::VARIANTS {
            let rule = self.rule(class);
            let name = class.into_str();
            if rule.per_second.is_some() && rule.per_minute.is_some() {
                let why = "per_second and per_minute exclude each other";
                problems.push((format!("rate_limits.{name}"), why.to_owned()));
            }
            let figures = [
                ("per_second", rule.per_second),
                ("per_minute", rule.per_minute),
                ("burst", rule.burst),
            ];
            if rule.per_second.is_some_and(|rate| rate > FASTEST) {
                let key = format!("rate_limits.{name}.per_second");
                problems.push((key, format!("must be at most {FASTEST}")));
            }
            for (key, _) in figures.into_iter().filter(|(_, figure)| *figure == Some(0)) {
                let key = format!("rate_limits.{name}.{key}");
                problems.push((key, "must be at least 1".to_owned()));
            }
        }
        problems
    }

    pub(super) fn quota(&self, class: LimitClass) -> Quota {
        let rule = self.rule(class);
        let (built_in_rate, built_in_unit, built_in_burst) = built_in(class);
        let (rate, unit) = match (rule.per_second, rule.per_minute) {
            (Some(rate), _) => (rate, SECOND),
            (None, Some(rate)) => (rate, MINUTE),
            (None, None) => (built_in_rate, built_in_unit),
        };
        Quota { period: unit / rate.max(1), burst: rule.burst.unwrap_or(built_in_burst).max(1) }
    }

    fn rule(&self, class: LimitClass) -> &Rule {
        match class {
            LimitClass::Health => &self.health,
            LimitClass::Auth => &self.auth,
            LimitClass::Qr => &self.qr,
            LimitClass::Pair => &self.pair,
            LimitClass::Websocket => &self.websocket,
            LimitClass::Device => &self.device,
            LimitClass::Container => &self.container,
            LimitClass::Metrics => &self.metrics,
            LimitClass::General => &self.general,
        }
    }
}

/// The figures of the specification: rate, unit, burst.
fn built_in(class: LimitClass) -> (u32, Duration, u32) {
    match class {
        LimitClass::Health => (10, SECOND, 50),
        LimitClass::Auth | LimitClass::Pair => (10, MINUTE, 10),
        LimitClass::Qr => (1, SECOND, 5),
        LimitClass::Websocket => (6, MINUTE, 3),
        LimitClass::Device | LimitClass::Metrics | LimitClass::General => (30, MINUTE, 30),
        LimitClass::Container => (30, MINUTE, 20),
    }
}
