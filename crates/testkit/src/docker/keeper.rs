use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::Command;

use crate::keeper::Keeper;

const SCRIPT: &str = concat!(
    include_str!("materials.sh"),
    include_str!("removal.sh"),
    include_str!("turns.sh"),
    include_str!("apart.sh"),
    include_str!("keeper.sh"),
);

/// Starts an engine in the network where `launcher` runs its arguments. Says its folder, and the
/// address where it publishes ports.
pub(super) fn start(
    mut launcher: Command,
    place: &str,
    tls_port: u16,
) -> (Keeper, PathBuf, Ipv4Addr) {
    launcher
        .args(["bash", "-c", SCRIPT, "docker-keeper", place])
        .args([tls_port.to_string(), std::process::id().to_string()]);
    let (keeper, said) = Keeper::start("the Docker engine", &mut launcher);
    let (folder, address) = said.split_once(' ').expect("a folder and an address");
    (keeper, folder.into(), address.parse().expect("an address"))
}
