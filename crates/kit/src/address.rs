use std::net::{IpAddr, Ipv6Addr};

/// The address that limits and locks are counted by: IPv4 as it is, IPv6 by its /64, because a
/// single customer usually owns that many addresses.
pub fn client_key(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> String {
        client_key(text.parse().expect("an address")).to_string()
    }

    #[test]
    fn ipv6_neighbours_share_a_key_and_ipv4_ones_do_not() {
        assert_eq!(key("2001:db8:1:2:3::9"), key("2001:db8:1:2:ffff::1"));
        assert_ne!(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
        assert_ne!(key("192.0.2.1"), key("192.0.2.2"));
        assert_eq!(key("::ffff:192.0.2.1"), "192.0.2.1");
    }
}
