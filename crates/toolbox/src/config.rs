use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The section `toolbox`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    pub enabled: bool,
    /// Templates of one's own, which count more than those of the program.
    pub catalog_dir: PathBuf,
    /// Where folders of deployments are.
    pub data_dir: PathBuf,
    /// The same folder as the engine's machine calls it, where the gateway runs in a container.
    pub host_data_dir: String,
    pub auto_route: bool,
    pub auto_start: bool,
}

impl Config {
    /// What is wrong with the section: the key, and why.
    pub fn problems(&self) -> Vec<(String, String)> {
        let folder = self.host_data_dir.as_str();
        let straight = folder.starts_with('/') && !folder.split('/').any(|part| part == "..");
        if folder.is_empty() || straight {
            Vec::new()
        } else {
            let why = "expected an absolute path without `..`, or nothing".to_owned();
            vec![("toolbox.host_data_dir".to_owned(), why)]
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Config {
            enabled: true,
            catalog_dir: "./toolbox".into(),
            data_dir: "./data/toolbox".into(),
            host_data_dir: String::new(),
            auto_route: true,
            auto_start: true,
        }
    }
}
