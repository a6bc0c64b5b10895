use std::sync::Arc;

use kit::Result;
use routing::Upstream;

use crate::rules::{self, Stamp};
use crate::wire::{AppView, RouteView};
use crate::{Catalog, Health, Listed, Service};

/// An app and its route as they would be shown, had they been made.
#[derive(Debug, Clone)]
pub struct Preview {
    pub app: AppView,
    pub route: RouteView,
}

impl Catalog {
    /// What would come of this, for a route that is new or one that is there. It is held against
    /// every rule but those that concern other records, and nothing is made.
    pub fn preview(&self, service: &Service) -> Result<Preview> {
        let stamp = Stamp { origin: service.origin, now: self.clock().now() };
        let known = self.route(&service.route_id);
        let old = known.as_ref().map(|(route, _)| &**route);
        let route = rules::route(&service.route_id, old, &service.route, &self.own(), stamp)?;
        let app = known.as_ref().map(|(_, app)| &**app).filter(|app| app.id == route.app_id);
        let app = rules::app(&route.app_id, app, &service.app, stamp)?;
        let health = Health::default();
        let view = RouteView::new(&route, &app, &health);
        let proxy_path = route.path_base();
        let url = format!("{}{proxy_path}", self.base_url());
        let routes = vec![Arc::new(route)];
        let listed = Listed { app: Arc::new(app), routes, proxy_path, url };
        Ok(Preview { app: AppView::new(listed, &health), route: view })
    }

    /// Whether a route may lead there: not to the gateway itself, nor to what it never calls.
    pub fn may_lead_to(&self, upstream: &Upstream) -> bool {
        self.own().allows(&upstream.endpoint)
    }

    /// An app as the API shows it.
    pub fn app_view(&self, id: &str) -> Option<AppView> {
        let listed = self.app(id)?;
        let health = self.health(&listed.app.id);
        Some(AppView::new(listed, &health))
    }

    /// A route as the API shows it.
    pub fn route_view(&self, id: &str) -> Option<RouteView> {
        let (route, app) = self.route(id)?;
        Some(RouteView::new(&route, &app, &self.health(&app.id)))
    }
}
