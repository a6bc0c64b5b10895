use serde::{Deserialize, Serialize};

use super::Fact;

/// The configuration changed and is in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigReloaded {
    pub message: String,
    pub changed: Vec<String>,
}

impl Fact for ConfigReloaded {
    const KIND: &'static str = "config_reload";
}
