//! The names a leaf is made for, and those a CA may sign.

use std::collections::BTreeSet;
use std::net::IpAddr;

use ipnet::IpNet;
use lan::PRIVATE_NETWORKS;

use crate::domain::Domain;
use crate::top_level::is_public_zone;

/// Host names without a public meaning. Whoever gets hold of the CA's key can pretend to be
/// something at home, but never a bank.
pub(crate) const PRIVATE_ZONES: [&str; 7] =
    ["local", "localhost", "lan", "home", "internal", "home.arpa", "test"];

/// Host names, in lower case, and addresses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeafNames {
    pub hosts: BTreeSet<String>,
    pub addresses: BTreeSet<IpAddr>,
}

impl LeafNames {
    /// What this machine is called in its own network: `localhost`, its host name, the same under
    /// `.local`, the name under which the gateway announces itself, and its private addresses.
    pub fn of_this_machine() -> Self {
        let mut names = LeafNames::new(lan::host_name(), lan::private_addresses());
        names.hosts.insert(lan::mdns::gateway_host());
        names
    }

    fn new(host: Option<String>, addresses: impl IntoIterator<Item = IpAddr>) -> Self {
        let mut hosts = BTreeSet::from(["localhost".to_owned()]);
        if let Some(host) = host {
            let label = host.split('.').next().unwrap_or(&host).to_owned();
            hosts.extend([format!("{label}.local"), label, host]);
        }
        let loopback = ["127.0.0.1", "::1"].map(|address| address.parse().expect("an address"));
        LeafNames { hosts, addresses: loopback.into_iter().chain(addresses).collect() }
    }

    /// All of them as text: hosts first, those with a zone before bare labels, which fewer clients
    /// can look up.
    pub(crate) fn texts(&self) -> Vec<String> {
        let (zoned, bare): (Vec<_>, Vec<_>) =
            self.hosts.iter().cloned().partition(|host| host.contains('.'));
        let addresses = self.addresses.iter().map(ToString::to_string);
        zoned.into_iter().chain(bare).chain(addresses).collect()
    }

    /// Those of the names that a CA with these limits may sign.
    pub(crate) fn within(mut self, permitted: &Permitted) -> Self {
        self.hosts.retain(|host| permitted.host(host));
        self.addresses.retain(|address| permitted.address(*address));
        self
    }

    /// Whether a client that asks for it would accept a certificate for these names.
    pub(crate) fn cover(&self, domain: &Domain) -> bool {
        match domain {
            Domain::Address(address) => self.addresses.contains(address),
            Domain::Host(host) => {
                let above = host.split_once('.').map(|(_, rest)| format!("*.{rest}"));
                self.hosts.contains(host) || above.is_some_and(|star| self.hosts.contains(&star))
            }
        }
    }
}

impl<'a> FromIterator<&'a Domain> for LeafNames {
    fn from_iter<I: IntoIterator<Item = &'a Domain>>(domains: I) -> Self {
        let mut names = LeafNames::default();
        for domain in domains {
            match domain {
                Domain::Host(host) => drop(names.hosts.insert(host.clone())),
                Domain::Address(address) => drop(names.addresses.insert(*address)),
            }
        }
        names
    }
}

/// The names that a CA may sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Permitted {
    /// Each stands for itself and everything below it.
    pub(crate) zones: Vec<String>,
    pub(crate) networks: Vec<IpNet>,
}

impl Permitted {
    /// For a new CA: what is private everywhere, and this machine's names of a single label, as
    /// certificates cannot say "any single label". One that is a top-level domain is left out,
    /// because everything below it would be permitted, too.
    pub(crate) fn private(names: &LeafNames) -> Self {
        let private = PRIVATE_ZONES.iter().map(|zone| (*zone).to_owned());
        let single = names.hosts.iter().filter(|host| !host.contains('.'));
        let own = single.filter(|host| !is_public_zone(host)).cloned();
        let zones: BTreeSet<_> = private.chain(own).collect();
        Permitted { zones: zones.into_iter().collect(), networks: PRIVATE_NETWORKS.clone() }
    }

    /// A zone whose names may belong to somebody else on the Internet.
    pub(crate) fn public_zone(&self) -> Option<&str> {
        self.zones.iter().map(String::as_str).find(|zone| is_public_zone(zone))
    }

    /// Whether it may sign every one of them.
    pub(crate) fn all(&self, names: &LeafNames) -> bool {
        names.hosts.iter().all(|host| self.host(host))
            && names.addresses.iter().all(|address| self.address(*address))
    }

    fn host(&self, host: &str) -> bool {
        let below = |zone: &String| host.strip_suffix(zone.as_str()).is_some_and(is_zone_rest);
        self.zones.iter().any(below)
    }

    fn address(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.contains(&address))
    }
}

fn is_zone_rest(rest: &str) -> bool {
    rest.is_empty() || rest.ends_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(host: &str, addresses: &[&str]) -> LeafNames {
        let addresses = addresses.iter().map(|address| address.parse().expect("an address"));
        LeafNames::new(Some(host.to_owned()), addresses)
    }

    #[test]
    fn a_machine_is_called_by_its_label_and_under_local() {
        let found = names("nas", &["192.168.1.20"]);
        assert_eq!(
            found.texts(),
            ["nas.local", "localhost", "nas", "127.0.0.1", "192.168.1.20", "::1"]
        );
    }

    #[test]
    fn only_private_names_are_within_a_private_ca() {
        let wanted = names("nas.example.com", &["8.8.8.8", "10.1.2.3", "fd00::1", "2001:db8::1"]);
        let permitted = Permitted::private(&wanted);
        assert!(!permitted.all(&wanted));
        let signed = wanted.within(&permitted);
        assert!(permitted.all(&signed));
        assert_eq!(Vec::from_iter(signed.hosts), ["localhost", "nas", "nas.local"]);
        assert_eq!(signed.addresses.len(), 4);
        for host in ["nas.lan", "a.home.arpa", "nas", "x.nas"] {
            assert!(permitted.host(host), "{host}");
        }
        for host in ["example.com", "xnas", "evillan", "lan.example.com", "arpa", ""] {
            assert!(!permitted.host(host), "{host}");
        }
    }

    #[test]
    fn a_wildcard_covers_one_label() {
        let parse = |text: &str| Domain::parse(text).expect(text);
        let names: LeafNames =
            [parse("*.home.lan"), parse("nas.lan"), parse("10.0.0.1")].iter().collect();
        for covered in ["tv.home.lan", "*.home.lan", "nas.lan", "10.0.0.1"] {
            assert!(names.cover(&parse(covered)), "{covered}");
        }
        for other in ["home.lan", "a.tv.home.lan", "x.nas.lan", "10.0.0.2"] {
            assert!(!names.cover(&parse(other)), "{other}");
        }
    }
}
