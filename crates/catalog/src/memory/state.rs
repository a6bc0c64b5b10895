use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use routing::{Route, RouteTable};

use super::live;
use super::peers::PeerRoutes;
use crate::config::FileRecords;
use crate::rules::Stamp;
use crate::{App, Origin, RouteRecord, RoutingMode};

type Id = Arc<str>;

/// Everything that is known. What the file says goes before what the database says.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) file: FileRecords,
    pub(super) stored_apps: HashMap<Id, Arc<App>>,
    pub(super) stored_routes: HashMap<Id, Arc<RouteRecord>>,
    base_domain: Option<Id>,
    apps: HashMap<Id, LiveApp>,
    routes: HashMap<Id, LiveRoute>,
    /// The routes of each app.
    members: HashMap<Id, BTreeSet<Id>>,
    pub(super) peers: PeerRoutes,
}

#[derive(Debug)]
struct LiveApp {
    record: Arc<App>,
    live: Arc<routing::App>,
}

#[derive(Debug)]
struct LiveRoute {
    record: Arc<RouteRecord>,
    live: Arc<Route>,
}

/// Rows that were written: what they hold now, or `None` where they are gone.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub(crate) apps: Vec<(Id, Option<App>)>,
    pub(crate) routes: Vec<(Id, Option<RouteRecord>)>,
}

/// Which records are to be looked at again.
#[derive(Default)]
struct Touched {
    apps: HashSet<Id>,
    routes: HashSet<Id>,
}

impl State {
    pub(crate) fn app(&self, id: &str) -> Option<&Arc<App>> {
        self.apps.get(id).map(|app| &app.record)
    }

    pub(crate) fn live_app(&self, id: &str) -> Option<&Arc<routing::App>> {
        self.apps.get(id).map(|app| &app.live)
    }

    pub(crate) fn apps(&self) -> impl Iterator<Item = &Arc<App>> {
        self.apps.values().map(|app| &app.record)
    }

    pub(crate) fn route(&self, id: &str) -> Option<&Arc<RouteRecord>> {
        self.routes.get(id).map(|route| &route.record)
    }

    pub(crate) fn live_route(&self, id: &str) -> Option<&Arc<Route>> {
        self.routes.get(id).map(|route| &route.live)
    }

    pub(crate) fn routes(&self) -> impl Iterator<Item = &Arc<RouteRecord>> {
        self.routes.values().map(|route| &route.record)
    }

    /// The routes of an app. The one by which people reach it comes first: by a path, and with the
    /// app's own id.
    pub(crate) fn routes_of(&self, app_id: &str) -> Vec<&Arc<RouteRecord>> {
        let ids = self.members.get(app_id).into_iter().flatten();
        let mut routes: Vec<_> = ids.filter_map(|id| self.route(id)).collect();
        let by_host = |route: &RouteRecord| route.routing_mode == RoutingMode::Subdomain;
        routes.sort_by_key(|route| (by_host(route), &*route.id != app_id));
        routes
    }

    pub(crate) fn base_domain(&self) -> Option<&str> {
        self.base_domain.as_deref()
    }

    /// The file's routes come first: where a stored one claims the same path, they have it.
    pub(crate) fn table(&self) -> RouteTable {
        let of_file = |route: &&LiveRoute| route.record.origin == Origin::Config;
        let first = self.routes.values().filter(of_file);
        let then = self.routes.values().filter(|route| !of_file(route));
        let own = first.chain(then).map(|route| route.live.clone());
        RouteTable::new(own.chain(self.peer_routes()))
    }

    /// Takes over what was written to the database.
    pub(crate) fn apply(&mut self, rows: Rows) {
        let mut touched = Touched::default();
        for (id, app) in rows.apps {
            put(&mut self.stored_apps, &id, app.map(Arc::new));
            touched.apps.insert(id);
        }
        for (id, route) in rows.routes {
            put(&mut self.stored_routes, &id, route.map(Arc::new));
            touched.routes.insert(id);
        }
        self.settle(touched);
    }

    /// Becomes what the database says. What did not change stays the very same.
    pub(crate) fn adopt(&mut self, apps: Vec<App>, routes: Vec<RouteRecord>) {
        let app_ids: HashSet<Id> = apps.iter().map(|app| app.id.clone()).collect();
        let route_ids: HashSet<Id> = routes.iter().map(|route| route.id.clone()).collect();
        let mut rows = Rows::default();
        let gone = self.stored_apps.keys().filter(|id| !app_ids.contains(*id));
        rows.apps.extend(gone.map(|id| (id.clone(), None)));
        let gone = self.stored_routes.keys().filter(|id| !route_ids.contains(*id));
        rows.routes.extend(gone.map(|id| (id.clone(), None)));
        let stored = &self.stored_apps;
        let other = apps
            .into_iter()
            .filter(|app| stored.get(&app.id).is_none_or(|known| !known.says_the_same_as(app)));
        rows.apps.extend(other.map(|app| (app.id.clone(), Some(app))));
        let stored = &self.stored_routes;
        let other = routes.into_iter().filter(|route| {
            stored.get(&route.id).is_none_or(|known| !known.says_the_same_as(route))
        });
        rows.routes.extend(other.map(|route| (route.id.clone(), Some(route))));
        self.apply(rows);
    }

    /// Takes over another file, or another domain.
    pub(crate) fn configure(&mut self, file: FileRecords, base_domain: Option<Id>) {
        let mut touched = Touched::default();
        touched.apps.extend(self.file.apps.keys().chain(file.apps.keys()).cloned());
        touched.routes.extend(self.file.routes.keys().chain(file.routes.keys()).cloned());
        self.file = file;
        if self.base_domain != base_domain {
            self.base_domain = base_domain;
            touched.routes.extend(self.stored_routes.keys().cloned());
        }
        self.settle(touched);
    }

    /// Brings what is shown and published in line with the records.
    fn settle(&mut self, Touched { mut apps, mut routes }: Touched) {
        let mut moved = HashMap::new();
        for id in &routes {
            let now = self.effective_route(id);
            let before = self.routes.get(id).map(|route| &route.record);
            if let Some(old) = before {
                apps.insert(old.app_id.clone());
                leave(&mut self.members, &old.app_id, id);
            }
            match now {
                Some(record) => {
                    apps.insert(record.app_id.clone());
                    self.members.entry(record.app_id.clone()).or_default().insert(id.clone());
                    moved.insert(id.clone(), record);
                }
                None => drop(self.routes.remove(id)),
            }
        }
        for id in apps {
            if self.settle_app(&id) {
                // Its routes show the app as it was.
                routes.extend(self.members.get(&id).into_iter().flatten().cloned());
            }
        }
        for id in routes {
            let Some(record) = moved.remove(&id).or_else(|| self.route(&id).cloned()) else {
                continue;
            };
            self.settle_route(id, record);
        }
    }

    /// Whether the data plane sees another app than before.
    fn settle_app(&mut self, id: &Id) -> bool {
        let Some(record) = self.effective_app(id) else {
            return self.apps.remove(id).is_some();
        };
        match self.apps.entry(id.clone()) {
            Entry::Occupied(mut known) => {
                let known = known.get_mut();
                let renamed = known.record.name != record.name;
                if renamed {
                    known.live = live::app(&record, Some(&known.live));
                }
                known.record = record;
                renamed
            }
            Entry::Vacant(place) => {
                let live = live::app(&record, None);
                place.insert(LiveApp { record, live });
                true
            }
        }
    }

    fn settle_route(&mut self, id: Id, record: Arc<RouteRecord>) {
        let Some(app) = self.apps.get(&record.app_id) else { return };
        let domain = self.base_domain.as_deref();
        let unchanged = |known: &LiveRoute| {
            Arc::ptr_eq(&known.record, &record)
                && Arc::ptr_eq(&known.live.app, &app.live)
                && live::is_in(&known.live, &record, domain)
        };
        if self.routes.get(&id).is_some_and(unchanged) {
            return;
        }
        let live = live::route(&record, &app.live, domain);
        self.routes.insert(id, LiveRoute { record, live });
    }

    fn effective_route(&self, id: &str) -> Option<Arc<RouteRecord>> {
        let of_file = self.file.routes.get(id).map(|(_, route)| route);
        of_file.or_else(|| self.stored_routes.get(id)).cloned()
    }

    /// A route whose app nobody described has one all the same.
    fn effective_app(&self, id: &Id) -> Option<Arc<App>> {
        let of_file = self.file.apps.get(id).map(|(_, app)| app);
        let described = of_file.or_else(|| self.stored_apps.get(id)).cloned();
        described.or_else(|| {
            let route = self.members.get(id)?.first()?;
            let route = self.effective_route(route)?;
            let stamp = Stamp { origin: route.origin, now: route.created_at };
            Some(Arc::new(App::new(id.clone(), stamp)))
        })
    }
}

fn put<T>(records: &mut HashMap<Id, T>, id: &Id, record: Option<T>) {
    match record {
        Some(record) => drop(records.insert(id.clone(), record)),
        None => drop(records.remove(id)),
    }
}

fn leave(members: &mut HashMap<Id, BTreeSet<Id>>, app_id: &Id, id: &Id) {
    if let Some(routes) = members.get_mut(app_id) {
        routes.remove(id);
        if routes.is_empty() {
            members.remove(app_id);
        }
    }
}
