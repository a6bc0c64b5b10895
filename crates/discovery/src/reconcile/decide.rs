use routing::Prefix;
use tokio::time::Instant;

use super::effects::Follow;
use super::index::Index;
use super::watched::{Watched, choice};
use crate::model::{
    Address, Choice, Observation, Plan, Probing, Proposal, Protection, ServiceKey, ServiceLink,
    Source,
};
use crate::rules::{self, Claims, Settled, line};

const MOST_EVIDENCE: usize = 40;

/// What becomes of a service.
pub(super) enum Verdict {
    /// There is nothing to say yet, or nothing new.
    Hold,
    Nothing(Why),
    Proposed(Box<Proposal>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// It offers nothing that answers.
    Silent,
    /// There is a route to it, or somebody does not want it.
    Decided,
}

/// Who else has a say about app ids.
pub(super) struct Others<'a> {
    pub(super) index: &'a Index,
    pub(super) service: &'a ServiceKey,
    pub(super) told_all: &'a dyn Fn(Source) -> bool,
}

impl rules::Taken for Others<'_> {
    fn by_catalogue(&self, app_id: &str) -> bool {
        self.index.has(app_id, self.service)
    }

    fn told_all(&self, source: Source) -> bool {
        (self.told_all)(source)
    }
}

/// Where the service of an approved route is, where that is another place than the route leads to.
pub(super) fn follow(watched: &Watched, index: &Index) -> Option<Follow> {
    let (app_id, link) = index.approved(&watched.observation.service)?;
    let route = index.route(app_id, &link.route_id)?;
    if route.to != link.to || route.origin != catalog::Origin::Discovery {
        return None;
    }
    let choice = chosen(watched, link, &route.address)?;
    let (plan, _) = rules::plan(&watched.observation, app_id, |_| false);
    let to = choice.to(&plan.server_path);
    let container = plan.container;
    // One that somebody set by hand stays.
    let container = container.filter(|_| route.container_id == link.container_id);
    let recreated =
        container.as_ref().is_some_and(|new| Some(&new.id) != link.container_id.as_ref());
    let moved = to != link.to || recreated;
    let insecure = choice.insecure;
    let is_worse = Protection::of(choice.scheme, insecure) < route.protection;
    let (app_id, before) = (app_id.clone(), link.clone());
    moved.then_some(Follow { app_id, before, to, insecure, is_worse, container })
}

/// The way to the port of an approved service. One that was not asked yet keeps its address as
/// long as that is one of its own.
pub(super) fn chosen(watched: &Watched, link: &ServiceLink, current: &Address) -> Option<Choice> {
    let mut pairs = watched.observation.offers.iter().zip(&watched.findings);
    let (offer, finding) = pairs.find(|(offer, _)| offer.own_port == link.port)?;
    let unsure = finding.is_none() && offer.probing == Probing::Adds;
    if unsure && (offer.addresses.contains(current) || !watched.tried) {
        return None;
    }
    choice(offer, finding.as_ref())
}

/// Whether a route leads to this service already. One that was made for another service, which is
/// not there at the moment, does not count: addresses of containers are given to others.
pub(super) fn has_route(
    observation: &Observation,
    index: &Index,
    is_here: impl Fn(&ServiceKey) -> bool,
) -> bool {
    let path = observation.server_path.trim_end_matches('/');
    let mut addresses = observation.offers.iter().flat_map(|offer| &offer.addresses);
    addresses.any(|address| {
        let mut apps = index.apps_at(address);
        apps.any(|app| {
            let mut paths = app.routes.iter().filter(|route| route.address == *address);
            match &app.link {
                Some(link) if link.service == observation.service => true,
                // Many may share an address, each with a path of its own.
                Some(link) => paths.any(|route| route.path() == path) && is_here(&link.service),
                None => paths.any(|route| is_within(route.path(), path)),
            }
        })
    })
}

/// Whether one of two paths is the other, or below it.
fn is_within(one: &str, other: &str) -> bool {
    let below = |path: &str, above: &str| {
        path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    below(one, other) || below(other, one)
}

/// The proposal of a service that has these choices.
pub(super) fn propose(
    watched: &Watched,
    choices: Vec<Choice>,
    settled: &Settled,
    (index, claims): (&Index, &Claims),
) -> Proposal {
    let observation = &watched.observation;
    let service = &observation.service;
    let app_id = &settled.app_id;
    let is_taken = |prefix: &Prefix| is_anothers(prefix, service, index, claims);
    let (plan, refused) = rules::plan(observation, app_id, is_taken);
    let notes = settled.note.iter().cloned().chain(namesake(service, index)).chain(refused);
    let refused = notes.chain(silence(watched)).collect();
    let security_notes = rules::security_notes(observation, &plan, &choices[0], refused);
    Proposal {
        id: Proposal::id_of(service, app_id, choices[0].scheme, choices[0].own_port),
        service: service.clone(),
        confidence: observation.score.confidence(),
        evidence: evidence(watched, &plan),
        security_notes,
        choices,
        plan,
        moves: None,
    }
}

/// What was let in under the same name from another host. Anybody in the network can take a name.
fn namesake(service: &ServiceKey, index: &Index) -> Option<String> {
    let instance = |service: &ServiceKey| Some(service.identity.rsplit_once('@')?.0.to_owned());
    if service.source != Source::Mdns {
        return None;
    }
    let name = instance(service)?;
    let mut approved = index.approved_of(Source::Mdns);
    let other = approved.find(|other| *other != service && instance(other).as_ref() == Some(&name));
    let (app_id, link) = index.approved(other?)?;
    let to = &link.to;
    Some(format!("The approved app {app_id} at {to} has the same name; this is another host"))
}

/// Nobody gets the path of another app, one below it, or the one that another service is to have.
fn is_anothers(prefix: &Prefix, service: &ServiceKey, index: &Index, claims: &Claims) -> bool {
    let own = index.approved(service).map(|(id, _)| id);
    if index.app_above(prefix).is_some_and(|app| Some(app) != own) {
        return true;
    }
    let first = prefix.as_str().split('/').nth(2).unwrap_or_default();
    let claimed = claims.owner(first).is_some_and(|owner| owner != service);
    claimed || index.has(first, service)
}

pub(super) fn evidence(watched: &Watched, plan: &Plan) -> Vec<String> {
    let Observation { score, evidence, .. } = &watched.observation;
    let answers = watched.findings.iter().flatten().map(|finding| {
        format!(
            "Port {} answers at {} with status {}",
            finding.own_port, finding.address, finding.status
        )
    });
    let silent = silence(watched);
    let path = (!plan.server_path.is_empty()).then(|| format!("Its path is {}", plan.server_path));
    let lines = score.evidence().into_iter().chain(evidence.iter().cloned());
    let lines = lines.chain(answers).chain(silent).chain(path);
    lines.map(|text| line(&text)).take(MOST_EVIDENCE).collect()
}

fn silence(watched: &Watched) -> Option<String> {
    let is_silent = watched.tried && watched.findings.iter().all(Option::is_none);
    is_silent.then(|| "No port has answered an HTTP request yet".to_owned())
}

/// When a service that holds its breath is to be looked at again.
pub(super) fn look_again(watched: &Watched, now: Instant) -> Option<Instant> {
    use super::watched::{PATIENCE, RESTART};
    let moments = [watched.since + PATIENCE, watched.since + RESTART];
    moments.into_iter().find(|moment| *moment > now)
}
