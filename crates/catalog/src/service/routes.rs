use std::sync::Arc;

use events::{Change, IconClass};
use kit::{Actor, Error, Result, Scope};
use serde_json::json;

use super::writer::{IfExists, Outcome, Service};
use crate::{App, Catalog, Origin, RouteRecord};

/// A route as it is after a change.
#[derive(Debug, Clone)]
pub struct Written {
    pub route: Arc<RouteRecord>,
    pub app: Arc<App>,
    pub is_new: bool,
}

impl Catalog {
    /// Makes or changes a route, and its app where it has none yet.
    pub async fn put_route(&self, actor: &Actor, service: &Service) -> Result<Written> {
        self.write_route(actor, service, IfExists::Known).await
    }

    /// Makes a route that is not there yet.
    pub async fn create_route(&self, actor: &Actor, service: &Service) -> Result<Written> {
        self.write_route(actor, service, IfExists::NothingYet).await
    }

    async fn write_route(
        &self,
        actor: &Actor,
        service: &Service,
        meet: IfExists,
    ) -> Result<Written> {
        let mut writer = self.writer().await;
        let mut tx = self.events().begin().await?;
        let outcome = writer.put_as(&mut tx, actor, service, meet).await?;
        tx.commit().await?;
        writer.publish();
        let (route, app) = self.known_route(&outcome.route.id)?;
        Ok(Written { route, app, is_new: outcome.is_new })
    }

    /// Removes a route, and its app where that was the last one.
    pub async fn delete_route(&self, actor: &Actor, id: &str) -> Result<()> {
        let mut writer = self.writer().await;
        let mut tx = self.events().begin().await?;
        writer.delete(&mut tx, actor, id).await?;
        tx.commit().await?;
        writer.publish();
        Ok(())
    }

    /// The first of `jellyfin`, `jellyfin-2` and so on that no route has.
    pub(crate) fn free_route_id(&self, app_id: &str) -> Result<String> {
        let state = self.memory().look();
        let numbered = (2..1_000).map(|number| format!("{app_id}-{number}"));
        let mut names = std::iter::once(app_id.to_owned()).chain(numbered);
        let free = names.find(|id| state.route(id).is_none());
        free.ok_or_else(|| Error::conflict("This app has too many routes"))
    }
}

/// What a route says that matters to who may use it and where it leads.
pub(super) fn written(actor: &Actor, outcome: &Outcome) -> Change {
    let Outcome { route, is_new, .. } = outcome;
    let (action, done) =
        if *is_new { ("route.created", "added") } else { ("route.changed", "changed") };
    let change = Change::by(actor.clone(), action).target(&*route.id).details(json!({
        "appId": route.app_id,
        "pathBase": route.path_base(),
        "to": route.to,
        "scopes": route.scopes.iter().map(Scope::as_str).collect::<Vec<_>>(),
        "publicAccess": route.options.public_access,
        "insecureUpstream": route.options.insecure_upstream,
        "forwardAuthorization": route.options.forward_authorization,
        "origin": route.origin.into_str(),
    }));
    // Who else makes routes tells the story in their own words.
    match route.origin {
        Origin::Manual => {
            change.notice("Target", IconClass::Info, format!("The route {} was {done}", route.id))
        }
        _ => change,
    }
}

pub(super) fn deleted(actor: &Actor, id: &str, app_id: &str) -> Change {
    Change::by(actor.clone(), "route.deleted")
        .target(id)
        .details(json!({ "appId": app_id }))
        .notice("AlertTriangle", IconClass::Warning, format!("The route {id} was deleted"))
}
