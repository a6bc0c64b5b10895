//! What ties a route to a container. Both sides name their keys; where they have one in common, the
//! route leads to the container.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use catalog::{App, RouteRecord};
use engines::kubernetes::Service;
use engines::{Container, Runtime, Surroundings};
use serde_json::Value;

use super::Identity;

const SHORT_ID: usize = 12;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// An id or a name that somebody set by hand.
    Named(Box<str>),
    /// A name that outlives the container: runtime, namespace, name.
    Stable(Box<str>, Option<Arc<str>>, Arc<str>),
    Compose(Box<str>, Box<str>),
    /// A service of a cluster, by namespace and name.
    Service(Box<str>),
    /// A host that leads here whatever happens to the container.
    Host(Box<str>),
    /// The container's own address, which engines give to another one when it is stopped.
    Own(IpAddr),
    Address(Box<str>, u16),
    /// A port of this machine, at one address or (`None`) at all of them.
    Published(Option<IpAddr>, u16),
}

/// The names and addresses of this machine.
#[derive(Debug, Clone, Default)]
pub(crate) struct Here {
    pub(crate) addresses: Vec<IpAddr>,
    pub(crate) names: Vec<String>,
}

impl Here {
    pub(crate) fn look() -> Self {
        let name = lan::host_name();
        let local = name.iter().map(|name| format!("{name}.local"));
        let usual = ["localhost", "host.docker.internal"].map(str::to_owned);
        let names = usual.into_iter().chain(local).chain(name.clone()).collect();
        Here { addresses: lan::own_addresses(), names }
    }

    /// The address that is meant, where it is one of ours.
    fn own(&self, host: &str) -> Option<IpAddr> {
        if self.names.iter().any(|name| name.eq_ignore_ascii_case(host)) {
            return Some(Ipv4Addr::LOCALHOST.into());
        }
        let address = host.parse::<IpAddr>().ok()?.to_canonical();
        (address.is_loopback() || self.addresses.contains(&address)).then_some(address)
    }
}

/// What a route rests on: another basis is another link.
pub(crate) fn basis(route: &RouteRecord, app: &App) -> String {
    format!("{} {}", route.to, by_hand(route, app).unwrap_or_default())
}

/// Whether the link has to be remembered: an address or an id says nothing about a container that
/// is stopped or was recreated.
pub(crate) fn is_fleeting(route: &RouteRecord, app: &App) -> bool {
    by_hand(route, app).is_some() || found(route, app).is_none()
}

pub(crate) fn of_route(route: &RouteRecord, app: &App, here: &Here) -> Vec<Key> {
    if let Some(id) = by_hand(route, app) {
        return vec![Key::Named(id.into())];
    }
    if let Some(meta) = found(route, app) {
        return of_meta(meta);
    }
    let endpoint = &route.upstream.endpoint;
    let host = plain(&endpoint.host);
    let mut keys = vec![Key::Host(host.clone()), Key::Address(host, endpoint.port)];
    keys.extend(endpoint.host.parse::<IpAddr>().ok().map(own));
    if let Some(address) = here.own(&endpoint.host) {
        keys.push(Key::Published(None, endpoint.port));
        keys.push(Key::Published(Some(address), endpoint.port));
    }
    keys
}

pub(crate) fn of_identity(identity: &Identity) -> Vec<Key> {
    let Identity { runtime, namespace, name, compose } = identity;
    let stable = Key::Stable(runtime.clone(), namespace.clone(), name.clone());
    let compose = compose
        .as_ref()
        .map(|(project, service)| Key::Compose(project.as_str().into(), service.as_str().into()));
    [stable].into_iter().chain(compose).collect()
}

pub(crate) fn of_container(container: &Container, around: &Surroundings) -> Vec<Key> {
    let identity = Identity::of(container);
    let id = container.id.as_str();
    let mut keys = of_identity(&identity);
    let mut named = vec![id, &container.name, &identity.name];
    named.extend(id.get(..SHORT_ID).filter(|_| container.runtime == Runtime::Docker));
    keys.extend(named.into_iter().map(|name| Key::Named(name.into())));
    let addresses = container.networks.iter().flat_map(|network| &network.addresses);
    keys.extend(addresses.copied().map(own));
    match container.runtime {
        Runtime::Docker => keys.extend(of_docker(container, around)),
        Runtime::Kubernetes => {
            let qualified = container
                .namespace
                .iter()
                .map(|space| Key::Named(format!("{space}/{}", identity.name).into()));
            keys.extend(qualified);
            let services = around.services.iter().filter(|service| selects(service, container));
            keys.extend(services.flat_map(|service| of_service(service, &around.nodes)));
        }
    }
    keys
}

/// What was set by hand, and not by discovery.
fn by_hand<'a>(route: &'a RouteRecord, app: &App) -> Option<&'a str> {
    let of_discovery = app.discovery_meta.as_ref().and_then(|meta| meta["containerId"].as_str());
    route.container_id.as_deref().filter(|id| Some(*id) != of_discovery)
}

/// What discovery wrote down about this route, unless somebody led it elsewhere.
fn found<'a>(route: &RouteRecord, app: &'a App) -> Option<&'a Value> {
    let meta = app.discovery_meta.as_ref()?;
    let ours = meta["routeId"] == *route.id && meta["to"] == route.to.as_str();
    (ours && meta["source"] != "mdns").then_some(meta)
}

fn of_meta(meta: &Value) -> Vec<Key> {
    let service = meta["service"].as_str().and_then(|service| service.split_once(':'));
    let mut keys = Vec::new();
    match service {
        Some(("kubernetes", name)) => keys.push(Key::Service(name.into())),
        Some((runtime, name)) => keys.push(Key::Stable(runtime.into(), None, name.into())),
        None => {}
    }
    let compose = &meta["compose"];
    if let Some((project, service)) = compose["project"].as_str().zip(compose["service"].as_str()) {
        keys.push(Key::Compose(project.into(), service.into()));
    }
    keys
}

fn of_docker(container: &Container, around: &Surroundings) -> Vec<Key> {
    let mut keys = Vec::new();
    // To others than containers of the same engine, its name may be some other machine's.
    if around.own.is_some() {
        keys.push(Key::Host(container.name.to_ascii_lowercase().into()));
    }
    for port in &container.ports {
        let public = if container.host_network { Some(port.private) } else { port.public };
        let Some(public) = public else { continue };
        let gateways = container.networks.iter().filter_map(|network| network.gateway);
        keys.extend(gateways.map(|gateway| Key::Address(plain(&gateway.to_string()), public)));
        match &around.remote_host {
            Some(host) => keys.push(Key::Address(plain(host), public)),
            None => {
                let at = port.ip.filter(|ip| !ip.is_unspecified()).map(|ip| ip.to_canonical());
                keys.push(Key::Published(at, public));
            }
        }
    }
    keys
}

fn selects(service: &Service, container: &Container) -> bool {
    let label = |name: &str| container.labels.get(name).map(String::as_str);
    container.namespace.as_deref() == Some(&*service.name.namespace)
        && !service.selector.is_empty()
        && service.selector.iter().all(|(name, value)| label(name) == Some(value))
}

fn of_service(service: &Service, nodes: &[IpAddr]) -> Vec<Key> {
    let (namespace, name) = (&service.name.namespace, &service.name.name);
    let mut keys = vec![Key::Service(format!("{namespace}/{name}").into())];
    for suffix in ["", ".svc", ".svc.cluster.local"] {
        keys.push(Key::Host(format!("{name}.{namespace}{suffix}").into()));
    }
    let inside = service.cluster_addresses.iter();
    keys.extend(inside.map(|address| Key::Host(plain(&address.to_string()))));
    for port in &service.ports {
        let outside = service.outside_addresses.iter();
        keys.extend(outside.map(|address| Key::Address(plain(address), port.port)));
        let node_port = port.node_port.into_iter();
        keys.extend(node_port.flat_map(|port| {
            nodes.iter().map(move |node| Key::Address(plain(&node.to_string()), port))
        }));
    }
    keys
}

fn own(address: IpAddr) -> Key {
    Key::Own(address.to_canonical())
}

/// One spelling for every host.
fn plain(host: &str) -> Box<str> {
    match host.parse::<IpAddr>() {
        Ok(address) => address.to_canonical().to_string().into(),
        Err(_) => host.trim_end_matches('.').to_ascii_lowercase().into(),
    }
}
