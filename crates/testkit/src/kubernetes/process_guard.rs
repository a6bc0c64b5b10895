use std::process::{Command, Stdio};

use crate::process_guard::ProcessGuard;

const SCRIPT: &str = concat!(include_str!("removal.sh"), include_str!("guard.sh"));

/// Starts the cluster's programs and returns when the node is ready.
pub(super) fn start<'a>(settings: impl IntoIterator<Item = (&'a str, String)>) -> ProcessGuard {
    let mut shell = Command::new("sh");
    shell.args(["-c", SCRIPT, "kubernetes-guard"]).envs(settings).stderr(Stdio::null());
    ProcessGuard::start("Kubernetes", &mut shell).0
}
