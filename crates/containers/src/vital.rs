use std::net::IpAddr;

use engines::Container;

/// What the gateway cannot do without, beside its own container: its database and the proxy before
/// it. Neither is stopped or restarted by way of the gateway.
#[derive(Debug, Clone, Default)]
pub struct Vital {
    /// Host and port of the database, where it is not a file.
    pub database: Option<(String, u16)>,
    /// The proxies whose word about clients counts, each by its own address. A network that is
    /// trusted as a whole says nothing about its members.
    pub proxies: Vec<IpAddr>,
}

impl Vital {
    pub(crate) fn covers(&self, container: &Container) -> bool {
        self.is_database(container) || self.is_proxy(container)
    }

    fn is_database(&self, container: &Container) -> bool {
        let Some((host, port)) = &self.database else { return false };
        let address: Option<IpAddr> = host.parse().ok();
        let by_name = *container.name == **host;
        let by_address = addresses(container).any(|own| Some(own) == address);
        let here = host == "localhost" || address.is_some_and(|address| address.is_loopback());
        let published = container.ports.iter().any(|own| own.public == Some(*port));
        by_name || by_address || here && published
    }

    fn is_proxy(&self, container: &Container) -> bool {
        addresses(container).any(|own| self.proxies.contains(&own))
    }
}

fn addresses(container: &Container) -> impl Iterator<Item = IpAddr> {
    container.networks.iter().flat_map(|network| network.addresses.iter().copied())
}
