//! Which announcements are one service: those of one host under one name. A device says under its
//! name what it has, each in its own type.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lan::mdns::Service;

use super::observe::{Surroundings, observe};
use crate::model::{Observation, ServiceKey, Source};
use crate::sightings::Sighting;

#[derive(Debug)]
pub(super) struct Groups {
    around: Surroundings,
    names: BTreeMap<Arc<str>, Name>,
    told: BTreeMap<ServiceKey, Observation>,
    appearances: u64,
}

/// What is announced under one name.
#[derive(Debug, Default)]
struct Name {
    services: Vec<Arc<Service>>,
    /// When each host appeared.
    appeared: BTreeMap<String, u64>,
    /// What was told of it.
    told: BTreeSet<ServiceKey>,
}

impl Groups {
    pub(super) fn new(around: Surroundings) -> Self {
        Groups { around, names: BTreeMap::new(), told: BTreeMap::new(), appearances: 0 }
    }

    /// Everything that there is to propose.
    pub(super) fn all(&self) -> Vec<Observation> {
        self.told.values().cloned().collect()
    }

    /// Takes in what became known, and returns what follows from it.
    pub(super) fn apply(&mut self, sighting: &lan::mdns::Sighting) -> Vec<Sighting> {
        use lan::mdns::Sighting::{Changed, Found, Lost};
        let (gone, new) = match sighting {
            Found(new) => (None, Some(new)),
            Changed(before, now) => (Some(before), Some(now)),
            Lost(gone) => (Some(gone), None),
        };
        let mut touched = BTreeSet::new();
        if let Some(gone) = gone {
            let name = name_of(gone);
            if let Some(known) = self.names.get_mut(&name) {
                known.services.retain(|one| !Arc::ptr_eq(one, gone));
            }
            touched.insert(name);
        }
        if let Some(new) = new {
            let name = name_of(new);
            self.names.entry(name.clone()).or_default().services.push(new.clone());
            touched.insert(name);
        }
        touched.into_iter().flat_map(|name| self.decide(&name)).collect()
    }

    /// Decides everything anew where this program itself is another than before.
    pub(super) fn set_surroundings(&mut self, around: Surroundings) -> Vec<Sighting> {
        self.around = around;
        let names: Vec<_> = self.names.keys().cloned().collect();
        names.into_iter().flat_map(|name| self.decide(&name)).collect()
    }

    fn decide(&mut self, name: &Arc<str>) -> Vec<Sighting> {
        let observations = self.observe_name(name);
        let now: BTreeSet<_> = observations.iter().map(|one| one.service.clone()).collect();
        let Some(known) = self.names.get_mut(name) else { return Vec::new() };
        let before = std::mem::replace(&mut known.told, now.clone());
        if known.services.is_empty() {
            self.names.remove(name);
        }
        let mut sightings = Vec::new();
        for key in before.difference(&now) {
            self.told.remove(key);
            sightings.push(Sighting::Gone(key.clone()));
        }
        for observation in observations {
            if self.told.get(&observation.service) != Some(&observation) {
                self.told.insert(observation.service.clone(), observation.clone());
                sightings.push(Sighting::Seen(Box::new(observation)));
            }
        }
        sightings
    }

    fn observe_name(&mut self, name: &Arc<str>) -> Vec<Observation> {
        let Some(known) = self.names.get_mut(name) else { return Vec::new() };
        let mut hosts: BTreeMap<String, Vec<Arc<Service>>> = BTreeMap::new();
        for service in &known.services {
            hosts.entry(machine(&service.host)).or_default().push(service.clone());
        }
        known.appeared.retain(|host, _| hosts.contains_key(host));
        let mut observations = Vec::new();
        for (host, services) in hosts {
            let appearance = *known.appeared.entry(host.clone()).or_insert_with(|| {
                self.appearances += 1;
                self.appearances
            });
            let key = ServiceKey::new(Source::Mdns, identity(name, &host));
            observations.extend(observe(key, &services, &self.around, appearance));
        }
        observations
    }
}

fn name_of(service: &Service) -> Arc<str> {
    service.instance.to_lowercase().into()
}

/// The host, without the number that it adds to its name while it takes that for somebody else's,
/// as some do whenever the network was away.
fn machine(host: &str) -> String {
    let host = host.to_lowercase();
    let (name, domain) = host.split_once('.').unwrap_or((&host, ""));
    let numbered = name.rsplit_once('-').filter(|(name, number)| {
        !name.is_empty()
            && (1..=3).contains(&number.len())
            && number.bytes().all(|b| b.is_ascii_digit())
    });
    format!("{}.{domain}", numbered.map_or(name, |(name, _)| name))
}

/// The name and its host, with an `@` between them that cannot be part of either. Anybody in the
/// network can take a name, and whoever does so on another host gets nothing that was given to the
/// first, even when that is gone.
fn identity(name: &str, host: &str) -> String {
    format!("{}@{}", name.replace('@', "@@"), host.replace('@', "-"))
}

#[cfg(test)]
mod tests;
