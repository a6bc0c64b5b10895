//! Whether what machines in the network announce comes as far as this program.

use std::fs;
use std::path::Path;

use engines::{Docker, Engine, Reach};

use super::Context;
use super::finding::Finding;

const NAME: &str = "mdns";
const INTERFACES: &str = "/sys/class/net";
/// What engines and clusters leave in every container.
const MARKS: [&str; 3] =
    ["/.dockerenv", "/run/.containerenv", "/var/run/secrets/kubernetes.io/serviceaccount"];

/// `None` where nobody listens.
pub(super) async fn check(context: &Context<'_>) -> Option<Finding> {
    let discovery = &context.config.discovery;
    if !discovery.enabled || !discovery.mdns.enabled {
        return None;
    }
    let around = match discovery.docker.address() {
        Ok(address) => Docker::new(address).surroundings().await.ok(),
        Err(_) => None,
    };
    let apart = match around.map(|around| around.reach) {
        Some(Reach::Networks(_)) => true,
        Some(Reach::Host) => false,
        _ => has_own_network(),
    };
    Some(match (apart, lan::address()) {
        (true, _) => Finding::warn(
            NAME,
            "this container has a network of its own, which announcements of the local network \
             do not reach",
            "use network_mode: host, or set discovery.mdns.enabled: false",
        ),
        (false, None) => Finding::warn(
            NAME,
            "no network was found; nothing that machines announce is heard",
            "connect this machine to a network, or set discovery.mdns.enabled: false",
        ),
        (false, Some(address)) => Finding::ok(NAME, format!("listens at {address}")),
    })
}

/// Whether this is a container with a network of its own, as far as the kernel shows it.
pub(super) fn has_own_network() -> bool {
    MARKS.iter().any(|mark| Path::new(mark).exists()) && is_bridged(Path::new(INTERFACES))
}

/// Whether all ways out of here are one end of a pair whose other end is elsewhere. Interfaces that
/// share a card with their host have a type, and hear its network.
fn is_bridged(interfaces: &Path) -> bool {
    let Ok(entries) = fs::read_dir(interfaces) else { return false };
    let ways_out: Vec<bool> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_name().is_some_and(|name| !lan::is_inner(&name.to_string_lossy())))
        .map(|path| {
            let text = |name: &str| fs::read_to_string(path.join(name)).unwrap_or_default();
            text("ifindex") != text("iflink") && !text("uevent").contains("DEVTYPE=")
        })
        .collect();
    !ways_out.is_empty() && ways_out.iter().all(|paired| *paired)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bridged_network_is_told_from_the_hosts() {
        const PAIR: (&str, &str, &str) = ("4\n", "5\n", "INTERFACE=eth0\n");
        const CARD: (&str, &str, &str) = ("4\n", "4\n", "INTERFACE=eth0\n");
        const SHARED: (&str, &str, &str) = ("4\n", "5\n", "DEVTYPE=macvlan\nINTERFACE=eth0\n");
        for (interfaces, expected) in [
            (&[("lo", CARD), ("eth0", PAIR)][..], true),
            (&[("lo", CARD), ("eth0", PAIR), ("eth1", PAIR)], true),
            (&[("lo", CARD), ("eth0", PAIR), ("eth1", SHARED)], false),
            (&[("lo", CARD), ("eth0", CARD), ("veth1a2b", PAIR)], false),
            (&[("lo", CARD)], false),
        ] {
            let folder = tempfile::tempdir().expect("a folder");
            for (name, (index, link, event)) in interfaces {
                let interface = folder.path().join(name);
                fs::create_dir(&interface).expect("a folder");
                for (file, text) in [("ifindex", index), ("iflink", link), ("uevent", event)] {
                    fs::write(interface.join(file), text).expect("a file");
                }
            }
            assert_eq!(is_bridged(folder.path()), expected, "{interfaces:?}");
        }
    }
}
