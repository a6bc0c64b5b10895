use std::process::{Command, Stdio};

use crate::keeper::Keeper;

const SCRIPT: &str = concat!(include_str!("removal.sh"), include_str!("keeper.sh"));

/// Starts the cluster's programs and returns when the node is ready.
pub(super) fn start<'a>(settings: impl IntoIterator<Item = (&'a str, String)>) -> Keeper {
    let mut shell = Command::new("sh");
    shell.args(["-c", SCRIPT, "kubernetes-keeper"]).envs(settings).stderr(Stdio::null());
    Keeper::start("Kubernetes", &mut shell).0
}
