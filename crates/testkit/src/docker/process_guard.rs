use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::Command;

use crate::process_guard::ProcessGuard;

const SCRIPT: &str = concat!(
    include_str!("materials.sh"),
    include_str!("removal.sh"),
    include_str!("turns.sh"),
    include_str!("apart.sh"),
    include_str!("guard.sh"),
);

/// Starts an engine in the network where `launcher` runs its arguments. Says its folder, and the
/// address where it publishes ports.
pub(super) fn start(
    mut launcher: Command,
    place: &str,
    tls_port: u16,
) -> (ProcessGuard, PathBuf, Ipv4Addr) {
    launcher
        .args(["bash", "-c", SCRIPT, "docker-guard", place])
        .args([tls_port.to_string(), std::process::id().to_string()]);
    let (guard, said) = ProcessGuard::start("the Docker engine", &mut launcher);
    let (folder, address) = said.split_once(' ').expect("a folder and an address");
    (guard, folder.into(), address.parse().expect("an address"))
}
