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
    /// The most segments that a prefix has: deeper boundaries need no look.
    deepest: usize,
}

impl RouteTable {
    /// Where two routes claim one prefix or host, the first has it.
    pub fn new(routes: impl IntoIterator<Item = Arc<Route>>) -> Self {
        let routes = routes.into_iter();
        let by_prefix = HashMap::with_capacity_and_hasher(
            routes.size_hint().0,
            foldhash::fast::FixedState::default(),
        );
        let mut table = RouteTable { by_prefix, ..RouteTable::default() };
        for route in routes {
            if let Some(host) = &route.host {
                table.by_host.entry(host.clone()).or_insert_with(|| route.clone());
            }
            if route.by_path {
                let path = route.prefix.path.clone();
                table.deepest = table.deepest.max(path.matches('/').count());
                table.by_prefix.entry(path).or_insert(route);
            }
        }
        table
    }

    /// The route with the longest prefix that ends where a segment of the path ends.
    pub fn find(&self, path: &str) -> Option<&Arc<Route>> {
        let boundaries = path.bytes().enumerate().skip(1).filter(|(_, byte)| *byte == b'/');
        let ends = boundaries.map(|(at, _)| at).chain([path.len()]).take(self.deepest);
        ends.filter_map(|end| self.by_prefix.get(&path[..end])).last()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::route::{HostHeader, Lifecycle, Prefix, Upstream};

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
            public: false,
            websocket: false,
            strip_prefix: true,
            rewrite_html: true,
            cache: false,
            persist_cookies: false,
            forward_authorization: false,
            host_header: HostHeader::Client,
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
    fn a_host_name_leads_to_its_route() {
        let table = RouteTable::new([route("/apps/foo/")]);
        assert!(table.find_host("10.home.lan").is_some());
        assert!(table.find_host("home.lan").is_none());
        assert_eq!(table.apps().count(), 1);
    }
}
