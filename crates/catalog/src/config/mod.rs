//! Apps and routes as the configuration file has them.

mod entry;
mod file;

pub use entry::AppEntry;
pub(crate) use file::FileRecords;

use serde::{Deserialize, Serialize};

use crate::RouteEntry;

/// The two lists of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    pub apps: Vec<AppEntry>,
    pub routes: Vec<RouteEntry>,
}

impl Config {
    /// What is wrong with it: the key, such as `routes.0.to`, and why.
    pub fn problems(&self) -> Vec<(String, String)> {
        FileRecords::read(self, &FileRecords::default(), kit::Timestamp(0)).1
    }
}
