use std::collections::HashMap;
use std::sync::Arc;

use super::State;
use crate::RouteRecord;

impl State {
    /// Stored records that the file hides as long as it has their ids.
    pub(crate) fn hidden(&self) -> Vec<(&'static str, &str)> {
        let apps = self.file.apps.keys().filter(|id| self.stored_apps.contains_key(*id));
        let routes = self.file.routes.keys().filter(|id| self.stored_routes.contains_key(*id));
        let apps = apps.map(|id| ("app", &**id));
        apps.chain(routes.map(|id| ("route", &**id))).collect()
    }

    /// Stored routes whose path or host a route of the file has, and that route.
    pub(crate) fn rivals(&self) -> Vec<(&Arc<RouteRecord>, &Arc<RouteRecord>)> {
        let of_file: Vec<_> = self.file.routes.values().map(|(_, route)| route).collect();
        let by_path: HashMap<_, _> =
            of_file.iter().map(|route| (route.prefix.as_str(), *route)).collect();
        let named = of_file.iter().filter_map(|route| Some((route.subdomain.as_ref()?, *route)));
        let by_name: HashMap<_, _> = named.collect();
        let stored = self.stored_routes.values();
        let shown = stored.filter(|route| !self.file.routes.contains_key(&route.id));
        shown
            .filter_map(|route| {
                let by_name = || by_name.get(route.subdomain.as_ref()?).copied();
                let rival = by_path.get(route.prefix.as_str()).copied().or_else(by_name)?;
                Some((route, rival))
            })
            .collect()
    }

    /// A route of the file that has the path or the subdomain already.
    pub(crate) fn rival_in_file(&self, route: &RouteRecord) -> Option<&Arc<RouteRecord>> {
        let same_name =
            |other: &RouteRecord| route.subdomain.is_some() && other.subdomain == route.subdomain;
        let mut of_file = self.file.routes.values().map(|(_, other)| other);
        of_file.find(|other| other.prefix.as_str() == route.prefix.as_str() || same_name(other))
    }
}
