use std::collections::HashSet;
use std::sync::Arc;

use routing::Scheme;

use super::Reconciler;
use super::decide::{Others, Verdict, Why, follow, has_route, look_again, propose};
use super::dependency::Dependency;
use super::effects::{Record, Showing};
use super::flap_damper::Presence;
use super::watched::{Moment, RESTART};
use crate::model::{Observation, Proposal, ServiceKey, Source};
use crate::rules::wished_prefix;

impl Reconciler {
    /// Decides about one service, from what is known and from nothing else.
    pub(super) fn decide(&mut self, key: &ServiceKey, moment: Moment) {
        let Some(watched) = self.services.get_mut(key) else { return };
        match watched.calm.presence() {
            Presence::Here => {}
            Presence::Leaving => return self.end_decided(key),
            Presence::Away => return,
        }
        match key.source {
            Source::Mdns => self.relocate(key, moment),
            Source::Docker | Source::Kubernetes => {
                let follow = follow(watched, &self.index);
                if let Some(follow) = follow.filter(|follow| watched.pursuit.begins(follow)) {
                    let record = if follow.is_worse { Record::Stayed } else { Record::Follow };
                    self.effects.records.push(record(Box::new(follow)));
                }
            }
        }
        match self.verdict(key, moment) {
            Verdict::Hold => {
                let again = self.services.get(key).and_then(|held| look_again(held, moment.now));
                again.into_iter().for_each(|at| self.timers.set(at, key));
            }
            Verdict::Nothing(why) => self.show(key, None, why),
            Verdict::Proposed(proposal) => self.show(key, Some(*proposal), Why::Decided),
        }
        self.note_concerns(key);
    }

    /// What was decided about counts at once, though its service may be on its way out.
    fn end_decided(&mut self, key: &ServiceKey) {
        let shown = self.services.get(key).and_then(|watched| watched.shown.as_ref());
        let dismissed = shown.is_some_and(|shown| self.memory.dismissed.contains(&shown.id));
        let approved = self.index.approved(key).is_some();
        if dismissed || approved && self.why_decided(key) == Why::Decided {
            self.show(key, None, Why::Decided);
        }
    }

    fn verdict(&mut self, key: &ServiceKey, moment: Moment) -> Verdict {
        if let Some(verdict) = self.propose_move(key, moment) {
            return verdict;
        }
        let Some(watched) = self.services.get(key) else { return Verdict::Nothing(Why::Silent) };
        let observation = &watched.observation;
        let is_here = |other: &ServiceKey| match self.services.get(other) {
            Some(other) => other.calm.presence() != Presence::Away,
            // Nobody knows yet.
            None => !self.told_all.contains_key(&other.source),
        };
        if self.index.approved(key).is_some() || has_route(observation, &self.index, is_here) {
            return Verdict::Nothing(self.why_decided(key));
        }
        if !watched.is_settled(moment.now) {
            return Verdict::Hold;
        }
        let choices = watched.choices();
        if choices.is_empty() {
            let restarting = moment.now.duration_since(watched.since) < RESTART;
            let hold = watched.shown.is_some() && restarting;
            return if hold { Verdict::Hold } else { Verdict::Nothing(Why::Silent) };
        }
        let quiet = watched.calm.quiet_until(moment.now);
        if watched.shown.is_none()
            && let Some(until) = quiet
        {
            self.timers.set(until, key);
            return Verdict::Nothing(Why::Silent);
        }
        let told = |source| self.told_all.contains_key(&source);
        let others = Others { index: &self.index, service: key, told_all: &told };
        let wish = observation.wishes.app_id.as_deref();
        let wish = (wish, observation.name.as_str());
        let settled = self.memory.claims.settle(key, wish, &others, moment.now);
        if let Some(loser) = &settled.loser {
            self.effects.records.push(Record::Unclaimed(loser.clone()));
        }
        if settled.is_new {
            let claimed = Record::Claimed(key.clone(), settled.app_id.clone());
            self.effects.records.push(claimed);
        }
        // Whichever port answered first, and whatever it was taken for when somebody decided.
        let mut ids = observation.offers.iter().flat_map(|offer| {
            let id = |scheme| Proposal::id_of(key, &settled.app_id, scheme, offer.own_port);
            [Scheme::Http, Scheme::Https].map(id)
        });
        if ids.any(|id| self.memory.dismissed.contains(&id)) {
            return Verdict::Nothing(Why::Decided);
        }
        let proposal = propose(watched, choices, &settled, (&self.index, &self.memory.claims));
        Verdict::Proposed(Box::new(proposal))
    }

    /// Brings the list in line with what was decided, and says what is worth telling.
    pub(super) fn show(&mut self, key: &ServiceKey, new: Option<Proposal>, why: Why) {
        let Some(watched) = self.services.get_mut(key) else { return };
        let old = watched.shown.take();
        if old.as_deref() == new.as_ref() {
            watched.shown = old;
            return;
        }
        let same = old.as_ref().zip(new.as_ref()).is_some_and(|(old, new)| old.id == new.id);
        watched.shown = new.map(Arc::new);
        if !same && let Some(old) = old {
            self.shown.remove(&old.id);
            self.effects.showing.push(Showing::Drop(old.id.clone()));
            if why == Why::Silent || watched.shown.is_some() {
                self.effects.records.push(Record::Withdrawn(old.id.clone()));
            }
        }
        let Some(proposal) = watched.shown.clone() else { return };
        let (last_seen, came) = (watched.last_seen, watched.since);
        self.effects.showing.push(Showing::Put(proposal.clone(), last_seen));
        if same {
            return;
        }
        self.shown.insert(proposal.id.clone(), key.clone());
        let is_new = self.announce(&proposal.id);
        let from_before = self.from_before.remove(&proposal.id);
        if !(from_before && self.is_beginning(key.source, came)) {
            self.effects.records.push(Record::Appeared { proposal, is_new });
        }
    }

    fn note_concerns(&mut self, key: &ServiceKey) {
        let claimed = self.memory.claims.of(key).cloned();
        let Some(watched) = self.services.get_mut(key) else { return };
        let Observation { wishes, offers, .. } = &watched.observation;
        let mut concerns = HashSet::from([Dependency::Service(key.clone())]);
        let addresses = offers.iter().flat_map(|offer| &offer.addresses);
        concerns.extend(addresses.cloned().map(Dependency::Address));
        let wished = wishes.app_id.as_deref().map(Arc::from);
        for id in claimed.into_iter().chain(wished) {
            concerns.insert(Dependency::Prefix(format!("/apps/{id}").into()));
            concerns.insert(Dependency::App(id));
        }
        let prefix = wished_prefix(wishes);
        let mut path = prefix.as_ref().map_or("", |prefix| prefix.as_str());
        // Who takes a path above it takes this one as well.
        while !path.is_empty() {
            concerns.insert(Dependency::Prefix(path.into()));
            path = path.rsplit_once('/').map_or("", |(above, _)| above);
        }
        self.concerns.replace(key, &watched.concerns, &concerns);
        watched.concerns = concerns;
    }
}
