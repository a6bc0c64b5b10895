use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::decide::Why;
use super::dependency::{Concerns, Dependency};
use super::effects::{Effects, Showing};
use super::flap_damper::{ABSENCE, MEMORY, Presence};
use super::follow_guard::FollowGuard;
use super::index::Index;
use super::timers::Timers;
use super::watched::{Moment, ProbeTask, Watched};
use crate::model::{Observation, Proposal, ServiceKey, Source};
use crate::probe::Probed;
use crate::rules::Claims;

/// More than any house has, for each source: strangers who fill one take nothing from the others.
/// What comes beyond is left out, and said to be.
pub(crate) const MOST_SERVICES: usize = 5_000;
/// How many proposals are known to have been told of; more are kept in the database for a while.
const MOST_ANNOUNCED: usize = 50_000;
/// What comes in this time after a source told everything was there before the program started.
const BEGINNING: Duration = Duration::from_secs(10);

/// What was decided and told before.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    pub(crate) claims: Claims,
    pub(crate) dismissed: HashSet<String>,
    pub(crate) announced: HashSet<String>,
}

/// Holds every service and decides about each when something changed that concerns it.
#[derive(Debug)]
pub(crate) struct Reconciler {
    pub(super) services: HashMap<ServiceKey, Watched>,
    pub(super) concerns: Concerns,
    pub(super) timers: Timers,
    pub(super) index: Index,
    pub(super) memory: Memory,
    /// Announced before the program started: that it is found again is no news.
    pub(super) from_before: HashSet<String>,
    pub(super) shown: HashMap<String, ServiceKey>,
    /// When each source first told everything.
    pub(super) told_all: HashMap<Source, Instant>,
    left_out: HashMap<Source, usize>,
    counts: HashMap<Source, usize>,
    tasks: u64,
    /// The apps that are known not to be at their address.
    pub(super) away: HashSet<Arc<str>>,
    pub(super) effects: Effects,
}

impl Reconciler {
    pub(crate) fn new(memory: Memory, index: Index) -> Self {
        Reconciler {
            services: HashMap::new(),
            concerns: Concerns::default(),
            timers: Timers::default(),
            index,
            from_before: memory.announced.clone(),
            memory,
            shown: HashMap::new(),
            told_all: HashMap::new(),
            left_out: HashMap::new(),
            counts: HashMap::new(),
            tasks: 0,
            away: HashSet::new(),
            effects: Effects::default(),
        }
    }

    pub(crate) fn take_effects(&mut self) -> Effects {
        std::mem::take(&mut self.effects)
    }

    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        self.timers.next()
    }

    pub(crate) fn proposal(&self, id: &str) -> Option<&Arc<Proposal>> {
        self.services.get(self.shown.get(id)?)?.shown.as_ref()
    }

    /// How many services of a source are known.
    pub(crate) fn count(&self, source: Source) -> usize {
        self.counts.get(&source).copied().unwrap_or(0)
    }

    /// How many of them there was no room for.
    pub(crate) fn left_out(&self) -> usize {
        self.left_out.values().sum()
    }

    /// Whether a service that came then may have been there when the program started.
    pub(super) fn is_beginning(&self, source: Source, came: Instant) -> bool {
        self.told_all.get(&source).is_none_or(|told| came < *told + BEGINNING)
    }

    pub(crate) fn claims(&self) -> usize {
        self.memory.claims.len()
    }

    pub(crate) fn is_known(&self, service: &ServiceKey) -> bool {
        self.services.contains_key(service)
    }

    /// Forgets what is not kept in the database any more.
    pub(crate) fn forget(&mut self, proposals: &[String], services: &[ServiceKey]) {
        for id in proposals {
            self.memory.announced.remove(id);
            self.memory.dismissed.remove(id);
            self.from_before.remove(id);
        }
        services.iter().for_each(|service| self.memory.claims.forget(service));
    }

    /// Returns whether nobody was told of a proposal before.
    pub(super) fn announce(&mut self, proposal: &str) -> bool {
        if self.memory.announced.len() >= MOST_ANNOUNCED {
            let shown = &self.shown;
            self.memory.announced.retain(|id| shown.contains_key(id));
        }
        self.memory.announced.insert(proposal.to_owned())
    }

    /// For a route that could not be sent after its service.
    pub(crate) fn follow_again(&mut self, service: &ServiceKey) {
        if let Some(watched) = self.services.get_mut(service) {
            watched.pursuit = FollowGuard::default();
        }
    }

    pub(crate) fn seen(&mut self, observation: Observation, moment: Moment) {
        let key = observation.service.clone();
        if !self.services.contains_key(&key) {
            if !self.makes_room(key.source) {
                *self.left_out.entry(key.source).or_default() += 1;
                return;
            }
            *self.counts.entry(key.source).or_default() += 1;
            self.services.insert(key.clone(), Watched::new(observation.clone(), moment));
        }
        let Some(watched) = self.services.get_mut(&key) else { return };
        let was_here = watched.calm.presence() == Presence::Here;
        let to_probe = watched.observe(observation, moment);
        if let Some(shown) = &watched.shown {
            self.effects.showing.push(Showing::Seen(shown.id.clone(), moment.time));
        }
        if !was_here {
            self.memory.claims.here(&key);
            self.presence_changed(&key, moment);
        }
        if to_probe {
            self.probe(&key);
        }
        self.decide(&key, moment);
        self.note_place(&key);
        self.note_neighbours(&key);
    }

    pub(crate) fn gone(&mut self, key: &ServiceKey, moment: Moment) {
        let Some(watched) = self.services.get_mut(key) else { return };
        if watched.calm.went(moment.now) {
            self.timers.set(moment.now + ABSENCE, key);
        }
        self.note_place(key);
    }

    pub(crate) fn whole(&mut self, source: Source, mut all: Vec<Observation>, moment: Moment) {
        self.told_all.entry(source).or_insert(moment.now);
        self.left_out.remove(&source);
        let named: HashSet<&ServiceKey> = all.iter().map(|seen| &seen.service).collect();
        let known = self.services.keys().filter(|key| key.source == source);
        let gone: Vec<ServiceKey> = known.filter(|key| !named.contains(key)).cloned().collect();
        gone.iter().for_each(|key| self.gone(key, moment));
        // In an order of their own, so that whoever wishes first for an id is always the same.
        all.sort_by(|one, other| one.service.cmp(&other.service));
        all.into_iter().for_each(|observation| self.seen(observation, moment));
    }

    pub(crate) fn probed(&mut self, probed: Probed, moment: Moment) {
        let Some(watched) = self.services.get_mut(&probed.service) else { return };
        if watched.task != probed.task {
            return;
        }
        watched.tried = true;
        watched.found(probed.findings);
        self.decide(&probed.service, moment);
    }

    /// Takes over the apps and routes that there are now.
    pub(crate) fn adopt(&mut self, index: Index, moment: Moment) {
        let changed = self.index.changes(&index);
        self.index = index;
        self.decide_concerned(&changed, moment);
        self.note_all_places();
    }

    pub(crate) fn tick(&mut self, moment: Moment) {
        while let Some(key) = self.timers.take_due(moment.now) {
            self.wake(&key, moment);
        }
    }

    pub(crate) fn dismiss(&mut self, id: &str, moment: Moment) {
        self.memory.dismissed.insert(id.to_owned());
        if let Some(key) = self.shown.get(id).cloned() {
            self.decide(&key, moment);
        }
    }

    /// A dismissed one is decided about again. Which service it is of is not remembered.
    pub(crate) fn bring_back(&mut self, id: &str, moment: Moment) {
        let mut dismissed = self.memory.dismissed.clone();
        dismissed.remove(id);
        self.memory.announced.remove(id);
        self.set_dismissed(dismissed, moment);
    }

    /// Takes over what is dismissed now, whatever was before.
    pub(crate) fn set_dismissed(&mut self, dismissed: HashSet<String>, moment: Moment) {
        if self.memory.dismissed == dismissed {
            return;
        }
        self.memory.dismissed = dismissed;
        let mut keys: Vec<ServiceKey> = self.services.keys().cloned().collect();
        keys.sort();
        keys.iter().for_each(|key| self.decide(key, moment));
    }

    /// Forgets every decision and answer, and begins anew with what is seen.
    pub(crate) fn clear(&mut self, moment: Moment) {
        self.memory.dismissed.clear();
        self.memory.announced.clear();
        self.from_before.clear();
        let keys: Vec<ServiceKey> = self.services.keys().cloned().collect();
        for key in &keys {
            self.show(key, None, Why::Decided);
            if let Some(watched) = self.services.get_mut(key) {
                watched.since = moment.now;
                watched.forget_findings(watched.observation.offers.len());
                self.probe(key);
            }
        }
        keys.iter().for_each(|key| self.decide(key, moment));
    }

    fn wake(&mut self, key: &ServiceKey, moment: Moment) {
        let Some(watched) = self.services.get_mut(key) else { return };
        if watched.calm.stays_away(moment.now) {
            watched.forget_findings(watched.observation.offers.len());
            self.memory.claims.gone(key, moment.now);
            self.effects.probes.push((key.clone(), None));
            self.show(key, None, Why::Silent);
            self.presence_changed(key, moment);
            self.timers.set(moment.now + MEMORY, key);
        } else if watched.calm.is_forgotten(moment.now) {
            self.purge(key);
        } else {
            self.decide(key, moment);
        }
    }

    fn purge(&mut self, key: &ServiceKey) {
        if let Some(watched) = self.services.remove(key) {
            self.concerns.replace(key, &watched.concerns, &HashSet::new());
            if let Some(count) = self.counts.get_mut(&key.source) {
                *count -= 1;
            }
        }
    }

    /// Whether one more of a source can be taken in, be it that one that is away is forgotten.
    fn makes_room(&mut self, source: Source) -> bool {
        if self.count(source) < MOST_SERVICES {
            return true;
        }
        let away = self.services.iter().find(|(key, watched)| {
            key.source == source && watched.calm.presence() == Presence::Away
        });
        let away = away.map(|(key, _)| key.clone());
        away.iter().for_each(|key| self.purge(key));
        away.is_some()
    }

    /// What is at the address of an approved service may be another one while that is away.
    fn presence_changed(&mut self, key: &ServiceKey, moment: Moment) {
        let Some((app_id, link)) = self.index.approved(key) else { return };
        let route = self.index.route(app_id, &link.route_id);
        let concern = route.map(|route| Dependency::Address(route.address.clone()));
        self.decide_concerned(&concern.into_iter().collect(), moment);
    }

    fn decide_concerned(&mut self, changed: &HashSet<Dependency>, moment: Moment) {
        let mut concerned: Vec<_> = self.concerns.concerned(changed).into_iter().collect();
        concerned.sort();
        concerned.iter().for_each(|key| self.decide(key, moment));
    }

    /// Has the prober ask what nobody answered yet.
    fn probe(&mut self, key: &ServiceKey) {
        let Some(watched) = self.services.get_mut(key) else { return };
        let offers = watched.unanswered();
        watched.tried |= offers.is_empty();
        self.tasks += 1;
        watched.task = self.tasks;
        let task = ProbeTask { number: self.tasks, offers };
        let task = (!task.offers.is_empty()).then_some(task);
        self.effects.probes.push((key.clone(), task));
    }
}
