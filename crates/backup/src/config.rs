use std::path::PathBuf;
use std::time::Duration;

use kit::{Secret, Span};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    /// Whether backups are made by themselves.
    pub enabled: bool,
    pub directory: PathBuf,
    pub schedule: Span,
    /// How many of those that were made by themselves are kept.
    pub retention: u32,
    /// Empty: they are not encrypted.
    pub passphrase: Secret,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            enabled: true,
            directory: PathBuf::from("./data/backups"),
            schedule: Span::days(1),
            retention: 7,
            passphrase: Secret::default(),
        }
    }
}

const SHORTEST: Duration = Duration::from_secs(60);
const LONGEST: Duration = Duration::from_secs(366 * 86_400);
const SHORTEST_PASSPHRASE: usize = 8;

impl Config {
    /// What is wrong with the section: the key, and why.
    pub fn problems(&self) -> Vec<(String, String)> {
        let length = self.passphrase.expose().chars().count();
        let rules = [
            (
                "schedule",
                (SHORTEST..=LONGEST).contains(&self.schedule.0),
                "must be between 1m and 366d",
            ),
            ("retention", self.retention > 0, "must be at least 1"),
            (
                "passphrase",
                length == 0 || length >= SHORTEST_PASSPHRASE,
                "must have at least 8 characters",
            ),
        ];
        let broken = rules.into_iter().filter(|(_, good, _)| !good);
        broken.map(|(key, _, why)| (format!("backup.{key}"), why.to_owned())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_good_and_each_rule_names_its_key() {
        assert_eq!(Config::default().problems(), []);
        let bad = Config {
            schedule: Span::seconds(1),
            retention: 0,
            passphrase: Secret::new("short"),
            ..Config::default()
        };
        let keys: Vec<String> = bad.problems().into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys, ["backup.schedule", "backup.retention", "backup.passphrase"]);
    }
}
