use std::path::PathBuf;
use std::str::FromStr;

use kit::{ByteSize, Span};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    pub enabled: bool,
    pub directory: PathBuf,
    /// In seconds.
    pub default_timeout: u32,
    pub max_output_bytes: u64,
    /// Executions at a time.
    pub max_concurrent: u32,
    /// Executions that may wait.
    pub max_queued: u32,
    pub max_executions: u64,
    pub max_age: Span,
    /// All outputs that are kept, together.
    pub max_stored_output: ByteSize,
    /// `UID` or `UID:GID`; empty: as the gateway itself.
    pub run_as: String,
    /// For each process of a script; nothing: no limit.
    pub memory_limit: ByteSize,
    pub cpu_limit: Span,
}

/// A week: longer work is not a script.
pub(crate) const LONGEST_TIMEOUT: u32 = 7 * 24 * 3600;
const LARGEST_OUTPUT: u64 = 1 << 30;
const MOST_AT_ONCE: u32 = 256;
const MOST_QUEUED: u32 = 100_000;
/// Less would not hold an interpreter.
const SMALLEST_MEMORY: u64 = 16 << 20;

impl Config {
    /// What is wrong with the section: the key, and why.
    pub fn problems(&self) -> Vec<(String, String)> {
        let within = |low: u64, value: u64, high: u64| (low..=high).contains(&value);
        let memory = self.memory_limit.0;
        let seconds = self.cpu_limit.0;
        let rules = [
            (
                "default_timeout",
                within(1, self.default_timeout.into(), LONGEST_TIMEOUT.into()),
                "must be between 1 and 604800 seconds",
            ),
            (
                "max_output_bytes",
                within(1, self.max_output_bytes, LARGEST_OUTPUT),
                "must be between 1 and 1073741824",
            ),
            (
                "max_concurrent",
                within(1, self.max_concurrent.into(), MOST_AT_ONCE.into()),
                "must be between 1 and 256",
            ),
            (
                "max_queued",
                within(1, self.max_queued.into(), MOST_QUEUED.into()),
                "must be between 1 and 100000",
            ),
            ("max_executions", self.max_executions > 0, "must be at least 1"),
            ("max_age", !self.max_age.0.is_zero(), "must be longer than nothing"),
            (
                "run_as",
                self.run_as.is_empty() || self.run_as.parse::<RunAs>().is_ok(),
                "expected a number such as 1000, or two such as 1000:1000",
            ),
            (
                "memory_limit",
                memory == 0 || memory >= SMALLEST_MEMORY,
                "must be at least 16MiB, or 0 for no limit",
            ),
            (
                "cpu_limit",
                seconds.is_zero() || seconds.as_secs() >= 1,
                "must be at least 1s, or 0s for no limit",
            ),
        ];
        let broken = rules.into_iter().filter(|(_, good, _)| !good);
        broken.map(|(key, _, why)| (format!("scripts.{key}"), why.to_owned())).collect()
    }

    pub(crate) fn user(&self) -> Option<RunAs> {
        self.run_as.parse().ok()
    }
}

impl Default for Config {
    fn default() -> Self {
        Config {
            enabled: false,
            directory: PathBuf::from("./scripts"),
            default_timeout: 300,
            max_output_bytes: 10_485_760,
            max_concurrent: 4,
            max_queued: 1_000,
            max_executions: 100_000,
            max_age: Span::days(90),
            max_stored_output: ByteSize(1 << 30),
            run_as: String::new(),
            memory_limit: ByteSize(0),
            cpu_limit: Span::seconds(0),
        }
    }
}

/// Whose rights a script has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunAs {
    pub(crate) uid: u32,
    pub(crate) gid: u32,
}

impl FromStr for RunAs {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (uid, gid) = text.split_once(':').unwrap_or((text, text));
        let number = |text: &str| text.parse::<u32>().map_err(drop);
        Ok(RunAs { uid: number(uid)?, gid: number(gid)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_good_and_each_rule_names_its_key() {
        assert_eq!(Config::default().problems(), []);
        let bad = Config {
            default_timeout: 0,
            max_output_bytes: 0,
            max_concurrent: 1_000,
            max_queued: 0,
            max_executions: 0,
            run_as: "nobody".to_owned(),
            memory_limit: ByteSize(1),
            ..Config::default()
        };
        let keys: Vec<String> = bad.problems().into_iter().map(|(key, _)| key).collect();
        let wanted = [
            "default_timeout",
            "max_output_bytes",
            "max_concurrent",
            "max_queued",
            "max_executions",
            "run_as",
            "memory_limit",
        ];
        assert_eq!(keys, wanted.map(|key| format!("scripts.{key}")));
    }

    #[test]
    fn a_user_is_one_number_or_two() {
        assert_eq!("1000".parse(), Ok(RunAs { uid: 1000, gid: 1000 }));
        assert_eq!("1000:50".parse(), Ok(RunAs { uid: 1000, gid: 50 }));
        for bad in ["", "root", "-1", "1:", ":1", "1:2:3"] {
            assert!(bad.parse::<RunAs>().is_err(), "{bad:?}");
        }
    }
}
