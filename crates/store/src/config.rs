use std::path::PathBuf;

use kit::Secret;
use serde::{Deserialize, Serialize};

/// Where the data lives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    pub database_path: PathBuf,
    /// `postgres://…` selects PostgreSQL; it may hold a password.
    pub database_url: Secret,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            database_path: PathBuf::from("./data/gatehouse.db"),
            database_url: Secret::default(),
        }
    }
}
