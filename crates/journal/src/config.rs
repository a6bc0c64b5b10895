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
