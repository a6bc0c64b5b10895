//! Where the gateway reaches a container.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use engines::{Container, Docker, Engine, Protocol, Reach};

use super::up::Containers;
use crate::catalogue::Template;
use crate::work::route::Upstream;
use crate::work::{Broken, Job, names};

impl Job<Docker> {
    /// Where the service of the route is, if there is to be one.
    pub(super) async fn upstream(
        &self,
        template: &Template,
        containers: &Containers,
    ) -> Result<Option<Upstream>, Broken> {
        let Some(route) = self.wanted_route(template) else { return Ok(None) };
        let Some(id) = containers.get(&route.service) else { return Ok(None) };
        let container = self.runtime.container(id).await?.container;
        let url = address(&self.reach().await?, &container, route.port);
        let service = template.sample.services.get(&route.service);
        let name = service.map(|service| names::container(self.id(), &route.service, service));
        Ok(url.map(|url| Upstream { url, container: name }))
    }
}

/// A published port stays where it is when the container is made anew, so it is the first choice.
fn address(reach: &Reach, container: &Container, port: u16) -> Option<String> {
    // The engine may bind all IPv4 and all IPv6 addresses at different numbers.
    let is_ipv6 = |ip: &Option<IpAddr>| ip.is_some_and(|ip| ip.is_ipv6());
    let published = container.ports.iter().filter_map(|known| {
        let same = known.private == port && known.protocol == Protocol::Tcp;
        known.public.filter(|_| same).map(|public| (known.ip, public))
    });
    let published = published.min_by_key(|(ip, _)| is_ipv6(ip));
    let inside = || {
        let addresses = container.networks.iter().flat_map(|network| &network.addresses);
        addresses.into_iter().next().map(|ip| url(*ip, port))
    };
    match (reach, published) {
        (Reach::Remote(host), published) => {
            published.map(|(_, public)| format!("http://{host}:{public}"))
        }
        (Reach::Host, Some((ip, public))) => Some(url(here(ip), public)),
        (Reach::Networks(own), Some((ip, public))) => {
            let gateway = own.iter().find_map(|network| network.gateway);
            let specific = ip.filter(|ip| !ip.is_unspecified());
            specific.or(gateway).map(|ip| url(ip, public))
        }
        _ => inside(),
    }
}

fn here(ip: Option<IpAddr>) -> IpAddr {
    match ip {
        Some(ip) if !ip.is_unspecified() => ip,
        Some(IpAddr::V6(_)) => Ipv6Addr::LOCALHOST.into(),
        _ => Ipv4Addr::LOCALHOST.into(),
    }
}

fn url(ip: IpAddr, port: u16) -> String {
    format!("http://{}", std::net::SocketAddr::new(ip, port))
}
