use ::store::Tx;
use events::facts::{CatalogChanged, ConfigReloaded};
use events::{Change, Transaction};
use kit::{Actor, Error, Result};
use tokio::sync::MutexGuard;

use crate::memory::Rows;
use crate::rules::{self, Stamp};
use crate::{App, AppDraft, Catalog, MOST_ROUTES, Origin, RouteDraft, RouteRecord, store};

/// An app and a route to it, as somebody wants them.
#[derive(Debug, Clone)]
pub struct Service {
    pub route_id: String,
    pub route: RouteDraft,
    pub app: AppDraft,
    /// Whose they are, where they are new.
    pub origin: Origin,
}

/// Changes apps and routes inside a transaction that others may write to as well. It is taken
/// before the transaction begins, and `publish` shows what was done after the commit; dropped
/// without that, it leaves everything as it was.
pub struct Writer<'a> {
    catalog: &'a Catalog,
    rows: Rows,
    _turn: MutexGuard<'a, ()>,
}

impl Catalog {
    pub async fn writer(&self) -> Writer<'_> {
        Writer { catalog: self, rows: Rows::default(), _turn: self.writing().await }
    }
}

/// Whether a change may meet a route that is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IfExists {
    Known,
    NothingYet,
    /// Nor an app with the same id.
    NoAppYet,
}

/// What became of a route.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) route: RouteRecord,
    pub(crate) is_new: bool,
    pub(crate) changed: bool,
}

impl Writer<'_> {
    /// Makes or changes a route, and its app where it has none yet. Returns whether it is new.
    pub async fn put(
        &mut self,
        tx: &mut Transaction,
        actor: &Actor,
        service: &Service,
    ) -> Result<bool> {
        Ok(self.put_as(tx, actor, service, IfExists::Known).await?.is_new)
    }

    /// Makes a route that is not there yet, and its app where it has none.
    pub async fn create(
        &mut self,
        tx: &mut Transaction,
        actor: &Actor,
        service: &Service,
    ) -> Result<()> {
        self.put_as(tx, actor, service, IfExists::NothingYet).await.map(drop)
    }

    /// Makes an app and its route, neither of which is there yet: nobody's app is taken over.
    pub async fn found(
        &mut self,
        tx: &mut Transaction,
        actor: &Actor,
        service: &Service,
    ) -> Result<()> {
        self.put_as(tx, actor, service, IfExists::NoAppYet).await.map(drop)
    }

    pub(crate) async fn put_as(
        &mut self,
        tx: &mut Transaction,
        actor: &Actor,
        service: &Service,
        meet: IfExists,
    ) -> Result<Outcome> {
        let Service { route_id, route: draft, origin, .. } = service;
        self.refuse_route_of_file(route_id)?;
        let known = store::routes::find(tx, route_id).await?;
        if known.is_some() && meet != IfExists::Known {
            return Err(Error::conflict(format!("The route {route_id} exists already")));
        }
        let stamp = Stamp { origin: *origin, now: self.catalog.clock().now() };
        let route = rules::route(route_id, known.as_ref(), draft, &self.catalog.own(), stamp)?;
        if meet == IfExists::NoAppYet {
            self.refuse_known_app(tx, &route.app_id).await?;
        }
        self.refuse_rivals(tx, &route).await?;
        if known.is_none() {
            self.refuse_too_many(tx).await?;
        }
        let app_changed = self.write_app(tx, &route.app_id, &service.app, stamp).await?;
        let route_changed = known.as_ref().is_none_or(|old| !old.says_the_same_as(&route));
        if route_changed {
            store::routes::put(tx, &route).await?;
            if let Some(old) = known.as_ref().filter(|old| old.app_id != route.app_id) {
                self.remove_app_without_routes(tx, &old.app_id).await?;
            }
            self.rows.routes.push((route.id.clone(), Some(route.clone())));
        }
        let outcome =
            Outcome { is_new: known.is_none(), changed: route_changed || app_changed, route };
        self.note_first_check(tx, &outcome, draft).await?;
        if outcome.changed {
            let change = super::routes::written(actor, &outcome);
            self.record(tx, change, &["apps", "routes"]).await?;
        }
        Ok(outcome)
    }

    /// A new route is checked once, and what nobody set of it is chosen by what is found. Who sets
    /// it meanwhile has the last word. An app whose health is nobody's business is not visited.
    async fn note_first_check(
        &self,
        tx: &mut Tx,
        outcome: &Outcome,
        draft: &RouteDraft,
    ) -> Result<()> {
        let Outcome { route, is_new, .. } = outcome;
        let now = self.catalog.clock().now();
        let is_off = route.health_check.as_ref().is_some_and(|check| check.disabled);
        let is_visited = self.catalog.monitor().config().enabled && !is_off;
        if *is_new && is_visited {
            let open = draft.open_options();
            return Ok(store::first_checks::insert(tx, &route.id, &open, now).await?);
        }
        if let Some(mut check) = store::first_checks::find(tx, &route.id).await? {
            let set = draft.fields();
            check.options.retain(|option| !set.contains_key(option));
            store::first_checks::update(tx, &check, now).await?;
        }
        Ok(())
    }

    /// Removes a route, and its app where that was the last one.
    pub async fn delete(
        &mut self,
        tx: &mut Transaction,
        actor: &Actor,
        route_id: &str,
    ) -> Result<()> {
        self.refuse_route_of_file(route_id)?;
        let Some(app_id) = store::routes::delete(tx, route_id).await? else {
            return Err(Error::not_found("This route"));
        };
        store::first_checks::delete(tx, route_id).await?;
        self.rows.routes.push((route_id.into(), None));
        self.remove_app_without_routes(tx, &app_id).await?;
        let change = super::routes::deleted(actor, route_id, &app_id);
        self.record(tx, change, &["apps", "routes"]).await
    }

    /// Makes or changes an app that needs no route of ours, such as one of another gateway.
    pub async fn put_app(
        &mut self,
        tx: &mut Transaction,
        actor: &Actor,
        id: &str,
        draft: &AppDraft,
        origin: Origin,
    ) -> Result<()> {
        if self.catalog.memory().look().apps().count() >= MOST_ROUTES {
            return Err(Error::conflict(format!(
                "There are {MOST_ROUTES} apps; delete some first"
            )));
        }
        let stamp = Stamp { origin, now: self.catalog.clock().now() };
        if self.write_app(tx, id, draft, stamp).await? {
            let change = Change::by(actor.clone(), "app.changed").target(id);
            self.record(tx, change, &["apps"]).await?;
        }
        Ok(())
    }

    /// Removes an app with all its stored routes.
    pub async fn delete_app(
        &mut self,
        tx: &mut Transaction,
        actor: &Actor,
        id: &str,
    ) -> Result<()> {
        for route in store::routes::delete_of_app(tx, id).await? {
            store::first_checks::delete(tx, &route).await?;
            self.rows.routes.push((route.into(), None));
        }
        self.remove_app(tx, id).await?;
        let change = Change::by(actor.clone(), "app.deleted").target(id);
        self.record(tx, change, &["apps", "routes"]).await
    }

    /// Shows what was committed, here and to the data plane.
    pub fn publish(self) {
        let Writer { catalog, rows, _turn } = self;
        let gone = rows.apps.iter().filter(|(_, app)| app.is_none());
        let gone: Vec<_> = gone.map(|(id, _)| id.clone()).collect();
        catalog.show(|state| state.apply(rows));
        // Who takes the id of an app that is gone inherits neither its health nor its picture.
        for id in gone {
            catalog.monitor().forget(&id);
            catalog.favicons().forget(&id);
        }
    }

    /// Whether the app is another than before.
    async fn write_app(
        &mut self,
        tx: &mut Tx,
        id: &str,
        draft: &AppDraft,
        stamp: Stamp,
    ) -> Result<bool> {
        let of_file = self.app_of_file(id);
        if let Some(app) = of_file {
            let wanted = rules::app(id, Some(&app), draft, stamp)?;
            return if wanted.says_the_same_as(&app) {
                Ok(false)
            } else {
                Err(belongs_to_file("app", id))
            };
        }
        let known = store::apps::find(tx, id).await?;
        let app = rules::app(id, known.as_ref(), draft, stamp)?;
        if known.is_some_and(|known| known.says_the_same_as(&app)) {
            return Ok(false);
        }
        store::apps::put(tx, &app).await?;
        self.rows.apps.push((app.id.clone(), Some(app)));
        Ok(true)
    }

    async fn remove_app_without_routes(&mut self, tx: &mut Tx, id: &str) -> Result<()> {
        let in_file = {
            let state = self.catalog.memory().look();
            state.file.routes.values().any(|(_, route)| &*route.app_id == id)
        };
        if in_file || store::routes::count_of_app(tx, id).await? > 0 {
            return Ok(());
        }
        self.remove_app(tx, id).await
    }

    async fn remove_app(&mut self, tx: &mut Tx, id: &str) -> Result<()> {
        store::apps::delete(tx, id).await?;
        store::health::delete(tx, id).await?;
        self.rows.apps.push((id.into(), None));
        Ok(())
    }

    fn app_of_file(&self, id: &str) -> Option<std::sync::Arc<App>> {
        self.catalog.memory().look().file.apps.get(id).map(|(_, app)| app.clone())
    }

    fn refuse_route_of_file(&self, id: &str) -> Result<()> {
        if self.catalog.memory().look().file.routes.contains_key(id) {
            Err(belongs_to_file("route", id))
        } else {
            Ok(())
        }
    }

    async fn refuse_known_app(&self, tx: &mut Tx, id: &str) -> Result<()> {
        let described = store::apps::find(tx, id).await?.is_some();
        let shown = self.catalog.memory().look().app(id).is_some();
        if described || shown || store::routes::count_of_app(tx, id).await? > 0 {
            Err(Error::conflict(format!("The app {id} exists already")))
        } else {
            Ok(())
        }
    }

    async fn refuse_rivals(&self, tx: &mut Tx, route: &RouteRecord) -> Result<()> {
        let in_file = self.catalog.memory().look().rival_in_file(route).cloned();
        if let Some(other) = in_file {
            let id = &other.id;
            let message =
                format!("The route {id} of the configuration file has this path or subdomain");
            return Err(Error::conflict(message));
        }
        match store::routes::rivals(tx, route).await? {
            (Some(id), _) => {
                Err(Error::conflict(format!("The route {id} has the path {}", route.path_base())))
            }
            (None, Some(id)) => Err(Error::conflict(format!("The route {id} has this subdomain"))),
            (None, None) => Ok(()),
        }
    }

    async fn refuse_too_many(&self, tx: &mut Tx) -> Result<()> {
        let in_file = self.catalog.memory().look().file.routes.len();
        if store::routes::count(tx).await? + in_file >= MOST_ROUTES {
            Err(Error::conflict(format!("There are {MOST_ROUTES} routes; delete some first")))
        } else {
            Ok(())
        }
    }

    /// Records a change, so that sockets hear of it, and other programs on the same database.
    async fn record(&self, tx: &mut Transaction, change: Change, changed: &[&str]) -> Result<()> {
        let changed = changed.iter().map(|&key| key.to_owned()).collect();
        let message = "Apps and routes changed".to_owned();
        let change = change.fact(&CatalogChanged {}).fact(&ConfigReloaded { message, changed });
        tx.record(&change).await?;
        Ok(())
    }
}

fn belongs_to_file(kind: &str, id: &str) -> Error {
    let message = format!("The {kind} {id} belongs to the configuration file; change it there");
    Error::conflict(message)
}
