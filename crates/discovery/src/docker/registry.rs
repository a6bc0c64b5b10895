//! What was observed of the engine's containers.

use std::collections::HashMap;

use engines::ContainerId;

use crate::model::{Observation, ServiceKey};
use crate::sightings::Sighting;

#[derive(Debug, Default)]
pub(super) struct Registry {
    known: HashMap<ContainerId, Observation>,
    /// Which container stands for a service. While one is replaced, two may have had its name.
    owners: HashMap<ServiceKey, ContainerId>,
}

impl Registry {
    /// Takes over what a container looks like, and returns what is new about that. `None` for one
    /// that is left out, or gone.
    pub(super) fn take(&mut self, id: &ContainerId, seen: Option<Observation>) -> Vec<Sighting> {
        let before = match &seen {
            Some(observation) => self.known.insert(id.clone(), observation.clone()),
            None => self.known.remove(id),
        };
        if before == seen {
            return Vec::new();
        }
        let renamed =
            before.filter(|old| seen.as_ref().is_none_or(|new| new.service != old.service));
        let mut news: Vec<Sighting> = Vec::new();
        if let Some(old) = renamed {
            news.extend(self.release(id, old.service));
        }
        if let Some(observation) = seen {
            self.owners.insert(observation.service.clone(), id.clone());
            news.push(Sighting::Seen(Box::new(observation)));
        }
        news
    }

    /// Removes all but those that are there.
    pub(super) fn keep(&mut self, is_there: impl Fn(&ContainerId) -> bool) -> Vec<Sighting> {
        let gone: Vec<ContainerId> =
            self.known.keys().filter(|id| !is_there(id)).cloned().collect();
        gone.iter().flat_map(|id| self.take(id, None)).collect()
    }

    fn release(&mut self, id: &ContainerId, service: ServiceKey) -> Option<Sighting> {
        if self.owners.get(&service) != Some(id) {
            return None;
        }
        self.owners.remove(&service);
        Some(Sighting::Gone(service))
    }

    /// Everything that there is, in the order of names.
    pub(super) fn whole(&self) -> Vec<Observation> {
        let known = self.known.iter();
        let owned = known.filter(|(id, known)| self.owners.get(&known.service) == Some(*id));
        let mut whole: Vec<Observation> = owned.map(|(_, known)| known.clone()).collect();
        whole.sort_by(|one, other| one.service.cmp(&other.service));
        whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::DockerConfig;
    use crate::docker::observe::observe;
    use crate::docker::sample;

    fn id(text: &str) -> ContainerId {
        ContainerId::parse(text).unwrap()
    }

    fn seen(name: &str) -> Option<Observation> {
        let mut details = sample::details();
        details.container.name = name.into();
        observe(&details, &sample::on_host(), &DockerConfig::default())
    }

    fn told(news: impl IntoIterator<Item = Sighting>) -> Vec<String> {
        let text = |sighting| match sighting {
            Sighting::Seen(observation) => format!("seen {}", observation.service.identity),
            Sighting::Gone(service) => format!("gone {}", service.identity),
            other => format!("{other:?}"),
        };
        news.into_iter().map(text).collect()
    }

    #[test]
    fn only_news_are_told() {
        let mut registry = Registry::default();
        assert_eq!(told(registry.take(&id("1"), seen("web"))), ["seen web"]);
        assert_eq!(told(registry.take(&id("1"), seen("web"))), [""; 0]);
        assert_eq!(told(registry.take(&id("1"), seen("site"))), ["gone web", "seen site"]);
        assert_eq!(told(registry.take(&id("1"), None)), ["gone site"]);
        assert_eq!(told(registry.take(&id("1"), None)), [""; 0]);
        assert_eq!(told(registry.keep(|_| false)), [""; 0]);
    }

    #[test]
    fn a_container_that_was_replaced_takes_nothing_with_it() {
        let mut registry = Registry::default();
        registry.take(&id("1"), seen("web"));
        registry.take(&id("2"), seen("web"));
        assert_eq!(told(registry.keep(|known| *known == id("2"))), [""; 0]);
        assert_eq!(registry.whole().len(), 1);
        assert_eq!(told(registry.keep(|_| false)), ["gone web"]);
        assert_eq!(registry.whole(), []);
    }
}
