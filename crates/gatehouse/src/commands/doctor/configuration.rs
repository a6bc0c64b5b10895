//! Whether the configuration can be read.

use std::fmt;

use super::finding::Finding;
use crate::config::{Loaded, Sources};

const NAME: &str = "configuration";

pub(super) fn check<E: fmt::Display>(
    sources: &Sources,
    loaded: &Result<Loaded, E>,
) -> Vec<Finding> {
    let file = sources.file();
    match loaded {
        Err(problems) => {
            let mend = "correct it; the configuration reference lists every key";
            let lines = problems.to_string();
            lines.lines().map(|line| Finding::fail(NAME, line, mend)).collect()
        }
        Ok(loaded) if !loaded.warnings.is_empty() => {
            let warnings = loaded.warnings.iter();
            let mend = "correct it, or take it out";
            warnings.map(|warning| Finding::warn(NAME, warning.to_string(), mend)).collect()
        }
        Ok(_) if file.exists() => {
            vec![Finding::ok(NAME, format!("{} is good", file.display()))]
        }
        Ok(_) => vec![Finding::ok(NAME, "there is no file; the defaults are used")],
    }
}
