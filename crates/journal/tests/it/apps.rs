//! Apps to send traffic through.

use std::sync::Arc;

use routing::{
    App, Peering, Prefix, Route, RouteOptions, RouteTable, SharedRoutes, Traffic, Upstream,
};

/// Makes these the only apps. Each has counters of its own, which start at zero.
pub(crate) fn serve(routes: &SharedRoutes, ids: &[&str]) -> Vec<Arc<Traffic>> {
    let made: Vec<_> = ids.iter().map(|id| route(id)).collect();
    let traffic = made.iter().map(|route| route.app.traffic.clone()).collect();
    routes.store(Arc::new(RouteTable::new(made)));
    traffic
}

fn route(id: &str) -> Arc<Route> {
    let app = App {
        id: id.into(),
        name: format!("The {id}").into(),
        traffic: Arc::default(),
        lifecycle: Arc::default(),
        learned: Arc::default(),
    };
    Arc::new(Route {
        id: id.into(),
        app: Arc::new(app),
        prefix: Prefix::parse(&format!("/apps/{id}/")).expect("a prefix"),
        host: None,
        by_path: true,
        upstream: Upstream::parse("http://127.0.0.1:80", false).expect("an upstream"),
        scopes: Vec::new(),
        options: RouteOptions::default(),
        peering: Peering::None,
    })
}
