use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use kit::Timestamp;
use tokio::time::Instant;

use super::dependency::Dependency;
use super::flap_damper::FlapDamper;
use super::follow_guard::FollowGuard;
use super::relocation::Relocation;
use crate::model::{Choice, Observation, Offer, Probing, Proposal};
use crate::probe::{Finding, guess};

/// How long a new service is not shown for want of an answer that only improves what is said.
pub(super) const PATIENCE: Duration = Duration::from_millis(700);
/// How long a service that was shown and started anew may take until it answers again.
pub(super) const RESTART: Duration = Duration::from_secs(10);

/// Now, by the clock that measures and by the one that people read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    pub(crate) now: Instant,
    pub(crate) time: Timestamp,
}

/// What the prober is to find out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ProbeTask {
    /// Answers to an older task are of no interest.
    pub(crate) number: u64,
    pub(crate) offers: Vec<Offer>,
}

/// A service and everything that is known about it.
#[derive(Debug)]
pub(super) struct Watched {
    pub(super) observation: Observation,
    pub(super) calm: FlapDamper,
    /// When it came, was started anew or began to be elsewhere.
    pub(super) since: Instant,
    /// What answered, for each of its offers.
    pub(super) findings: Vec<Option<Finding>>,
    /// Whether every offer was asked at least once.
    pub(super) tried: bool,
    pub(super) task: u64,
    pub(super) shown: Option<Arc<Proposal>>,
    pub(super) last_seen: Timestamp,
    pub(super) concerns: HashSet<Dependency>,
    pub(super) pursuit: FollowGuard,
    pub(super) relocation: Relocation,
}

impl Watched {
    pub(super) fn new(observation: Observation, moment: Moment) -> Self {
        let findings = vec![None; observation.offers.len()];
        Watched {
            observation,
            calm: FlapDamper::new(),
            since: moment.now,
            findings,
            tried: false,
            task: 0,
            shown: None,
            last_seen: moment.time,
            concerns: HashSet::new(),
            pursuit: FollowGuard::default(),
            relocation: Relocation::default(),
        }
    }

    /// Takes over what is seen now. Returns whether there is something to probe that was not
    /// before.
    pub(super) fn observe(&mut self, observation: Observation, moment: Moment) -> bool {
        self.last_seen = moment.time;
        let returned = self.calm.came(moment.now);
        let restarted = self.observation.epoch != observation.epoch;
        let offers_changed = self.observation.offers != observation.offers;
        if restarted || returned || offers_changed {
            self.since = moment.now;
        }
        if restarted {
            self.forget_findings(observation.offers.len());
        } else if offers_changed {
            self.carry_findings(&observation.offers);
        }
        self.observation = observation;
        restarted || offers_changed || returned
    }

    pub(super) fn forget_findings(&mut self, offers: usize) {
        self.findings = vec![None; offers];
        self.tried = false;
    }

    /// What answered is remembered where the way to it is still one of those that there are.
    fn carry_findings(&mut self, offers: &[Offer]) {
        let old = &self.observation.offers;
        let carried = offers.iter().map(|offer| {
            let is_same =
                |known: &Offer| (known.own_port, known.scheme) == (offer.own_port, offer.scheme);
            let finding = self.findings[old.iter().position(is_same)?].clone();
            finding.filter(|finding| offer.addresses.contains(&finding.address))
        });
        let findings: Vec<_> = carried.collect();
        self.tried = findings.iter().any(Option::is_some);
        self.findings = findings;
    }

    /// The offers that nobody answered yet.
    pub(super) fn unanswered(&self) -> Vec<Offer> {
        let pairs = self.observation.offers.iter().zip(&self.findings);
        pairs.filter(|(_, finding)| finding.is_none()).map(|(offer, _)| offer.clone()).collect()
    }

    pub(super) fn found(&mut self, findings: Vec<Finding>) {
        for finding in findings {
            let offers = self.observation.offers.iter();
            let mut places = offers.zip(&mut self.findings);
            let place = places.find(|(offer, _)| offer.own_port == finding.own_port);
            if let Some((_, place)) = place {
                *place = Some(finding);
            }
        }
    }

    /// Whether what can be said about its ports is worth waiting for no longer.
    pub(super) fn is_settled(&self, now: Instant) -> bool {
        let known = |offer: &Offer| offer.probing == Probing::Adds && offer.scheme.is_some();
        self.tried
            || now.duration_since(self.since) >= PATIENCE
            || self.observation.offers.iter().all(known)
    }

    /// The ports that can be offered. The one that is shown already stays the first.
    pub(super) fn choices(&self) -> Vec<Choice> {
        let pairs = self.observation.offers.iter().zip(&self.findings);
        let mut choices: Vec<Choice> =
            pairs.filter_map(|(offer, finding)| choice(offer, finding.as_ref())).collect();
        let shown = self.shown.as_ref().map(|proposal| proposal.suggested().own_port);
        let place = choices.iter().position(|choice| Some(choice.own_port) == shown);
        if let Some(place) = place {
            choices[..=place].rotate_right(1);
        }
        // A port is chosen by its number, so none is there twice.
        let mut ports = HashSet::new();
        choices.retain(|choice| ports.insert(choice.address.port));
        choices
    }
}

pub(super) fn choice(offer: &Offer, finding: Option<&Finding>) -> Option<Choice> {
    if let Some(Finding { own_port, address, scheme, insecure, key, .. }) = finding {
        let (address, key) = (address.clone(), key.clone());
        let (own_port, scheme, insecure) = (*own_port, *scheme, *insecure);
        return Some(Choice { own_port, scheme, address, insecure, key });
    }
    let address = offer.addresses.first().filter(|_| offer.probing == Probing::Adds)?.clone();
    let scheme = offer.scheme.unwrap_or_else(|| guess(offer.own_port));
    Some(Choice { own_port: offer.own_port, scheme, address, insecure: false, key: None })
}
