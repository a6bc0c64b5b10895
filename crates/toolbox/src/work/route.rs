//! The way to a deployment through the gateway.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use catalog::{AppDraft, Origin, RouteDraft, Service, Writer};
use engines::{Container, ContainerId, Engine, Protocol, Reach};
use kit::{Actor, Error, ErrorKind, Result};
use store::Tx;

use super::broken::Broken;
use super::job::Job;
use super::names;
use crate::catalogue::{RouteSpec, Template};
use crate::rules;

/// So many deployments of the same name can have routes.
const MOST_ALIKE: usize = 100;

impl Job {
    /// Where the gateway reaches the service of the route.
    pub(super) async fn upstream(
        &self,
        route: &RouteSpec,
        id: &ContainerId,
    ) -> Result<Option<String>, Broken> {
        let container = self.docker.container(id).await?.container;
        Ok(address(&self.reach().await?, &container, route.port))
    }

    /// Makes the route, or leads it to where the service is now. `None`: there is none.
    pub(super) async fn lead(
        &self,
        writer: &mut Writer<'_>,
        tx: &mut Tx,
        template: &Template,
        to: &str,
    ) -> Result<Option<String>> {
        let Some(spec) = &template.route else { return Ok(None) };
        let service = |id: &str| self.service(id, template, spec, to);
        if let Some(known) = &self.deployment.route {
            if self.toolbox.catalog().route(known).is_some() {
                let moved = RouteDraft { to: Some(to.to_owned()), ..RouteDraft::default() };
                let service = Service { route: moved, app: AppDraft::default(), ..service(known) };
                writer.put(tx, &Actor::system(), &service).await?;
            }
            return Ok(Some(known.clone()));
        }
        let root = rules::app_id(&self.deployment.name);
        for number in 1..=MOST_ALIKE {
            let id = if number == 1 { root.clone() } else { format!("{root}-{number}") };
            match writer.found(tx, &Actor::system(), &service(&id)).await {
                Ok(()) => return Ok(Some(id)),
                Err(error) if error.kind == ErrorKind::Conflict => {}
                Err(error) => return Err(error),
            }
        }
        Err(Error::conflict(format!("there are too many apps named {root}")))
    }

    fn service(&self, id: &str, template: &Template, spec: &RouteSpec, to: &str) -> Service {
        let service = template.sample.services.get(&spec.service);
        let container = service.map(|service| names::container(self.id(), &spec.service, service));
        Service {
            route_id: id.to_owned(),
            route: RouteDraft {
                app_id: Some(id.to_owned()),
                to: Some(to.to_owned()),
                scopes: spec.scopes.clone(),
                websocket: Some(spec.websocket),
                strip_prefix: Some(spec.strip_prefix),
                rewrite_html: Some(spec.rewrite_html),
                container_id: Some(container),
                ..RouteDraft::default()
            },
            app: AppDraft {
                name: Some(self.deployment.name.clone()),
                icon: template.icon.clone(),
                tags: Some(template.tags.clone()),
                ..AppDraft::default()
            },
            origin: Origin::Toolbox,
        }
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
