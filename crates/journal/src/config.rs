use std::path::{Path, PathBuf};

use kit::ByteSize;
use serde::{Deserialize, Serialize};

/// The `metrics` section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MetricsConfig {
    /// Off: the path answers 404.
    pub enabled: bool,
    pub path: String,
}

impl Default for MetricsConfig {
    fn default() -> Self {
        MetricsConfig { enabled: true, path: "/metrics".to_owned() }
    }
}

/// The `access_log` section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccessLogConfig {
    pub enabled: bool,
    /// `-` is the standard output.
    pub path: PathBuf,
    pub format: AccessLogFormat,
    /// A file that would become larger is put aside, and a new one begun.
    pub max_size: ByteSize,
    /// How many files that were put aside are kept.
    pub keep: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccessLogFormat {
    Text,
    Json,
}

/// A file must hold a fair number of lines, each of which may take some kilobytes.
const SMALLEST_FILE: ByteSize = ByteSize(64 << 10);
const MOST_FILES: u32 = 1_000;

impl Default for AccessLogConfig {
    fn default() -> Self {
        AccessLogConfig {
            enabled: false,
            path: PathBuf::from("./data/access.log"),
            format: AccessLogFormat::Text,
            max_size: ByteSize(64 << 20),
            keep: 5,
        }
    }
}

impl AccessLogConfig {
    /// What is wrong with it: the key, and why.
    pub fn problems(&self) -> Vec<(String, String)> {
        let rules = [
            ("path", self.path.as_os_str().is_empty(), "must not be empty".to_owned()),
            (
                "max_size",
                self.max_size < SMALLEST_FILE,
                format!("must be at least {SMALLEST_FILE}"),
            ),
            ("keep", self.keep > MOST_FILES, format!("must be at most {MOST_FILES}")),
        ];
        let broken = rules.into_iter().filter(|(_, broken, _)| *broken);
        broken.map(|(key, _, why)| (format!("access_log.{key}"), why)).collect()
    }

    /// `None` for the standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        Some(self.path.as_path()).filter(|path| path.as_os_str() != "-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_read_with_its_defaults_and_what_cannot_work_is_named() {
        let read: AccessLogConfig =
            serde_json::from_str(r#"{"enabled":true,"format":"json","max_size":"1MiB"}"#)
                .expect("a section");
        let expected = AccessLogConfig {
            enabled: true,
            format: AccessLogFormat::Json,
            max_size: ByteSize(1 << 20),
            ..AccessLogConfig::default()
        };
        assert_eq!(read, expected);
        assert!(AccessLogConfig::default().problems().is_empty());
        let bad = AccessLogConfig {
            path: PathBuf::new(),
            max_size: ByteSize(10),
            keep: 1_001,
            ..expected
        };
        let problems = bad.problems();
        let keys: Vec<&str> = problems.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["access_log.path", "access_log.max_size", "access_log.keep"]);
        assert_eq!(problems[1].1, "must be at least 64KiB");
    }
}
