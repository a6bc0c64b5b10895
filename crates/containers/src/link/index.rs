use std::collections::HashMap;
use std::sync::Arc;

use catalog::Catalog;
use engines::{Container, Surroundings};

use super::Identity;
use super::keys::{self, Here, Key};

/// A route that leads to a container.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Linked {
    pub(crate) route_id: Arc<str>,
    pub(crate) app_id: Arc<str>,
    /// What the link rests on, where it has to be remembered.
    pub(crate) fleeting: Option<Arc<str>>,
    /// It is remembered which container is behind it.
    is_known: bool,
}

/// What is known about the links of routes that say too little themselves: by route, on which basis
/// and to which container.
pub(crate) type Remembered = HashMap<Arc<str>, (Arc<str>, Identity)>;

/// Which routes there are, by what ties them to containers.
#[derive(Debug, Default)]
pub(crate) struct Links {
    routes: Vec<Linked>,
    /// The places of the routes, and how much a tie is worth.
    by_key: HashMap<Key, Vec<(usize, Tie)>>,
}

/// How a route leads to a container, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tie {
    /// It says so itself.
    Firm,
    /// It is known from before.
    Remembered,
    /// The container is at its address at the moment.
    ByChance,
}

/// A route that leads to a container.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RouteLink<'a> {
    pub(crate) route: &'a Linked,
    pub(crate) tie: Tie,
}

impl Links {
    pub(crate) fn read(catalog: &Catalog, remembered: &Remembered, here: &Here) -> Self {
        let mut links = Links::default();
        for (route, app) in catalog.route_records() {
            let at = links.routes.len();
            let basis: Option<Arc<str>> =
                keys::is_fleeting(&route, &app).then(|| keys::basis(&route, &app).into());
            for key in keys::of_route(&route, &app, here) {
                let tie = if matches!(key, Key::Own(_)) { Tie::ByChance } else { Tie::Firm };
                links.by_key.entry(key).or_default().push((at, tie));
            }
            let known = remembered.get(&route.id).filter(|(on, _)| Some(on) == basis.as_ref());
            for key in known.iter().flat_map(|(_, identity)| keys::of_identity(identity)) {
                links.by_key.entry(key).or_default().push((at, Tie::Remembered));
            }
            let (route_id, app_id) = (route.id.clone(), route.app_id.clone());
            let is_known = known.is_some();
            links.routes.push(Linked { route_id, app_id, fleeting: basis, is_known });
        }
        links
    }

    /// The routes that a container belongs to. One that only has the address of another, which is
    /// known, does not.
    pub(crate) fn of(&self, container: &Container, around: &Surroundings) -> Vec<RouteLink<'_>> {
        let mut links = self.ties(container, around);
        links.retain(|link| link.tie != Tie::ByChance || !link.route.is_known);
        links
    }

    /// The routes that lead to a container, each by its best tie.
    pub(crate) fn ties(&self, container: &Container, around: &Surroundings) -> Vec<RouteLink<'_>> {
        let keys = keys::of_container(container, around);
        let mut found: Vec<(usize, Tie)> =
            keys.iter().filter_map(|key| self.by_key.get(key)).flatten().copied().collect();
        found.sort_unstable();
        found.dedup_by_key(|(at, _)| *at);
        found.into_iter().map(|(at, tie)| RouteLink { route: &self.routes[at], tie }).collect()
    }

    pub(crate) fn has_route(&self, id: &str) -> bool {
        self.routes.iter().any(|linked| &*linked.route_id == id)
    }
}
