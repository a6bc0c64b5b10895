use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use arc_swap::ArcSwap;

use super::{App, Route};

/// The table that requests read and `catalog` replaces.
pub type SharedRoutes = Arc<ArcSwap<RouteTable>>;

/// Administrators choose the names, so nobody can make them collide.
type ByName = HashMap<Arc<str>, Arc<Route>, foldhash::fast::FixedState>;

#[derive(Debug, Default)]
pub struct RouteTable {
    by_prefix: ByName,
    by_host: ByName,
    /// Routes below the prefix of another one, under their prefixes in lower case.
    nested: ByName,
    /// The most segments that a prefix has: deeper boundaries need no look.
    deepest: usize,
}

impl RouteTable {
    /// Where two routes claim one prefix or host, the first has it.
    pub fn new(routes: impl IntoIterator<Item = Arc<Route>>) -> Self {
        let routes: Vec<_> = routes.into_iter().collect();
        let by_prefix =
            HashMap::with_capacity_and_hasher(routes.len(), foldhash::fast::FixedState::default());
        let nested = nested(&routes);
        let mut table = RouteTable { by_prefix, nested, ..RouteTable::default() };
        for route in routes {
            if let Some(host) = &route.host {
                table.by_host.entry(host.clone()).or_insert_with(|| route.clone());
            }
            let path = route.prefix.path.clone();
            table.deepest = table.deepest.max(path.matches('/').count());
            if route.by_path {
                table.by_prefix.entry(path).or_insert(route);
            }
        }
        table
    }

    /// The route with the longest prefix that ends where a segment of the path ends.
    pub fn find(&self, path: &str) -> Option<&Arc<Route>> {
        self.longest(&self.by_prefix, path)
    }

    /// Whether any route lies below another one's prefix.
    pub fn has_nested(&self) -> bool {
        !self.nested.is_empty()
    }

    /// The route below `outer` that a path lies in when nobody looks at its case: many apps do not,
    /// so that its rules count as well.
    pub fn find_nested(&self, outer: &Route, path: &str) -> Option<&Arc<Route>> {
        if !self.has_nested() {
            return None;
        }
        let found = self.longest(&self.nested, &path.to_ascii_lowercase())?;
        (found.prefix.path.len() > outer.prefix.path.len()).then_some(found)
    }

    fn longest<'a>(&self, routes: &'a ByName, path: &str) -> Option<&'a Arc<Route>> {
        let boundaries = path.bytes().enumerate().skip(1).filter(|(_, byte)| *byte == b'/');
        let ends = boundaries.map(|(at, _)| at).chain([path.len()]).take(self.deepest);
        ends.filter_map(|end| routes.get(&path[..end])).last()
    }

    /// The route whose host name this is; names are compared in lower case.
    pub fn find_host(&self, host: &str) -> Option<&Arc<Route>> {
        if self.by_host.is_empty() { None } else { self.by_host.get(host) }
    }

    /// Every app once.
    pub fn apps(&self) -> impl Iterator<Item = &Arc<App>> {
        let routes = self.by_prefix.values().chain(self.by_host.values());
        let mut seen = HashSet::new();
        routes.map(|route| &route.app).filter(move |app| seen.insert(app.id.clone()))
    }

    pub fn routes(&self) -> impl Iterator<Item = &Arc<Route>> {
        let by_host = self.by_host.values().filter(|route| !route.by_path);
        self.by_prefix.values().chain(by_host)
    }
}

/// Usually none at all, so that requests need not look.
fn nested(routes: &[Arc<Route>]) -> ByName {
    let name = |route: &Route| route.prefix.path.to_ascii_lowercase();
    let names: HashSet<String> = routes.iter().map(|route| name(route)).collect();
    let is_below = |name: &str| name.match_indices('/').any(|(at, _)| names.contains(&name[..at]));
    let mut nested = ByName::default();
    for route in routes {
        let name = name(route);
        if is_below(&name) {
            nested.entry(name.into()).or_insert_with(|| route.clone());
        }
    }
    nested
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::route::{Lifecycle, Peering, Prefix, RouteOptions, Upstream};

    fn route(prefix: &str) -> Arc<Route> {
        let app = App {
            id: prefix.into(),
            name: prefix.into(),
            traffic: Arc::default(),
            lifecycle: Arc::new(Lifecycle::default()),
            learned: Arc::default(),
        };
        Arc::new(Route {
            id: prefix.into(),
            app: Arc::new(app),
            prefix: Prefix::parse(prefix).expect("a prefix"),
            host: Some(format!("{}.home.lan", prefix.len()).into()),
            by_path: true,
            upstream: Upstream::parse("http://127.0.0.1:80", false).expect("an upstream"),
            scopes: Vec::new(),
            options: RouteOptions::default(),
            peering: Peering::None,
        })
    }

    #[test]
    fn the_longest_prefix_wins_at_a_boundary() {
        let table = RouteTable::new([route("/apps/foo/"), route("/apps/foo/admin/")]);
        let found = |path| table.find(path).map(|route| route.id.to_string());
        for (path, expected) in [
            ("/apps/foo", Some("/apps/foo/")),
            ("/apps/foo/", Some("/apps/foo/")),
            ("/apps/foo/a/b/c", Some("/apps/foo/")),
            ("/apps/foo/administrator", Some("/apps/foo/")),
            ("/apps/foo/admin", Some("/apps/foo/admin/")),
            ("/apps/foo/admin/x", Some("/apps/foo/admin/")),
            ("/apps/foobar/", None),
            ("/apps/FOO/", None),
            ("/apps/", None),
            ("/", None),
            ("", None),
        ] {
            assert_eq!(found(path).as_deref(), expected, "{path}");
        }
        assert!(RouteTable::default().find("/apps/foo/").is_none());
    }

    #[test]
    fn a_nested_route_is_found_whatever_the_case_of_the_path() {
        let (foo, admin) = (route("/apps/foo/"), route("/apps/foo/Admin/"));
        let table = RouteTable::new([foo.clone(), admin.clone(), route("/apps/bar/")]);
        for (path, expected) in [
            ("/apps/foo/admin/x", true),
            ("/apps/foo/ADMIN", true),
            ("/apps/foo/Admin/", true),
            ("/apps/foo/administrator", false),
            ("/apps/foo/", false),
            ("/apps/bar/admin/", false),
        ] {
            assert_eq!(table.find_nested(&foo, path).is_some(), expected, "{path}");
            assert!(table.find_nested(&admin, path).is_none(), "{path}");
        }
        assert!(RouteTable::new([foo.clone()]).find_nested(&foo, "/apps/foo/admin").is_none());
    }

    #[test]
    fn a_host_name_leads_to_its_route() {
        let table = RouteTable::new([route("/apps/foo/")]);
        assert!(table.find_host("10.home.lan").is_some());
        assert!(table.find_host("home.lan").is_none());
        assert_eq!(table.apps().count(), 1);
    }
}
