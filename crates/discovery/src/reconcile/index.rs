use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use catalog::{Catalog, Origin};
use routing::{Endpoint, Prefix};

use super::dependency::Dependency;
use crate::model::{Address, Protection, ServiceKey, ServiceLink, Source};

/// What the reconciler has to know of the apps and routes that there are.
#[derive(Debug, Default)]
pub(crate) struct Index {
    apps: HashMap<Arc<str>, AppEntry>,
    by_service: HashMap<ServiceKey, Arc<str>>,
    by_address: HashMap<Address, HashSet<Arc<str>>>,
    by_prefix: HashMap<Arc<str>, Arc<str>>,
    routes: HashSet<Arc<str>>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct AppEntry {
    /// Where the app was made for a service that was found.
    pub(crate) link: Option<ServiceLink>,
    pub(crate) routes: Vec<RouteEntry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RouteEntry {
    pub(crate) id: Arc<str>,
    pub(crate) prefix: Arc<str>,
    pub(crate) address: Address,
    pub(crate) to: String,
    pub(crate) protection: Protection,
    pub(crate) scopes: Vec<String>,
    pub(crate) container_id: Option<String>,
    pub(crate) origin: Origin,
}

impl RouteEntry {
    /// The path on the server, without a slash at its end.
    pub(crate) fn path(&self) -> &str {
        let place = self.to.split_once("://").map_or(self.to.as_str(), |(_, place)| place);
        let path = place.find('/').map_or("", |start| &place[start..]);
        path.trim_end_matches('/')
    }
}

impl Index {
    pub(crate) fn read(catalog: &Catalog) -> Self {
        let mut index = Index::default();
        for listed in catalog.apps() {
            let routes = listed.routes.iter().map(|route| RouteEntry {
                id: route.id.clone(),
                prefix: route.prefix.as_str().into(),
                address: Address {
                    host: route.upstream.endpoint.host.clone(),
                    port: route.upstream.endpoint.port,
                },
                to: route.to.clone(),
                protection: protection(&route.upstream.endpoint),
                scopes: route.scopes.iter().map(ToString::to_string).collect(),
                container_id: route.container_id.clone(),
                origin: route.origin,
            });
            let link = listed.app.discovery_meta.as_ref().and_then(ServiceLink::read);
            index.add(listed.app.id.clone(), AppEntry { link, routes: routes.collect() });
        }
        index
    }

    pub(crate) fn add(&mut self, id: Arc<str>, entry: AppEntry) {
        if let Some(link) = &entry.link {
            self.by_service.insert(link.service.clone(), id.clone());
        }
        for route in &entry.routes {
            self.by_address.entry(route.address.clone()).or_default().insert(id.clone());
            self.by_prefix.insert(route.prefix.clone(), id.clone());
            self.routes.insert(route.id.clone());
        }
        self.apps.insert(id, entry);
    }

    /// The app that was made for a service, with what it remembers.
    pub(crate) fn approved(&self, service: &ServiceKey) -> Option<(&Arc<str>, &ServiceLink)> {
        let id = self.by_service.get(service)?;
        Some((id, self.apps.get(id)?.link.as_ref()?))
    }

    pub(crate) fn route(&self, app_id: &str, route_id: &str) -> Option<&RouteEntry> {
        self.apps.get(app_id)?.routes.iter().find(|route| &*route.id == route_id)
    }

    /// The only route of an app, where it still leads to where discovery made it lead.
    pub(crate) fn followed_route(
        &self,
        service: &ServiceKey,
    ) -> Option<(&ServiceLink, &RouteEntry)> {
        let (app_id, link) = self.approved(service)?;
        let [route] = &self.apps.get(app_id)?.routes[..] else { return None };
        (route.id == link.route_id && route.to == link.to).then_some((link, route))
    }

    /// The services that were let in, of one source.
    pub(crate) fn approved_of(&self, source: Source) -> impl Iterator<Item = &ServiceKey> {
        self.by_service.keys().filter(move |service| service.source == source)
    }

    /// The apps that have a route to this place.
    pub(crate) fn apps_at(&self, address: &Address) -> impl Iterator<Item = &AppEntry> {
        let ids = self.by_address.get(address).into_iter().flatten();
        ids.filter_map(|id| self.apps.get(id))
    }

    /// Whether an app, a route or a path stands in the way of this id.
    pub(crate) fn has(&self, app_id: &str, service: &ServiceKey) -> bool {
        let own = self.by_service.get(service).is_some_and(|id| &**id == app_id);
        let path = format!("/apps/{app_id}");
        let taken = self.apps.contains_key(app_id)
            || self.routes.contains(app_id)
            || self.by_prefix.contains_key(path.as_str());
        taken && !own
    }

    /// The app that has this path, or a path above it.
    pub(crate) fn app_above(&self, prefix: &Prefix) -> Option<&Arc<str>> {
        let mut path = prefix.as_str();
        loop {
            if let Some(app) = self.by_prefix.get(path) {
                return Some(app);
            }
            path = path.rsplit_once('/')?.0;
        }
    }

    /// What differs between this and what there is now.
    pub(crate) fn changes(&self, now: &Index) -> HashSet<Dependency> {
        let gone = self.apps.iter().filter(|(id, _)| !now.apps.contains_key(*id));
        let other = now.apps.iter().filter(|(id, entry)| self.apps.get(*id) != Some(entry));
        let other: Vec<_> = other.collect();
        let before = other.iter().filter_map(|(id, _)| self.apps.get_key_value(*id));
        gone.chain(before).chain(other.iter().copied()).flat_map(concerns).collect()
    }
}

fn protection(endpoint: &Endpoint) -> Protection {
    Protection::of(endpoint.scheme, endpoint.is_insecure())
}

fn concerns((id, entry): (&Arc<str>, &AppEntry)) -> Vec<Dependency> {
    let mut concerns = vec![Dependency::App(id.clone())];
    concerns.extend(entry.link.iter().map(|link| Dependency::Service(link.service.clone())));
    for route in &entry.routes {
        concerns.push(Dependency::Address(route.address.clone()));
        concerns.push(Dependency::Prefix(route.prefix.clone()));
        concerns.push(Dependency::App(route.id.clone()));
    }
    concerns
}
