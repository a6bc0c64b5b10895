//! Services of the network that are announced at another address than the one that was let in.
//! Anybody can announce any name, so an announcement alone moves no route: the old address must be
//! silent and the new one must have the key that the old one had. Otherwise a person decides.

use std::time::Duration;

use tokio::time::Instant;

use super::Reconciler;
use super::decide::{Verdict, Why, chosen, evidence};
use super::effects::{Follow, Record};
use super::index::{Index, RouteEntry};
use super::watched::{Moment, Watched};
use crate::model::{Address, Choice, Proposal, Protection, ServiceKey};
use crate::rules;

/// How long it counts what came of a call of the old address.
const CALL_AGAIN: Duration = Duration::from_secs(10);
/// How often the feed tells of one service; whoever announces it can do so without end.
const TELL_AGAIN: Duration = Duration::from_secs(3600);

/// What is known of a service that is announced elsewhere.
#[derive(Debug, Default)]
pub(super) struct Relocation {
    call: Option<Call>,
    /// It waits for a person.
    open: Option<Open>,
    told: Option<Instant>,
}

/// A call of the old address.
#[derive(Debug)]
struct Call {
    address: Address,
    /// When it began, or ended.
    at: Instant,
    answered: Option<bool>,
}

#[derive(Debug, Clone)]
struct Open {
    follow: Follow,
    choice: Choice,
    /// Somebody still takes connections at the old address.
    old_answers: bool,
}

impl Reconciler {
    /// Sends the route after a service that proved to be the same, or has a person decide. Nothing
    /// is decided before the old address was called.
    pub(super) fn relocate(&mut self, key: &ServiceKey, moment: Moment) {
        let Some(watched) = self.services.get_mut(key) else { return };
        watched.relocation.open = None;
        let Some((follow, choice, route)) = moved(watched, &self.index) else {
            watched.relocation.call = None;
            return;
        };
        let known = watched.relocation.call.take().filter(|call| call.address == route.address);
        let is_fresh = known.as_ref().is_some_and(|call| moment.now < call.at + CALL_AGAIN);
        let answered = known.as_ref().and_then(|call| call.answered);
        let at = known.filter(|_| is_fresh).map_or(moment.now, |call| call.at);
        let address = route.address.clone();
        if !is_fresh {
            self.effects.calls.push((key.clone(), address.clone()));
            self.timers.set(moment.now + CALL_AGAIN, key);
        }
        watched.relocation.call = Some(Call { address, at, answered });
        let is_proven = is_proven(watched, &follow, &choice);
        match answered {
            None => {}
            Some(false) if is_proven && is_fresh => {
                let begins = watched.pursuit.begins(&follow);
                self.effects.records.extend(begins.then(|| Record::Follow(Box::new(follow))));
            }
            Some(old_answers) => {
                watched.relocation.open = Some(Open { follow, choice, old_answers });
            }
        }
    }

    /// What came of a call of the old address.
    pub(crate) fn called(
        &mut self,
        key: &ServiceKey,
        address: &Address,
        answered: bool,
        moment: Moment,
    ) {
        let Some(watched) = self.services.get_mut(key) else { return };
        let call = watched.relocation.call.as_mut().filter(|call| call.address == *address);
        let Some(call) = call else { return };
        (call.at, call.answered) = (moment.now, Some(answered));
        self.timers.set(moment.now + CALL_AGAIN, key);
        self.decide(key, moment);
    }

    /// The proposal to move the route of a service that was let in.
    pub(super) fn propose_move(&mut self, key: &ServiceKey, moment: Moment) -> Option<Verdict> {
        let watched = self.services.get_mut(key)?;
        let Open { follow, choice, old_answers } = watched.relocation.open.clone()?;
        let route = self.index.route(&follow.app_id, &follow.before.route_id)?;
        let ids = [routing::Scheme::Http, routing::Scheme::Https]
            .map(|scheme| Proposal::id_of(key, &follow.app_id, scheme, choice.own_port));
        if ids.iter().any(|id| self.memory.dismissed.contains(id)) {
            return Some(Verdict::Nothing(Why::Decided));
        }
        if watched.shown.is_none() {
            if let Some(until) = watched.calm.quiet_until(moment.now) {
                self.timers.set(until, key);
                return Some(Verdict::Nothing(Why::Silent));
            }
            let told = watched.relocation.told;
            if told.is_none_or(|told| moment.now.duration_since(told) >= TELL_AGAIN) {
                watched.relocation.told = Some(moment.now);
                self.effects.records.push(Record::Unproven(Box::new(follow.clone())));
            }
        }
        let notes = notes(&follow, &choice, old_answers);
        Some(Verdict::Proposed(Box::new(proposal(watched, follow, choice, route, notes))))
    }

    /// Why nothing is proposed of a service that was let in. A move that was proposed and not
    /// decided about is withdrawn.
    pub(super) fn why_decided(&self, key: &ServiceKey) -> Why {
        let shown = self.services.get(key).and_then(|watched| watched.shown.as_ref());
        let link = self.index.approved(key).map(|(_, link)| link);
        let moves = shown.and_then(|shown| shown.moves.as_ref());
        if moves.is_some() && moves == link { Why::Silent } else { Why::Decided }
    }
}

/// Where the service is said to be, where its route leads to an address that it does not have any
/// more. Only the address counts: a path that is announced anew changes no route.
fn moved<'a>(watched: &Watched, index: &'a Index) -> Option<(Follow, Choice, &'a RouteEntry)> {
    let (app_id, link) = index.approved(&watched.observation.service)?;
    let route = index.route(app_id, &link.route_id)?;
    if route.to != link.to || route.origin != catalog::Origin::Discovery {
        return None;
    }
    let mut offers = watched.observation.offers.iter();
    if offers.any(|offer| offer.addresses.contains(&route.address)) {
        return None;
    }
    let choice = chosen(watched, link, &route.address)?;
    let follow = Follow {
        app_id: app_id.clone(),
        before: link.clone(),
        to: choice.to(route.path()),
        insecure: choice.insecure,
        is_worse: Protection::of(choice.scheme, choice.insecure) < route.protection,
        container: None,
    };
    Some((follow, choice, route))
}

fn is_proven(watched: &Watched, follow: &Follow, choice: &Choice) -> bool {
    let before = &follow.before;
    before.key.is_some()
        && before.key == choice.key
        && before.announcer == watched.observation.announcer
        && !follow.is_worse
}

fn notes(follow: &Follow, choice: &Choice, old_answers: bool) -> Vec<String> {
    let Follow { app_id, before, to, is_worse, .. } = follow;
    let old = if old_answers { "something still answers" } else { "nobody answers any more" };
    let proof = match &before.key {
        None => "Nothing proves that it is the same machine: it had no key to show",
        Some(key) if choice.key.as_ref() != Some(key) => {
            "It does not show the key that the approved one had, so it may be another machine"
        }
        Some(_) => "It shows the key that the approved one had",
    };
    let mut notes = vec![
        format!("It is announced as the approved app {app_id}, but at another address"),
        format!("The route leads to {}, where {old}", before.to),
        proof.to_owned(),
        format!("Approving this moves the route {} to {to}", before.route_id),
    ];
    if *is_worse {
        notes.push("The way there is less protected than the one that was approved".to_owned());
    }
    notes
}

fn proposal(
    watched: &Watched,
    follow: Follow,
    choice: Choice,
    route: &RouteEntry,
    notes: Vec<String>,
) -> Proposal {
    let observation = &watched.observation;
    let (mut plan, _) = rules::plan(observation, &follow.app_id, |_| false);
    // The route keeps what it has, whatever is announced now.
    plan.server_path = route.path().to_owned();
    plan.path_base = format!("{}/", route.prefix);
    plan.scopes.clone_from(&route.scopes);
    Proposal {
        id: Proposal::id_of(&observation.service, &follow.app_id, choice.scheme, choice.own_port),
        service: observation.service.clone(),
        confidence: observation.score.confidence(),
        evidence: evidence(watched, &plan),
        security_notes: rules::security_notes(observation, &plan, &choice, notes),
        choices: vec![choice],
        plan,
        moves: Some(follow.before),
    }
}
