use std::time::Duration;

use kit::Span;
use serde::{Deserialize, Serialize};

use super::is_check_path;

/// How apps are checked where their routes do not say otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HealthConfig {
    pub enabled: bool,
    pub interval: Span,
    pub timeout: Span,
    /// So many failures in a row make an app unhealthy.
    pub unhealthy_threshold: u32,
    pub path: String,
}

impl Default for HealthConfig {
    fn default() -> Self {
        HealthConfig {
            enabled: true,
            interval: Span::seconds(10),
            timeout: Span::seconds(5),
            unhealthy_threshold: 2,
            path: "/".to_owned(),
        }
    }
}

const SHORTEST_INTERVAL: Duration = Duration::from_secs(1);
const LONGEST_INTERVAL: Duration = Duration::from_secs(86_400);
const SHORTEST_TIMEOUT: Duration = Duration::from_millis(100);
const LONGEST_TIMEOUT: Duration = Duration::from_secs(60);

impl HealthConfig {
    /// What is wrong with it: the key, and why.
    pub fn problems(&self) -> Vec<(String, String)> {
        let rules = [
            (
                "interval",
                (SHORTEST_INTERVAL..=LONGEST_INTERVAL).contains(&self.interval.0),
                "must be between 1s and 1d",
            ),
            (
                "timeout",
                (SHORTEST_TIMEOUT..=LONGEST_TIMEOUT).contains(&self.timeout.0),
                "must be between 100ms and 60s",
            ),
            (
                "unhealthy_threshold",
                (1..=100).contains(&self.unhealthy_threshold),
                "must be between 1 and 100",
            ),
            ("path", is_check_path(&self.path), "expected a path that begins with /"),
        ];
        let broken = rules.into_iter().filter(|(_, holds, _)| !holds);
        broken.map(|(key, _, why)| (format!("health_checks.{key}"), why.to_owned())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_as_promised_and_without_problems() {
        let config: HealthConfig = serde_json::from_str("{}").expect("a configuration");
        let shown = serde_json::to_string(&config).expect("JSON");
        let expected = r#"{"enabled":true,"interval":"10s","timeout":"5s","unhealthy_threshold":2,"path":"/"}"#;
        assert_eq!(shown, expected);
        assert!(config.problems().is_empty());
    }

    #[test]
    fn every_value_out_of_bounds_is_named() {
        let config = HealthConfig {
            enabled: true,
            interval: Span(Duration::from_millis(1)),
            timeout: Span::days(1),
            unhealthy_threshold: 0,
            path: "health".to_owned(),
        };
        let keys: Vec<_> = config.problems().into_iter().map(|(key, _)| key).collect();
        let expected = ["interval", "timeout", "unhealthy_threshold", "path"];
        assert_eq!(keys, expected.map(|key| format!("health_checks.{key}")));
    }
}
