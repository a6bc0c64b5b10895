use std::fs;
use std::net::IpAddr;

use crate::{PRIVATE_NETWORKS, is_inner};

const ROUTE_UP: u32 = 1;

#[derive(Debug, Clone, PartialEq, Eq)]
struct Address {
    interface: String,
    ip: IpAddr,
}

/// The address under which others in the network reach this machine: the default route's
/// interface's, else a private one. Never loopback or a container bridge.
pub fn address() -> Option<IpAddr> {
    let routes = fs::read_to_string("/proc/net/route").unwrap_or_default();
    choose(&addresses(), default_interface(&routes).as_deref())
}

/// Every private address at which a network can reach this machine.
pub fn private_addresses() -> Vec<IpAddr> {
    addresses().into_iter().map(|address| address.ip).filter(|ip| is_private(*ip)).collect()
}

/// Every address of this machine, bridges and loopback included.
pub fn own_addresses() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    interfaces.into_iter().map(|found| found.ip()).collect()
}

/// All addresses but those of loopback, of bridges, and of a single link, which no URL can name.
fn addresses() -> Vec<Address> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_else(|error| {
        tracing::warn!(%error, "cannot list this machine's addresses");
        Vec::new()
    });
    interfaces
        .into_iter()
        .map(|found| Address { ip: found.ip(), interface: found.name })
        .filter(is_reachable)
        .collect()
}

fn is_reachable(address: &Address) -> bool {
    let one_link = matches!(address.ip, IpAddr::V6(ip) if ip.is_unicast_link_local());
    !is_inner(&address.interface)
        && !one_link
        && !address.ip.is_loopback()
        && !address.ip.is_unspecified()
}

fn is_private(ip: IpAddr) -> bool {
    PRIVATE_NETWORKS.iter().any(|network| network.contains(&ip))
}

fn choose(addresses: &[Address], default_interface: Option<&str>) -> Option<IpAddr> {
    let rank = |address: &&Address| {
        let default = Some(address.interface.as_str()) == default_interface;
        // Smaller comes first.
        (!default, address.ip.is_ipv6(), !is_private(address.ip))
    };
    addresses.iter().min_by_key(rank).map(|address| address.ip)
}

/// The interface of the best default route in the kernel's table.
fn default_interface(routes: &str) -> Option<String> {
    let defaults = routes.lines().skip(1).filter_map(|line| {
        let [interface, destination, _gateway, flags, _, _, metric, mask, ..] =
            line.split_whitespace().collect::<Vec<_>>()[..]
        else {
            return None;
        };
        let up = u32::from_str_radix(flags, 16).ok()? & ROUTE_UP != 0;
        let everything = destination == "00000000" && mask == "00000000";
        (up && everything).then_some((metric.parse::<u32>().ok()?, interface))
    });
    defaults.min().map(|(_metric, interface)| interface.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUTES: &str = "\
Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
docker0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0
wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
eth9\t00000000\t0101A8C0\t0002\t0\t0\t1\t00000000\t0\t0\t0
eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
eth0\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
";

    fn at(interface: &str, ip: &str) -> Address {
        Address { interface: interface.to_owned(), ip: ip.parse().expect("an address") }
    }

    #[test]
    fn the_default_interface_is_the_cheapest_default_route_that_is_up() {
        assert_eq!(default_interface(ROUTES).as_deref(), Some("eth0"));
        assert_eq!(default_interface(""), None);
        assert_eq!(default_interface("Iface\nnonsense\n"), None);
    }

    #[test]
    fn the_default_interface_is_chosen_then_ipv4_then_a_private_address() {
        let all = [
            at("tun0", "fd00::9"),
            at("eth1", "203.0.113.9"),
            at("wlan0", "192.168.7.7"),
            at("eth0", "fd00::20"),
            at("eth0", "192.168.1.20"),
        ];
        let chosen = |list: &[Address], default| choose(list, default).map(|ip| ip.to_string());
        assert_eq!(chosen(&all, Some("eth0")).as_deref(), Some("192.168.1.20"));
        assert_eq!(chosen(&all, None).as_deref(), Some("192.168.7.7"));
        assert_eq!(chosen(&all[..1], Some("eth0")).as_deref(), Some("fd00::9"));
        assert_eq!(chosen(&[], Some("eth0")), None);
    }

    #[test]
    fn bridges_loopback_and_link_addresses_are_left_out() {
        for (interface, ip) in [
            ("docker0", "172.17.0.1"),
            ("br-4f2a", "172.18.0.1"),
            ("veth12ab", "169.254.1.1"),
            ("cni0", "10.42.0.1"),
            ("lo", "127.0.0.1"),
            ("lo", "::1"),
            ("eth0", "fe80::1"),
        ] {
            assert!(!is_reachable(&at(interface, ip)), "{interface} {ip}");
        }
        for (interface, ip) in [("eth0", "192.168.1.2"), ("br0", "10.0.0.2"), ("wg0", "fd00::2")] {
            assert!(is_reachable(&at(interface, ip)), "{interface} {ip}");
        }
    }
}
