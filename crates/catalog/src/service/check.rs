use std::sync::Arc;

use appcheck::Subject;
use kit::{Error, Result};

use crate::{Catalog, Report};

impl Catalog {
    /// Visits a route's app as a browser would, and says whether it works there. It changes
    /// nothing. One check of a route runs at a time, and few at once.
    pub async fn check(&self, route_id: &str) -> Result<Arc<Report>> {
        let (record, _) = self.known_route(route_id)?;
        let (live, has_domain) = {
            let state = self.memory().look();
            (state.live_route(route_id).cloned(), state.base_domain().is_some())
        };
        let live = live.ok_or_else(|| Error::not_found("This route"))?;
        let subject = Subject {
            route: live,
            mode: record.routing_mode,
            created_at: record.created_at,
            has_domain,
        };
        let is_there = |id: &str| self.memory().look().route(id).is_some();
        self.checks().run(subject, is_there).await
    }

    /// What the last check of a route found since the program started.
    pub fn last_check(&self, route_id: &str) -> Result<Arc<Report>> {
        let (record, _) = self.known_route(route_id)?;
        let last = self.checks().last(&record.id, record.created_at);
        last.ok_or_else(|| Error::not_found("A check of this route"))
    }
}
