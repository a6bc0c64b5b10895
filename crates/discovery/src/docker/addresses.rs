//! Where a port of a container can be reached from here.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use engines::{Attachment, Container, Port, Protocol, Reach};

use crate::model::Address;

/// The ways to a port, the best first: the container itself, IPv4 before IPv6, then where the port
/// is published.
pub(super) fn ways(
    container: &Container,
    networks: &[&Attachment],
    reach: &Reach,
    port: u16,
) -> Vec<Address> {
    if container.host_network {
        return hosts(reach).into_iter().map(|host| Address { host, port }).collect();
    }
    let direct = direct(networks, reach).into_iter();
    let direct = direct.map(|ip| Address { host: ip.to_string(), port });
    let tcp = container.ports.iter().filter(|one| one.protocol == Protocol::Tcp);
    let published = tcp.filter(|one| one.private == port).flat_map(|one| published(one, reach));
    let mut ways = Vec::new();
    for way in direct.chain(published) {
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways
}

/// The container's own addresses, where they can be reached.
fn direct(networks: &[&Attachment], reach: &Reach) -> Vec<IpAddr> {
    let shared = |network: &&&Attachment| match reach {
        Reach::Host | Reach::Unknown => true,
        Reach::Networks(ours) => ours.iter().any(|own| own.network == network.network),
        Reach::Remote(_) => false,
    };
    let found = networks.iter().filter(shared).flat_map(|network| &network.addresses);
    let mut addresses: Vec<IpAddr> = found.copied().collect();
    // The sort is stable, so that the order of the networks stays.
    addresses.sort_by_key(IpAddr::is_ipv6);
    addresses
}

fn published(port: &Port, reach: &Reach) -> Vec<Address> {
    let (Some(public), Some(bound)) = (port.public, bound(port)) else { return Vec::new() };
    let hosts = match bound {
        // IPv4 is bound beside it, as a binding of its own.
        IpAddr::V6(ip) if ip.is_unspecified() && *reach != Reach::Host => Vec::new(),
        IpAddr::V6(ip) if ip.is_unspecified() => vec![Ipv6Addr::LOCALHOST.to_string()],
        ip if ip.is_unspecified() => hosts(reach),
        // What is bound to loopback is for the engine's machine alone.
        ip if ip.is_loopback() && *reach != Reach::Host => Vec::new(),
        ip => vec![ip.to_string()],
    };
    hosts.into_iter().map(|host| Address { host, port: public }).collect()
}

/// Podman leaves the address out where it means all.
fn bound(port: &Port) -> Option<IpAddr> {
    port.public?;
    Some(port.ip.unwrap_or(Ipv4Addr::UNSPECIFIED.into()))
}

/// The engine's machine.
fn hosts(reach: &Reach) -> Vec<String> {
    match reach {
        Reach::Host => vec![Ipv4Addr::LOCALHOST.to_string()],
        Reach::Networks(ours) => {
            let gateways = ours.iter().filter_map(|network| network.gateway);
            gateways.map(|gateway| gateway.to_string()).collect()
        }
        Reach::Remote(host) => vec![host.clone()],
        Reach::Unknown => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docker::sample::{attachment, details, exposed, published};

    fn shown(container: &Container, reach: &Reach) -> Vec<String> {
        let networks: Vec<&Attachment> = container.networks.iter().collect();
        let ways = ways(container, &networks, reach, 8080);
        ways.into_iter().map(|way| format!("{} {}", way.host, way.port)).collect()
    }

    fn container() -> Container {
        let mut container = details().container;
        container.networks = vec![
            attachment("back", &["10.1.0.5", "fd00::5"], "10.1.0.1"),
            attachment("web", &["10.2.0.5"], "10.2.0.1"),
        ];
        container.ports = vec![exposed(8080)];
        container
    }

    fn inside(network: &str) -> Reach {
        Reach::Networks(vec![attachment(network, &["10.2.0.9"], "10.2.0.1")])
    }

    #[test]
    fn a_container_is_reached_itself_where_that_is_possible() {
        let (own, away) = (container(), Reach::Remote("engine.lan".into()));
        assert_eq!(shown(&own, &Reach::Host), ["10.1.0.5 8080", "10.2.0.5 8080", "fd00::5 8080"]);
        assert_eq!(shown(&own, &Reach::Unknown), shown(&own, &Reach::Host));
        assert_eq!(shown(&own, &inside("web")), ["10.2.0.5 8080"]);
        assert_eq!(shown(&own, &inside("other")), [""; 0]);
        assert_eq!(shown(&own, &away), [""; 0]);
    }

    #[test]
    fn a_published_port_comes_after_and_where_it_is_bound() {
        let remote = Reach::Remote("engine.lan".into());
        for (bound, host, within, away) in [
            ("0.0.0.0", &["127.0.0.1 81"][..], &["10.2.0.1 81"][..], &["engine.lan 81"][..]),
            ("::", &["::1 81"], &[], &[]),
            ("127.0.0.1", &["127.0.0.1 81"], &[], &[]),
            ("192.168.1.4", &["192.168.1.4 81"], &["192.168.1.4 81"], &["192.168.1.4 81"]),
        ] {
            let mut container = container();
            container.networks.clear();
            container.ports = vec![published(8080, bound, 81), published(9000, "0.0.0.0", 82)];
            assert_eq!(shown(&container, &Reach::Host), host, "{bound}");
            assert_eq!(shown(&container, &inside("other")), within, "{bound}");
            assert_eq!(shown(&container, &remote), away, "{bound}");
            let named = usize::from(bound == "192.168.1.4");
            assert_eq!(shown(&container, &Reach::Unknown), &away[..named], "{bound}");
        }
        let mut both = container();
        both.ports = vec![published(8080, "0.0.0.0", 81)];
        let expected = ["10.1.0.5 8080", "10.2.0.5 8080", "fd00::5 8080", "127.0.0.1 81"];
        assert_eq!(shown(&both, &Reach::Host), expected);
    }

    #[test]
    fn a_container_in_the_host_s_network_is_where_the_host_is() {
        let mut container = container();
        container.host_network = true;
        container.networks =
            vec![Attachment { network: "host".to_owned(), addresses: Vec::new(), gateway: None }];
        let remote = Reach::Remote("engine.lan".into());
        assert_eq!(shown(&container, &Reach::Host), ["127.0.0.1 8080"]);
        assert_eq!(shown(&container, &inside("web")), ["10.2.0.1 8080"]);
        assert_eq!(shown(&container, &remote), ["engine.lan 8080"]);
    }
}
