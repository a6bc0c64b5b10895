//! The `metrics` section.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Metrics {
    pub(crate) enabled: bool,
    pub(crate) path: String,
}

impl Default for Metrics {
    fn default() -> Self {
        Metrics { enabled: true, path: "/metrics".to_owned() }
    }
}
