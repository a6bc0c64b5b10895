//! Where others reach us, and where we listen for them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::Config;
use crate::address::HostPort;

/// As configured, or the address in the local network.
pub(super) async fn advertised(config: &Config) -> Option<SocketAddr> {
    if config.advertise_addr.is_empty() {
        return lan::address().map(|ip| SocketAddr::new(ip, config.gossip_port));
    }
    let address = HostPort::parse(&config.advertise_addr, config.gossip_port)?;
    address.resolve().await.into_iter().next()
}

/// On every interface, unless others could not come anyway.
pub(super) fn listen_address(config: &Config, advertised: SocketAddr) -> SocketAddr {
    let ip = match advertised.ip() {
        ip if ip.is_loopback() => ip,
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    SocketAddr::new(ip, config.gossip_port)
}
