//! Records as the data plane sees them.

use std::sync::Arc;

use routing::{Peering, Route};

use crate::{App, RouteRecord, RoutingMode};

/// An app whose counters and phase go on through changes of its name.
pub(super) fn app(record: &App, before: Option<&routing::App>) -> Arc<routing::App> {
    let (traffic, lifecycle, learned) = match before {
        Some(app) => (app.traffic.clone(), app.lifecycle.clone(), app.learned.clone()),
        None => Default::default(),
    };
    let (id, name) = (record.id.clone(), record.name.as_str().into());
    Arc::new(routing::App { id, name, traffic, lifecycle, learned })
}

/// Without a domain there are no host names, and the path leads to every app.
pub(super) fn route(
    record: &RouteRecord,
    app: &Arc<routing::App>,
    base_domain: Option<&str>,
) -> Arc<Route> {
    Arc::new(Route {
        id: record.id.clone(),
        app: app.clone(),
        prefix: record.prefix.clone(),
        host: host(record, base_domain).map(Into::into),
        by_path: by_path(record, base_domain),
        upstream: record.upstream.clone(),
        scopes: record.scopes.clone(),
        options: record.options,
        peering: Peering::None,
    })
}

fn host(record: &RouteRecord, base_domain: Option<&str>) -> Option<String> {
    if !record.routing_mode.has_host() {
        return None;
    }
    let domain = base_domain?;
    record.subdomain.as_ref().map(|name| format!("{name}.{domain}"))
}

fn by_path(record: &RouteRecord, base_domain: Option<&str>) -> bool {
    record.routing_mode != RoutingMode::Subdomain || base_domain.is_none()
}

/// Whether a route is reached as it would be in this domain.
pub(super) fn is_in(route: &Route, record: &RouteRecord, base_domain: Option<&str>) -> bool {
    route.host.as_deref() == host(record, base_domain).as_deref()
        && route.by_path == by_path(record, base_domain)
}
