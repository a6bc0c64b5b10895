//! What a filter before the engine's socket has to let through.

use std::process::ExitCode;

use engines::{DOCKER_CALLS, DockerCall};
use serde_json::json;

use crate::commands::output;

pub(crate) fn run(as_json: bool) -> ExitCode {
    if as_json { output::print(&format!("{:#}", list())) } else { output::print(&table()) }
}

/// Method, what it is for, and the path as a regular expression, which has to match all of it.
fn table() -> String {
    let lines = DOCKER_CALLS.iter().map(|call| {
        let DockerCall { method, purpose, .. } = call;
        format!("{method:<7} {purpose:<8} {}", call.pattern())
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn list() -> serde_json::Value {
    let calls = DOCKER_CALLS.iter().map(|call| {
        let DockerCall { method, path, purpose, .. } = call;
        json!({"method": method, "path": path, "pattern": call.pattern(), "purpose": purpose})
    });
    calls.collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The filter of the hardened example lets through what the program asks for, and no more.
    #[test]
    fn the_hardened_example_lets_exactly_these_calls_through() {
        let example = include_str!("../../../../../deploy/compose.hardened.yaml");
        let allowed: BTreeSet<String> = example
            .lines()
            .filter_map(|line| line.trim().strip_prefix("- \"-allow"))
            .filter_map(|rest| rest.strip_suffix('"'))
            .filter(|rest| rest.starts_with(|letter: char| letter.is_ascii_uppercase()))
            .map(str::to_owned)
            .collect();
        let wanted: BTreeSet<String> =
            DOCKER_CALLS.iter().map(|call| format!("{}={}", call.method, call.pattern())).collect();
        assert_eq!(allowed, wanted);
    }

    #[test]
    fn each_line_is_a_method_a_purpose_and_a_pattern() {
        let table = table();
        assert_eq!(table.lines().count(), DOCKER_CALLS.len());
        assert!(table.lines().all(|line| line.split_whitespace().count() == 3), "{table}");
        assert!(table.contains("POST    control  (/v[0-9.]+)?/containers/[^/]+/start"), "{table}");
    }
}
