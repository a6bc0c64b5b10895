//! What somebody should know about a container before they let others in.

use std::net::IpAddr;

use engines::{Details, Mount};

const ENGINE_SOCKETS: [&str; 3] = ["docker.sock", "podman.sock", "containerd.sock"];

pub(super) fn security(details: &Details) -> Vec<String> {
    let mut notes = Vec::new();
    let mut note = |text: &str| notes.push(text.to_owned());
    if details.privileged {
        note("The container is privileged: whoever takes it over has the whole machine");
    }
    if details.mounts.iter().any(is_engine_socket) {
        note(
            "The container holds the socket of a container engine: whoever takes it over has the \
             whole machine",
        );
    }
    if details.container.host_network {
        note("The container is in the host's network and reaches all that listens on the host");
    }
    let everywhere = public_ports(details);
    if !everywhere.is_empty() {
        note(&format!(
            "Published on all addresses of the host, where it can be reached without the gateway: \
             port {}",
            everywhere.join(", ")
        ));
    }
    notes
}

fn is_engine_socket(mount: &Mount) -> bool {
    let named = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or_default();
        ENGINE_SOCKETS.contains(&name)
    };
    named(&mount.source) || named(&mount.target)
}

fn public_ports(details: &Details) -> Vec<String> {
    let published = details.container.ports.iter().filter_map(|port| Some((port.public?, port.ip)));
    let everywhere = |ip: Option<IpAddr>| ip.is_none_or(|ip| ip.is_unspecified());
    let mut ports: Vec<u16> =
        published.filter(|(_, ip)| everywhere(*ip)).map(|(port, _)| port).collect();
    ports.sort_unstable();
    ports.dedup();
    ports.iter().map(u16::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docker::sample;

    #[test]
    fn what_is_dangerous_is_said() {
        assert_eq!(security(&sample::details()), [""; 0]);
        let mut details = sample::details();
        details.privileged = true;
        details.mounts.push(Mount {
            source: "/run/user/1000/docker.sock".to_owned(),
            target: "/tmp/engine".to_owned(),
            read_only: true,
            is_bind: true,
        });
        details.container.host_network = true;
        details.container.ports = vec![
            sample::published(80, "0.0.0.0", 8081),
            sample::published(80, "::", 8081),
            sample::published(81, "127.0.0.1", 9000),
        ];
        let notes = security(&details);
        for (note, said) in notes.iter().zip(["privileged", "socket", "host's network", "8081"]) {
            assert!(note.contains(said), "{note}");
        }
        assert_eq!(notes.len(), 4);
        assert!(!notes[3].contains("9000"));
    }
}
