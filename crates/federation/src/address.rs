//! Addresses for gossip as people write them.

use std::net::{IpAddr, SocketAddr};

use tokio::net::lookup_host;

const LONGEST_HOST: usize = 253;

/// A name or an address, and a port.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct HostPort {
    host: String,
    port: u16,
}

impl HostPort {
    /// `HOST`, `HOST:PORT`, `[V6]:PORT` or a bare address of either family.
    pub(crate) fn parse(text: &str, port: u16) -> Option<Self> {
        let text = text.trim();
        if let Ok(ip) = text.trim_matches(['[', ']']).parse::<IpAddr>() {
            return Some(HostPort { host: ip.to_string(), port });
        }
        if let Ok(address) = text.parse::<SocketAddr>() {
            let host = address.ip().to_string();
            return (address.port() > 0).then(|| HostPort { host, port: address.port() });
        }
        let (host, port) = match text.split_once(':') {
            Some((host, port)) => (host, port.parse().ok().filter(|port| *port > 0)?),
            None => (text, port),
        };
        let host = host.to_ascii_lowercase();
        is_name(&host).then_some(HostPort { host, port })
    }

    /// Where that is right now; nowhere, where the name is not known.
    pub(crate) async fn resolve(&self) -> Vec<SocketAddr> {
        let found = lookup_host((self.host.as_str(), self.port)).await;
        found.map(Iterator::collect).unwrap_or_default()
    }
}

impl std::fmt::Display for HostPort {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.host.contains(':') {
            write!(f, "[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{}:{}", self.host, self.port)
        }
    }
}

fn is_name(host: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    (1..=LONGEST_HOST).contains(&host.len())
        && host.bytes().all(allowed)
        && !host.starts_with(['-', '.'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_host_and_perhaps_a_port() {
        for (text, expected) in [
            ("attic.local", Some("attic.local:7946")),
            (" Attic.local:7000 ", Some("attic.local:7000")),
            ("10.0.0.2", Some("10.0.0.2:7946")),
            ("10.0.0.2:7000", Some("10.0.0.2:7000")),
            ("fd00::1", Some("[fd00::1]:7946")),
            ("[fd00::1]", Some("[fd00::1]:7946")),
            ("[fd00::1]:7000", Some("[fd00::1]:7000")),
            ("", None),
            ("attic:port", None),
            ("attic:0", None),
            ("10.0.0.2:0", None),
            ("attic:70000", None),
            ("https://attic", None),
            ("a b", None),
            ("-attic", None),
        ] {
            let read = HostPort::parse(text, 7946).map(|address| address.to_string());
            assert_eq!(read.as_deref(), expected, "{text:?}");
        }
    }
}
