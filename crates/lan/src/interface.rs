/// Interfaces that lead to containers and virtual machines on this host.
const BRIDGES: [&str; 13] = [
    "docker", "br-", "veth", "cni", "flannel", "cali", "podman", "virbr", "lxcbr", "lxdbr",
    "cilium", "kube-", "vmnet",
];

/// Whether an interface leads to this host itself and not to a network: loopback and bridges.
pub fn is_inner(interface: &str) -> bool {
    let loopback = interface.trim_end_matches(|c: char| c.is_ascii_digit()) == "lo";
    loopback || BRIDGES.iter().any(|prefix| interface.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::is_inner;

    #[test]
    fn loopback_and_bridges_are_inner_and_real_networks_are_not() {
        for name in ["lo", "lo0", "docker0", "br-4f2a", "veth12ab", "cni0", "virbr0", "lxdbr0"] {
            assert!(is_inner(name), "{name}");
        }
        for name in ["eth0", "enp3s0", "wlan0", "br0", "wg0", "bond0", "lora0"] {
            assert!(!is_inner(name), "{name}");
        }
    }
}
