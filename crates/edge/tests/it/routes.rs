//! Routes to apps, as the catalogue would make them.

use std::sync::Arc;

use kit::{Identity, Principal, Scope, Scopes};
use routing::{App, Peering, Prefix, Route, RouteOptions, RouteTable, Upstream};
use tokio_util::sync::CancellationToken;

use crate::lab::Lab;

/// A route at `/apps/<id>/` with the usual settings, for callers with `access:<id>`.
pub(crate) fn route(id: &str, to: &str) -> Route {
    let app = App {
        id: id.into(),
        name: id.into(),
        traffic: Arc::default(),
        lifecycle: Arc::default(),
        learned: Arc::default(),
    };
    Route {
        id: id.into(),
        app: Arc::new(app),
        prefix: Prefix::parse(&format!("/apps/{id}/")).expect("a prefix"),
        host: None,
        by_path: true,
        upstream: Upstream::parse(to, true).expect("an address"),
        scopes: vec![Scope::parse(&format!("access:{id}")).expect("a scope")],
        options: RouteOptions {
            rewrite_html: false,
            persist_cookies: false,
            ..RouteOptions::default()
        },
        peering: Peering::None,
    }
}

/// The route with other options.
pub(crate) fn choosing(mut route: Route, choose: impl FnOnce(&mut RouteOptions)) -> Route {
    choose(&mut route.options);
    route
}

impl Lab {
    /// Replaces the table.
    pub(crate) fn publish(&self, routes: impl IntoIterator<Item = Route>) {
        let routes = routes.into_iter().map(Arc::new);
        self.routes.store(Arc::new(RouteTable::new(routes)));
    }

    /// Publishes a single route, and returns it to look at its counters.
    pub(crate) fn lead(&self, route: Route) -> Route {
        self.publish([route.clone()]);
        route
    }
}

/// Somebody with these scopes.
pub(crate) fn caller(identity: Identity, scopes: &[&str]) -> Principal {
    Principal {
        identity,
        scopes: Arc::new(Scopes::parse(scopes).expect("known scopes")),
        revoked: CancellationToken::new(),
        expires_at: None,
    }
}

/// A user who may use every app.
pub(crate) fn ada() -> Principal {
    caller(Identity::User("ada".into()), &["access:*"])
}

/// A device that may use every app, and whose cookies are kept.
pub(crate) fn phone() -> Principal {
    caller(Identity::Device("phone-1".into()), &["access:*", "access:mobile"])
}
