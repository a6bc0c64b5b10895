use std::process::ExitCode;

use super::{BAD_CONFIG, bad_config, output};
use crate::config::Sources;

/// Unknown keys, which only warn at start, are errors here. Variables that do not even look like
/// a key only warn here too: they can be meant for another program of the same name.
pub(super) fn run(sources: &Sources) -> ExitCode {
    let loaded = match sources.load() {
        Ok(loaded) => loaded,
        Err(problems) => return bad_config(&problems),
    };
    for warning in &loaded.warnings {
        output::complain(&warning.to_string());
    }
    if loaded.warnings.iter().any(|warning| !warning.key.is_empty()) {
        return ExitCode::from(BAD_CONFIG);
    }
    let file = sources.file();
    if file.exists() {
        output::print(&format!("{} is good", file.display()))
    } else {
        output::print("There is no configuration file; the defaults are good")
    }
}
