//! The way to a deployment through the gateway.

use catalog::{AppDraft, Origin, RouteDraft, Service, Writer};
use events::Transaction;
use kit::{Actor, Error, ErrorKind, Result};

use super::job::Job;
use crate::catalogue::{RouteSpec, Template};
use crate::rules;

/// So many deployments of the same name can have routes.
const MOST_ALIKE: usize = 100;

/// Where the gateway reaches the service of the route.
pub(super) struct Upstream {
    pub(super) url: String,
    /// The container that answers there, where it has a name that stays.
    pub(super) container: Option<String>,
}

impl<R> Job<R> {
    /// Makes the route, or leads it to where the service is now. `None`: there is none.
    pub(super) async fn lead(
        &self,
        writer: &mut Writer<'_>,
        tx: &mut Transaction,
        template: &Template,
        to: &Upstream,
    ) -> Result<Option<String>> {
        let Some(spec) = &template.route else { return Ok(None) };
        let service = |id: &str| self.service(id, template, spec, to);
        if let Some(known) = &self.deployment.route {
            if self.toolbox.catalog().route(known).is_some() {
                let moved = RouteDraft { to: Some(to.url.clone()), ..RouteDraft::default() };
                let service = Service { route: moved, app: AppDraft::default(), ..service(known) };
                writer.put(tx, &Actor::system(), &service).await?;
            }
            return Ok(Some(known.clone()));
        }
        let root = rules::app_id(&self.deployment.name);
        for number in 1..=MOST_ALIKE {
            let id = if number == 1 { root.clone() } else { format!("{root}-{number}") };
            match writer.found(tx, &Actor::system(), &service(&id)).await {
                Ok(()) => return Ok(Some(id)),
                Err(error) if error.kind == ErrorKind::Conflict => {}
                Err(error) => return Err(error),
            }
        }
        Err(Error::conflict(format!("there are too many apps named {root}")))
    }

    fn service(&self, id: &str, template: &Template, spec: &RouteSpec, to: &Upstream) -> Service {
        Service {
            route_id: id.to_owned(),
            route: RouteDraft {
                app_id: Some(id.to_owned()),
                to: Some(to.url.clone()),
                scopes: spec.scopes.clone(),
                websocket: Some(spec.websocket),
                strip_prefix: Some(spec.strip_prefix),
                rewrite_html: Some(spec.rewrite_html),
                container_id: Some(to.container.clone()),
                ..RouteDraft::default()
            },
            app: AppDraft {
                name: Some(self.deployment.name.clone()),
                icon: template.icon.clone(),
                tags: Some(template.tags.clone()),
                ..AppDraft::default()
            },
            origin: Origin::Toolbox,
        }
    }
}
