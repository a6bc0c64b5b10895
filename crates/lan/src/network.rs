use std::sync::LazyLock;

use ipnet::IpNet;

/// Addresses without a public meaning.
pub static PRIVATE_NETWORKS: LazyLock<Vec<IpNet>> = LazyLock::new(|| {
    let networks = [
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "100.64.0.0/10",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    ];
    networks.iter().map(|network| network.parse().expect("a network")).collect()
});
