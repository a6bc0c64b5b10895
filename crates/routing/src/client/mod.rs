//! Who the client is, decided once per request. Everything that asks "is this caller local, and
//! from where does it come" reads the [`ClientInfo`] that is made here.

mod forwarded;
mod host;
mod origin;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use http::HeaderMap;
use http::request::Parts;
use ipnet::IpNet;

pub use self::forwarded::is_usual_header;
pub use self::host::Host;
pub use self::origin::OriginKind;
use self::origin::Signs;

/// What is known of a request before it is looked at.
#[derive(Debug, Clone)]
pub struct Connected {
    pub peer: SocketAddr,
    /// Whether the connection is encrypted.
    pub secure: bool,
    pub request_id: Arc<str>,
}

#[derive(Debug, Clone)]
pub struct ClientInfo {
    pub peer: SocketAddr,
    /// The client's address: the peer's, or the one that a trusted proxy reports.
    pub address: IpAddr,
    /// Whether the client speaks HTTPS, to us or to the trusted proxy before us.
    pub secure: bool,
    /// Whether the caller is this machine itself, or in a network that counts as such.
    pub local: bool,
    pub origin: OriginKind,
    /// Whether a page in a browser made the request.
    pub browser: bool,
    /// The host that the client asked for, by its own words or those of a trusted proxy.
    pub host: Option<Host>,
    /// Whether the peer is a proxy that the configuration trusts.
    pub by_proxy: bool,
    pub request_id: Arc<str>,
}

impl ClientInfo {
    /// The client of a gateway that has proven to be one of our peers, as that gateway reports it.
    #[must_use]
    pub fn reported(&self, headers: &HeaderMap) -> Self {
        let report = forwarded::report(headers, |_| false);
        ClientInfo {
            address: report.client.unwrap_or(self.address),
            secure: report.secure.unwrap_or(self.secure),
            host: report.host.or_else(|| self.host.clone()),
            local: false,
            by_proxy: true,
            ..self.clone()
        }
    }
}

/// A request that no one may answer, with the reason the client is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal(pub &'static str);

/// Whom the configuration trusts, and by which names this machine is called.
#[derive(Debug, Clone, Default)]
pub struct TrustPolicy {
    local_networks: Vec<IpNet>,
    trusted_proxies: Vec<IpNet>,
    own_hosts: HashSet<String>,
}

impl TrustPolicy {
    /// `own_hosts` are names or addresses, with or without a port; the first one that is neither
    /// is the error. Loopback addresses and `localhost` need not be given.
    pub fn new<S: AsRef<str>>(
        local_networks: Vec<IpNet>,
        trusted_proxies: Vec<IpNet>,
        own_hosts: impl IntoIterator<Item = S>,
    ) -> Result<Self, String> {
        let names = own_hosts.into_iter().map(|text| {
            let text = text.as_ref();
            host::configured_name(text).ok_or_else(|| text.to_owned())
        });
        let own_hosts = names.collect::<Result<_, _>>()?;
        Ok(TrustPolicy { local_networks, trusted_proxies, own_hosts })
    }

    pub fn decide(&self, connected: Connected, request: &Parts) -> Result<ClientInfo, Refusal> {
        let Connected { peer, secure, request_id } = connected;
        let peer_address = peer.ip().to_canonical();
        let host = host::requested(request)?;

        let signs = Signs::of(&request.headers);
        let own = host.as_ref().is_some_and(|host| self.is_own(host));
        let mut client = ClientInfo {
            peer,
            address: peer_address,
            secure,
            local: false,
            origin: OriginKind::None,
            browser: signs.is_browser(),
            host,
            by_proxy: self.is_proxy(peer_address),
            request_id,
        };
        if client.by_proxy {
            let report = forwarded::report(&request.headers, |hop| self.is_proxy(hop));
            client.address = report.client.unwrap_or(peer_address);
            client.secure = report.secure.unwrap_or(secure);
            client.host = report.host.or(client.host);
        }
        client.origin = signs.kind(&request.headers, client.secure, client.host.as_ref());
        client.local = own
            && self.is_local(peer_address, secure)
            && client.origin != OriginKind::Foreign
            && !forwarded::is_forwarded(&request.headers);
        Ok(client)
    }

    /// Whether the configuration trusts a proxy at this address.
    pub fn is_proxy(&self, address: IpAddr) -> bool {
        self.trusted_proxies.iter().any(|network| network.contains(&address))
    }

    /// Over plain HTTP at an address in the network, a browser does not show that it is one, so that
    /// any page could act as a program there: those networks count over TLS alone.
    fn is_local(&self, address: IpAddr, secure: bool) -> bool {
        let in_network = || self.local_networks.iter().any(|network| network.contains(&address));
        address.is_loopback() || secure && in_network()
    }

    /// Whether this name or address, in its one spelling, is the gateway's own: of the base address,
    /// allowed by the configuration, or loopback.
    pub fn names_us(&self, host: &str) -> bool {
        self.is_own(&Host { name: host.to_owned(), port: None })
    }

    /// Whether to answer at all to this name. Another site's page may have its own name point at our
    /// address, and would then be of our origin; private names and addresses cannot be had like that.
    pub fn answers_to(&self, host: &Host) -> bool {
        host.is_private() || self.is_own(host)
    }

    fn is_own(&self, host: &Host) -> bool {
        host.is_loopback() || self.own_hosts.contains(&host.name)
    }
}
