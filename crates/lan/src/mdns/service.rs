use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

use mdns_sd::{ResolvedService, ScopedIp, TxtProperties};

use super::ServiceType;
use super::text::plain;

/// A label of DNS has 63 bytes; a name of an instance is one.
const LONGEST_INSTANCE: usize = 63;
const LONGEST_HOST: usize = 253;
const MOST_ADDRESSES: usize = 16;
const MOST_KEYS: usize = 64;
const LONGEST_KEY: usize = 64;
/// A value cannot be longer on the wire.
const LONGEST_VALUE: usize = 255;
const MOST_TEXT: usize = 4_096;

/// What somebody in the network announces. Strangers wrote it: it is text and of bounded size, and
/// nothing else is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Service {
    pub instance: String,
    pub service_type: ServiceType,
    /// The name of its host, without the dot at the end.
    pub host: String,
    /// The likeliest to be reached first: IPv4, then IPv6. Without those that only mean something
    /// on one link, or that cannot be those of another machine.
    pub addresses: Vec<IpAddr>,
    pub port: u16,
    /// Keys in lower case.
    pub txt: BTreeMap<String, String>,
    /// Whether it said more than is kept.
    pub was_cut: bool,
}

impl Service {
    pub(crate) fn read(found: &ResolvedService, service_type: &ServiceType) -> Self {
        let (txt, txt_cut) = read_txt(&found.txt_properties);
        let (addresses, addresses_cut) = read_addresses(&found.addresses);
        Service {
            instance: instance_name(&found.fullname, service_type),
            service_type: service_type.clone(),
            host: plain(found.host.trim_end_matches('.'), LONGEST_HOST),
            addresses,
            port: found.port,
            txt,
            was_cut: txt_cut || addresses_cut,
        }
    }
}

/// The names of the interfaces at which something was heard.
pub(crate) fn interfaces(found: &ResolvedService) -> BTreeSet<String> {
    let names = found.addresses.iter().flat_map(|address| match address {
        ScopedIp::V4(v4) => v4.interface_ids().iter().map(|id| id.name.clone()).collect(),
        ScopedIp::V6(v6) => vec![v6.scope_id().name.clone()],
        _ => Vec::new(),
    });
    names.filter(|name| !name.is_empty()).collect()
}

fn instance_name(full_name: &str, service_type: &ServiceType) -> String {
    let instance = full_name.len().checked_sub(service_type.domain().len() + 1);
    let instance = instance.and_then(|end| full_name.get(..end)).unwrap_or(full_name);
    plain(instance, LONGEST_INSTANCE)
}

fn read_addresses(found: &std::collections::HashSet<ScopedIp>) -> (Vec<IpAddr>, bool) {
    let addresses = found.iter().map(|address| address.to_ip_addr().to_canonical());
    let addresses: BTreeSet<_> =
        addresses.filter(|ip| is_usable(*ip)).map(|ip| (rank(ip), ip)).collect();
    let cut = addresses.len() > MOST_ADDRESSES;
    (addresses.into_iter().map(|(_, ip)| ip).take(MOST_ADDRESSES).collect(), cut)
}

fn is_usable(ip: IpAddr) -> bool {
    let one_link = matches!(ip, IpAddr::V6(ip) if ip.is_unicast_link_local());
    let broadcast = matches!(ip, IpAddr::V4(ip) if ip.is_broadcast());
    !one_link && !broadcast && !ip.is_loopback() && !ip.is_unspecified() && !ip.is_multicast()
}

/// Smaller is likelier. An IPv4 address that a machine gave itself is the last resort.
fn rank(ip: IpAddr) -> u8 {
    match ip {
        IpAddr::V4(ip) if ip.is_link_local() => 2,
        IpAddr::V4(_) => 0,
        IpAddr::V6(_) => 1,
    }
}

pub(crate) fn read_txt(properties: &TxtProperties) -> (BTreeMap<String, String>, bool) {
    let mut txt = BTreeMap::new();
    let mut size = 0;
    let mut cut = false;
    for property in properties.iter() {
        let key = property.key().to_ascii_lowercase();
        let value = String::from_utf8_lossy(property.val().unwrap_or_default());
        let value = plain(&value, LONGEST_VALUE);
        size += key.len() + value.len();
        let fits = txt.len() < MOST_KEYS && size <= MOST_TEXT && key.len() <= LONGEST_KEY;
        cut |= !fits;
        if fits {
            // The first of several counts.
            txt.entry(plain(&key, LONGEST_KEY)).or_insert(value);
        }
    }
    (txt, cut)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn http() -> ServiceType {
        "_http._tcp".parse().expect("a type")
    }

    #[test]
    fn an_instance_is_what_stands_before_the_type() {
        for (full, expected) in [
            ("NAS._http._tcp.local.", "NAS"),
            ("Dr. Who's\u{7} NAS._HTTP._tcp.local.", "Dr. Who's\u{fffd} NAS"),
            ("short", "short"),
        ] {
            assert_eq!(instance_name(full, &http()), expected);
        }
        let long = format!("{}._http._tcp.local.", "x".repeat(200));
        assert_eq!(instance_name(&long, &http()).len(), 63);
    }

    #[test]
    fn addresses_are_ordered_and_those_that_cannot_be_another_machine_are_left_out() {
        let given = [
            "fe80::1",
            "127.0.0.1",
            "::1",
            "0.0.0.0",
            "224.0.0.251",
            "255.255.255.255",
            "169.254.3.4",
            "2001:db8::1",
            "fd00::1",
            "::ffff:192.168.1.9",
            "192.168.1.7",
        ];
        let given = given.map(|ip| ScopedIp::from(ip.parse::<IpAddr>().expect("an address")));
        let (read, cut) = read_addresses(&given.into_iter().collect());
        let read: Vec<_> = read.iter().map(ToString::to_string).collect();
        let expected = ["192.168.1.7", "192.168.1.9", "2001:db8::1", "fd00::1", "169.254.3.4"];
        assert_eq!((read, cut), (expected.map(str::to_owned).to_vec(), false));
        let many: HashSet<ScopedIp> =
            (0..100u8).map(|n| ScopedIp::from(IpAddr::from([10, 0, 0, n]))).collect();
        let (read, cut) = read_addresses(&many);
        assert_eq!((read.len(), cut), (MOST_ADDRESSES, true));
    }
}
