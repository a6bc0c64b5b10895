use catalog::{AppDraft, Origin, RouteDraft};
use kit::{Error, Result};
use routing::Upstream;

use crate::Discovery;
use crate::model::{Choice, ContainerLink, Proposal, ServiceLink, host_header};

impl Discovery {
    /// What the catalogue is to make of a choice: an app and its route, or a route that is there
    /// already with another address.
    pub(super) fn drafted(&self, proposal: &Proposal, choice: &Choice) -> Result<catalog::Service> {
        let Some(before) = &proposal.moves else { return Ok(proposal.service(choice)) };
        let after = ServiceLink {
            to: choice.to(&proposal.plan.server_path),
            announcer: proposal.plan.announcer.clone(),
            key: choice.key.clone(),
            ..before.clone()
        };
        let moved = self.moved(before, &after, Some(choice.insecure), None);
        moved.ok_or_else(|| Error::conflict("The route was changed since this was proposed"))
    }

    /// A route that leads elsewhere. `None` where somebody changed it, or took it away.
    pub(super) fn moved(
        &self,
        before: &ServiceLink,
        after: &ServiceLink,
        insecure: Option<bool>,
        container: Option<&ContainerLink>,
    ) -> Option<catalog::Service> {
        let (route, app) = self.catalog().route(&before.route_id)?;
        let known = app.discovery_meta.as_ref().and_then(ServiceLink::read);
        if route.to != before.to || known.as_ref() != Some(before) {
            return None;
        }
        let upstream = Upstream::parse(&after.to, insecure.unwrap_or(false));
        let host = upstream.as_ref().map_or("", |upstream| &upstream.endpoint.host);
        let mut endpoints = app.endpoints.clone();
        if let Some(lan) = endpoints.get_mut("lan").filter(|lan| **lan == before.to) {
            lan.clone_from(&after.to);
        }
        Some(catalog::Service {
            route_id: before.route_id.to_string(),
            route: RouteDraft {
                to: Some(after.to.clone()),
                insecure_upstream: insecure,
                host_header: host_header(&before.service, host),
                container_id: container.map(|link| Some(link.id.clone())),
                ..RouteDraft::default()
            },
            app: AppDraft {
                endpoints: Some(endpoints),
                discovery_meta: Some(Some(after.written(container))),
                ..AppDraft::default()
            },
            origin: Origin::Discovery,
        })
    }
}
