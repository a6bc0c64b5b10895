//! Which addresses this program never calls, whoever asks for it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// Where clouds keep the credentials of their machines.
const METADATA: [IpAddr; 8] = [
    IpAddr::V4(Ipv4Addr::new(169, 254, 169, 254)),
    IpAddr::V4(Ipv4Addr::new(169, 254, 170, 2)),
    IpAddr::V4(Ipv4Addr::new(169, 254, 170, 23)),
    IpAddr::V4(Ipv4Addr::new(100, 100, 100, 200)),
    IpAddr::V4(Ipv4Addr::new(168, 63, 129, 16)),
    IpAddr::V4(Ipv4Addr::new(192, 0, 0, 192)),
    IpAddr::V6(Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254)),
    IpAddr::V6(Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23)),
];

/// Asked with an address that was resolved already and that is connected to, so that a name cannot
/// mean one thing now and another a moment later.
#[derive(Debug, Clone, Default)]
pub struct Targets {
    own: Vec<SocketAddr>,
    own_addresses: Vec<IpAddr>,
}

impl Targets {
    /// `own` are our listeners, where a request would come round for ever; `own_addresses` those
    /// of this machine, for listeners on every interface.
    pub fn new(own: Vec<SocketAddr>, own_addresses: Vec<IpAddr>) -> Self {
        Targets { own, own_addresses }
    }

    /// The same listeners on a machine that has other addresses now.
    #[must_use]
    pub fn at(&self, own_addresses: Vec<IpAddr>) -> Self {
        Targets { own: self.own.clone(), own_addresses }
    }

    pub fn allow(&self, target: SocketAddr) -> bool {
        let address = plain(target.ip());
        let usable = !address.is_unspecified() && !address.is_multicast();
        usable && !METADATA.contains(&address) && !self.is_own(address, target.port())
    }

    fn is_own(&self, address: IpAddr, port: u16) -> bool {
        self.own.iter().filter(|own| own.port() == port).any(|own| {
            let bound = own.ip().to_canonical();
            bound == address
                || bound.is_unspecified()
                    && (address.is_loopback() || self.own_addresses.contains(&address))
        })
    }
}

/// The address that is meant: IPv4 can be written inside IPv6 in several ways.
fn plain(address: IpAddr) -> IpAddr {
    let IpAddr::V6(v6) = address.to_canonical() else { return address.to_canonical() };
    let [a, b, c, d, e, f, high, low] = v6.segments();
    let translated = [a, b, c, d, e, f] == [0x64, 0xff9b, 0, 0, 0, 0];
    let compatible = [a, b, c, d, e, f] == [0; 6] && high != 0;
    if translated || compatible {
        let ([one, two], [three, four]) = (high.to_be_bytes(), low.to_be_bytes());
        IpAddr::V4(Ipv4Addr::new(one, two, three, four))
    } else {
        IpAddr::V6(v6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_listeners_and_the_clouds_secrets_are_out_of_reach() {
        let everywhere = "[::]:8443".parse().expect("an address");
        let one = "192.168.1.5:8080".parse().expect("an address");
        let lan = "192.168.1.5".parse().expect("an address");
        let targets = Targets::new(vec![everywhere, one], vec![lan]);
        for (address, allowed) in [
            ("127.0.0.1:8443", false),
            ("[::1]:8443", false),
            ("[::ffff:127.0.0.1]:8443", false),
            ("192.168.1.5:8443", false),
            ("192.168.1.5:8080", false),
            ("0.0.0.0:9000", false),
            ("224.0.0.1:80", false),
            ("169.254.169.254:80", false),
            ("[::ffff:169.254.169.254]:80", false),
            ("[64:ff9b::a9fe:a9fe]:80", false),
            ("[::169.254.169.254]:80", false),
            ("[64:ff9b::7f00:1]:8443", false),
            ("127.0.0.1:8080", true),
            ("192.168.1.6:8443", true),
            ("169.254.10.1:80", true),
        ] {
            assert_eq!(targets.allow(address.parse().expect("an address")), allowed, "{address}");
        }
    }
}
