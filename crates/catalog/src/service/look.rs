use std::sync::Arc;

use kit::{Error, Result};
use web::{Counts, Figures};

use crate::memory::State;
use crate::{App, Catalog, HealthStatus, RouteRecord, RoutingMode};

/// An app with its routes.
#[derive(Debug, Clone)]
pub struct Listed {
    pub app: Arc<App>,
    /// The one by which people reach it comes first.
    pub routes: Vec<Arc<RouteRecord>>,
    /// The path of its first route; empty where it has none.
    pub proxy_path: String,
    /// Where a browser finds it.
    pub url: String,
}

impl Catalog {
    /// All apps, by name and then by id.
    pub fn apps(&self) -> Vec<Listed> {
        let base_url = self.base_url();
        let state = self.memory().look();
        let mut apps: Vec<_> = state.apps().map(|app| listed(&state, app, &base_url)).collect();
        drop(state);
        apps.sort_by_cached_key(|listed| (listed.app.name.to_lowercase(), listed.app.id.clone()));
        apps
    }

    pub fn app(&self, id: &str) -> Option<Listed> {
        let state = self.memory().look();
        state.app(id).map(|app| listed(&state, app, &self.base_url()))
    }

    pub(crate) fn known_app(&self, id: &str) -> Result<Listed> {
        self.app(id).ok_or_else(|| Error::not_found("This app"))
    }

    /// All routes with their apps, by id.
    pub fn route_records(&self) -> Vec<(Arc<RouteRecord>, Arc<App>)> {
        let state = self.memory().look();
        let mut routes: Vec<_> =
            state.routes().filter_map(|route| with_app(&state, route)).collect();
        drop(state);
        routes.sort_by(|(one, _), (other, _)| one.id.cmp(&other.id));
        routes
    }

    pub fn route(&self, id: &str) -> Option<(Arc<RouteRecord>, Arc<App>)> {
        let state = self.memory().look();
        state.route(id).and_then(|route| with_app(&state, route))
    }

    pub(crate) fn known_route(&self, id: &str) -> Result<(Arc<RouteRecord>, Arc<App>)> {
        self.route(id).ok_or_else(|| Error::not_found("This route"))
    }
}

impl Figures for Catalog {
    fn counts(&self) -> Counts {
        let state = self.memory().look();
        let is_well = |app: &&Arc<App>| self.health(&app.id).status == HealthStatus::Healthy;
        Counts {
            routes: state.routes().count() as u64,
            services: state.apps().count() as u64,
            services_online: state.apps().filter(is_well).count() as u64,
            ..Counts::default()
        }
    }

    fn verdicts(&self) -> Vec<(Arc<str>, bool)> {
        let state = self.memory().look();
        let verdict = |app: &Arc<App>| match self.health(&app.id).status {
            HealthStatus::Healthy => Some((app.id.clone(), true)),
            HealthStatus::Unhealthy => Some((app.id.clone(), false)),
            HealthStatus::Unknown => None,
        };
        state.apps().filter_map(verdict).collect()
    }
}

fn with_app(state: &State, route: &Arc<RouteRecord>) -> Option<(Arc<RouteRecord>, Arc<App>)> {
    Some((route.clone(), state.app(&route.app_id)?.clone()))
}

pub(crate) fn listed(state: &State, app: &Arc<App>, base_url: &str) -> Listed {
    let routes: Vec<_> = state.routes_of(&app.id).into_iter().cloned().collect();
    let proxy_path = routes.first().map(|route| route.path_base()).unwrap_or_default();
    let url = url(state, app, routes.first(), base_url);
    Listed { app: app.clone(), routes, proxy_path, url }
}

/// A route with nothing but a host name is reached there, any other by its path; an app without a
/// route is wherever it says.
fn url(state: &State, app: &App, route: Option<&Arc<RouteRecord>>, base_url: &str) -> String {
    let Some(route) = route else {
        let elsewhere = app.endpoints.get("lan").or_else(|| app.endpoints.values().next());
        return elsewhere.cloned().unwrap_or_default();
    };
    let host = route.subdomain.as_deref().zip(state.base_domain());
    match host.filter(|_| route.routing_mode == RoutingMode::Subdomain) {
        Some((name, domain)) => {
            let (scheme, port) = scheme_and_port(base_url);
            format!("{scheme}://{name}.{domain}{port}/")
        }
        None => format!("{base_url}{}", route.path_base()),
    }
}

/// `https` and `:8443`; the port is empty where it is the usual one.
fn scheme_and_port(base_url: &str) -> (&str, &str) {
    let (scheme, authority) = base_url.split_once("://").unwrap_or(("https", base_url));
    let after_host = authority.rfind(']').map_or(0, |end| end + 1);
    let port = authority[after_host..].rfind(':').map(|at| &authority[after_host + at..]);
    (scheme, port.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_of_our_address_is_that_of_host_names_too() {
        for (url, expected) in [
            ("https://10.0.0.2:8443", ("https", ":8443")),
            ("http://attic.local", ("http", "")),
            ("https://[fd00::1]:8443", ("https", ":8443")),
            ("https://[fd00::1]", ("https", "")),
        ] {
            assert_eq!(scheme_and_port(url), expected);
        }
    }
}
