use routing::Upstream;
use serde::{Deserialize, Serialize};

/// The `traces` section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TracesConfig {
    /// A collector's address; empty: nothing is traced.
    pub endpoint: String,
    /// How many in a hundred are kept of the traces that begin here.
    pub sample_percent: u8,
}

impl Default for TracesConfig {
    fn default() -> Self {
        TracesConfig { endpoint: String::new(), sample_percent: 100 }
    }
}

impl TracesConfig {
    pub(crate) fn is_on(&self) -> bool {
        !self.endpoint.is_empty()
    }

    /// What is wrong with it: the key, and why.
    pub fn problems(&self) -> Vec<(String, String)> {
        let mut problems = Vec::new();
        if self.is_on() && Upstream::parse(&self.endpoint, false).is_err() {
            let why = "expected an address such as http://localhost:4318";
            problems.push(("traces.endpoint".to_owned(), why.to_owned()));
        }
        if self.sample_percent > 100 {
            problems.push(("traces.sample_percent".to_owned(), "must be at most 100".to_owned()));
        }
        problems
    }
}
