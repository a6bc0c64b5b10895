use std::sync::Arc;

use events::{Change, IconClass};
use kit::Actor;

use crate::model::{Proposal, Source};
use crate::reconcile::Follow;
use crate::sightings::Condition;

/// More than that are told of in one line: the first look at a machine finds many.
const MOST_LINES: usize = 3;

/// What the feed says of new proposals.
pub(super) fn found(proposals: &[&Arc<Proposal>]) -> Vec<Change> {
    if proposals.len() > MOST_LINES {
        let names: Vec<&str> = proposals.iter().map(|proposal| name(proposal)).take(10).collect();
        let more = proposals.len().saturating_sub(names.len());
        let names = names.join(", ");
        let details = if more == 0 { names } else { format!("{names} and {more} more") };
        let message = format!("{} services were discovered", proposals.len());
        return vec![seen().notice("Radio", IconClass::Info, message).notice_details(details)];
    }
    let lines = proposals.iter().map(|proposal| {
        let source = proposal.service.source.into_str();
        let message = format!("{} was discovered by {source}", name(proposal));
        let details = proposal.suggested().to(&proposal.plan.server_path);
        seen()
            .target(&proposal.id)
            .notice("Radio", IconClass::Info, message)
            .notice_details(details)
    });
    lines.collect()
}

fn seen() -> Change {
    Change::by(Actor::system(), "service.discovered").unaudited()
}

fn name(proposal: &Proposal) -> &str {
    proposal.plan.name.as_deref().unwrap_or(&proposal.plan.app_id)
}

/// What the feed says of a route that leads to where its service was.
pub(super) fn stayed(follow: &Follow) -> Change {
    let Follow { app_id, before, to, .. } = follow;
    let message = format!("{app_id} moved to where it is less protected; its route stays");
    Change::by(Actor::system(), "route.stays")
        .unaudited()
        .target(&*before.route_id)
        .notice("AlertTriangle", IconClass::Warning, message)
        .notice_details(format!(
            "{to} is not encrypted as well as {} was when it was let in; change the route by hand \
             if that is right",
            before.to
        ))
}

/// What the feed says of a service that was let in and is announced elsewhere.
pub(super) fn unproven(follow: &Follow) -> Change {
    let Follow { app_id, before, to, .. } = follow;
    let message = format!("{app_id} is announced at another address; its route stays");
    Change::by(Actor::system(), "route.stays")
        .unaudited()
        .target(&*before.route_id)
        .notice("AlertTriangle", IconClass::Warning, message)
        .notice_details(format!(
            "It was let in at {}. Whether {to} is the same machine is not proven; approve the \
             proposal to move the route there",
            before.to
        ))
}

/// What the feed says of a source that began to fail, or works again.
pub(super) fn condition(source: Source, condition: &Condition) -> Change {
    let name = match source {
        Source::Docker => "Docker",
        Source::Kubernetes => "Kubernetes",
        Source::Mdns => "mDNS",
    };
    match condition {
        Condition::Failing { reason } => Change::by(Actor::system(), "discovery.source_failed")
            .unaudited()
            .target(source.into_str())
            .notice("AlertTriangle", IconClass::Warning, format!("{name} cannot be looked at"))
            .notice_details(reason.clone()),
        Condition::Working { remark } => Change::by(Actor::system(), "discovery.source_recovered")
            .unaudited()
            .target(source.into_str())
            .notice("CheckCircle", IconClass::Success, format!("{name} is looked at again"))
            .notice_details(remark.clone().unwrap_or_default()),
    }
}
