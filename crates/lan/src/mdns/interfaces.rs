use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use if_addrs::Interface;

use crate::is_inner;

const MARKS_OF_CONTAINERS: [&str; 3] =
    ["/.dockerenv", "/run/.containerenv", "/var/run/secrets/kubernetes.io"];

/// Where others are asked and answered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Interfaces {
    /// All that lead to a network, and not to containers or machines on this host alone.
    #[default]
    Outer,
    /// These alone.
    Named(Vec<String>),
}

impl Interfaces {
    pub(crate) fn include(&self, interface: &Interface) -> bool {
        match self {
            Interfaces::Outer => !interface.is_loopback() && !is_inner(&interface.name),
            Interfaces::Named(names) => names.contains(&interface.name),
        }
    }

    /// The names of those that work at the moment.
    pub(crate) fn present(&self) -> BTreeSet<String> {
        let all = if_addrs::get_if_addrs().unwrap_or_default();
        let present = all.into_iter().filter(|one| one.is_oper_up() && !one.is_p2p());
        present.filter(|one| self.include(one)).map(|one| one.name).collect()
    }

    /// Whether all of these lead out of a container over a bridge of its host, which multicast
    /// does not cross. Who names an interface knows where it leads.
    pub(crate) fn end_at_a_bridge(&self, names: &BTreeSet<String>) -> bool {
        let contained = || MARKS_OF_CONTAINERS.iter().any(|mark| Path::new(mark).exists());
        *self == Interfaces::Outer
            && !names.is_empty()
            && names.iter().all(|name| is_one_half_of_a_pair(name))
            && contained()
    }
}

/// An interface whose other end is in another network namespace, and which is none of the kinds
/// (macvlan, ipvlan, vlan) that are part of the network itself.
fn is_one_half_of_a_pair(name: &str) -> bool {
    let read = |file: &str| fs::read_to_string(format!("/sys/class/net/{name}/{file}")).ok();
    let (Some(own), Some(other)) = (read("ifindex"), read("iflink")) else { return false };
    let kind = read("uevent").unwrap_or_default();
    own != other && !kind.lines().any(|line| line.starts_with("DEVTYPE="))
}
