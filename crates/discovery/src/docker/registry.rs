//! What is known of the engine's containers.

use std::collections::{HashMap, HashSet};

use engines::{Container, ContainerId};

use crate::model::{Observation, ServiceKey};
use crate::sightings::Sighting;

#[derive(Debug, Default)]
pub(super) struct Registry {
    known: HashMap<ContainerId, Known>,
    /// Which container stands for a service. While one is replaced, two may have had its name.
    owners: HashMap<ServiceKey, ContainerId>,
}

#[derive(Debug, Default)]
struct Known {
    /// How the list showed it when it was looked at last.
    listed: Option<Container>,
    /// `None` for a container that is left out.
    observation: Option<Observation>,
}

impl Registry {
    /// Whether a container has to be looked at, given how the list shows it now.
    pub(super) fn is_news(&mut self, mut container: Container) -> bool {
        // It says how long ago something was, and so is never the same.
        container.status.clear();
        let known = self.known.entry(container.id.clone()).or_default();
        let is_news = known.listed.as_ref() != Some(&container);
        known.listed = Some(container);
        is_news
    }

    /// Has the container be looked at when a list shows it next.
    pub(super) fn doubt(&mut self, id: &ContainerId) {
        if let Some(known) = self.known.get_mut(id) {
            known.listed = None;
        }
    }

    pub(super) fn doubt_all(&mut self) {
        self.known.values_mut().for_each(|known| known.listed = None);
    }

    /// Takes over what a look at a container found, and returns what is new about that.
    pub(super) fn take(&mut self, id: &ContainerId, seen: Option<Observation>) -> Vec<Sighting> {
        let known = self.known.entry(id.clone()).or_default();
        if known.observation == seen {
            return Vec::new();
        }
        let before = std::mem::replace(&mut known.observation, seen.clone());
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

    /// The container does not run any more, or is gone.
    pub(super) fn remove(&mut self, id: &ContainerId) -> Option<Sighting> {
        let observation = self.known.remove(id)?.observation?;
        self.release(id, observation.service)
    }

    /// Removes all but those that run.
    pub(super) fn keep(&mut self, running: &HashSet<ContainerId>) -> Vec<Sighting> {
        let gone = self.known.keys().filter(|id| !running.contains(*id));
        let gone: Vec<ContainerId> = gone.cloned().collect();
        gone.iter().filter_map(|id| self.remove(id)).collect()
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
        let owned = |(id, known): (&ContainerId, &Known)| {
            let observation = known.observation.as_ref()?;
            let is_owner = self.owners.get(&observation.service) == Some(id);
            is_owner.then(|| observation.clone())
        };
        let mut whole: Vec<Observation> = self.known.iter().filter_map(owned).collect();
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
        assert_eq!(told(registry.remove(&id("1"))), [""; 0]);
    }

    #[test]
    fn a_container_that_was_replaced_takes_nothing_with_it() {
        let mut registry = Registry::default();
        registry.take(&id("1"), seen("web"));
        registry.take(&id("2"), seen("web"));
        assert_eq!(told(registry.remove(&id("1"))), [""; 0]);
        assert_eq!(registry.whole().len(), 1);
        assert_eq!(told(registry.remove(&id("2"))), ["gone web"]);
        assert_eq!(registry.whole(), []);
    }

    #[test]
    fn what_the_list_shows_unchanged_is_no_news() {
        let mut registry = Registry::default();
        let mut container = sample::details().container;
        assert!(registry.is_news(container.clone()));
        container.status = "Up 4 minutes".to_owned();
        assert!(!registry.is_news(container.clone()));
        registry.doubt(&container.id);
        assert!(registry.is_news(container.clone()));
        container.networks.clear();
        assert!(registry.is_news(container.clone()));
        registry.doubt_all();
        assert!(registry.is_news(container.clone()));
        registry.take(&container.id, seen("web"));
        assert_eq!(told(registry.keep(&HashSet::new())), ["gone web"]);
        assert!(registry.is_news(container));
    }
}
