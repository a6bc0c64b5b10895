//! What is known of an engine at a moment.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::{Container, ContainerId, Details, EngineError, Surroundings};

/// Never changes; another one takes its place.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    pub containers: HashMap<ContainerId, Arc<Entry>>,
    /// `None` before the first list.
    pub around: Option<Arc<Surroundings>>,
    /// Grows when everything that a list showed is known.
    pub wholes: u64,
    /// How many could not be inspected since the last list, and why not the last of them.
    pub unseen: Option<(usize, EngineError)>,
    /// Whether the engine tells what happens; `None` while that is not known.
    pub link: Option<Result<(), EngineError>>,
    /// Why nothing can be seen at the moment. What was seen last still counts.
    pub trouble: Option<EngineError>,
    /// Which list this is.
    list: u64,
    order: Arc<[ContainerId]>,
    revision: u64,
    /// Something happened to them since they were listed.
    doubted: HashSet<ContainerId>,
}

/// Another one takes its place when something happened to the container.
#[derive(Debug)]
pub struct Entry {
    /// As the last list showed it, but for its status, which is another one every minute.
    pub container: Arc<Container>,
    /// Only where they are wanted, and once it was inspected.
    pub details: Option<Arc<Details>>,
    revision: u64,
}

/// An answer of the engine.
pub(super) struct Listed {
    /// Larger than those of lists that were asked for before.
    pub(super) number: u64,
    pub(super) around: Arc<Surroundings>,
    pub(super) containers: Vec<Container>,
}

impl Snapshot {
    /// The containers in the order in which the engine lists them.
    pub fn listed(&self) -> impl Iterator<Item = &Arc<Entry>> + Clone {
        self.order.iter().filter_map(move |id| self.containers.get(id))
    }

    /// Grows with every change of a container.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// What there is of the containers that changed after a revision, as one came after the other.
    pub fn changed_since(&self, revision: u64) -> Vec<(&ContainerId, &Arc<Entry>)> {
        let entries = self.containers.iter().filter(|(_, known)| known.revision > revision);
        let mut changed: Vec<_> = entries.collect();
        changed.sort_unstable_by_key(|(_, known)| known.revision);
        changed
    }

    /// Has a container count as changed when a list shows it next.
    pub(super) fn doubt(&mut self, id: &ContainerId) {
        if self.containers.contains_key(id) {
            self.doubted.insert(id.clone());
        }
    }

    pub(super) fn doubt_all(&mut self) {
        self.doubted.extend(self.containers.keys().cloned());
    }

    pub(super) fn remove(&mut self, id: &ContainerId) {
        self.containers.remove(id);
        self.doubted.remove(id);
    }

    /// Takes over a list, unless a newer one is shown, and returns what has to be inspected where
    /// containers are.
    pub(super) fn take_list(
        &mut self,
        listed: Listed,
        touched: &HashSet<ContainerId>,
        inspects: bool,
    ) -> HashSet<ContainerId> {
        let mut news = HashSet::new();
        if listed.number < self.list {
            return news;
        }
        self.list = listed.number;
        if inspects && self.around.as_ref() != Some(&listed.around) {
            // What was looked at meanwhile was seen from nowhere, or from another place.
            news.extend(touched.iter().cloned());
            self.doubt_all();
        }
        self.around = Some(listed.around);
        (self.unseen, self.trouble) = (None, None);
        self.order = listed.containers.iter().map(|container| container.id.clone()).collect();
        let there: HashSet<&ContainerId> = self.order.iter().chain(touched).collect();
        self.containers.retain(|id, _| there.contains(id));
        self.doubted.retain(|id| there.contains(id));
        for mut container in listed.containers {
            container.status.clear();
            if self.is_news(&container) {
                let id = container.id.clone();
                let details = self.containers.get(&id).and_then(|known| known.details.clone());
                self.put(id.clone(), Arc::new(container), details);
                news.insert(id);
            }
        }
        if !inspects {
            news.clear();
        }
        self.wholes += u64::from(news.is_empty());
        news
    }

    fn is_news(&mut self, container: &Container) -> bool {
        let known = self.containers.get(&container.id);
        let is_doubted = self.doubted.remove(&container.id);
        is_doubted || known.is_none_or(|known| *known.container != *container)
    }

    pub(super) fn take_details(&mut self, id: ContainerId, details: Details) {
        // Without a list, nobody knows yet where we are; it is on its way.
        if self.around.is_none() {
            return;
        }
        let container = match self.containers.get(&id) {
            Some(known) => known.container.clone(),
            None => {
                self.doubted.insert(id.clone());
                Arc::new(details.container.clone())
            }
        };
        self.put(id, container, Some(Arc::new(details)));
    }

    fn put(&mut self, id: ContainerId, container: Arc<Container>, details: Option<Arc<Details>>) {
        self.revision += 1;
        let entry = Entry { container, details, revision: self.revision };
        self.containers.insert(id, Arc::new(entry));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use kit::Timestamp;

    use super::*;
    use crate::{Attachment, Runtime, State};

    fn container() -> Container {
        let network =
            Attachment { network: "bridge".to_owned(), addresses: Vec::new(), gateway: None };
        Container {
            id: ContainerId::parse("4f5c2a9d01ab").expect("an id"),
            name: "web".into(),
            runtime: Runtime::Docker,
            namespace: None,
            image: "example/web:1".to_owned(),
            labels: BTreeMap::new(),
            state: State::Running,
            status: "Up 3 minutes".to_owned(),
            created: Timestamp(0),
            ports: Vec::new(),
            networks: vec![network],
            host_network: false,
            owner: None,
            former_names: Vec::new(),
        }
    }

    /// Takes over a list of one container or none, and says whether it has to be inspected.
    fn is_news(snapshot: &mut Snapshot, number: u64, one: Option<&Container>) -> bool {
        let containers = one.into_iter().cloned().collect();
        let listed = Listed { number, around: Arc::default(), containers };
        !snapshot.take_list(listed, &HashSet::new(), true).is_empty()
    }

    #[test]
    fn what_the_list_shows_unchanged_is_no_news() {
        let (mut snapshot, mut one) = (Snapshot::default(), container());
        assert!(is_news(&mut snapshot, 1, Some(&one)));
        one.status = "Up 4 minutes".to_owned();
        assert!(!is_news(&mut snapshot, 2, Some(&one)));
        assert_eq!(snapshot.wholes, 1);
        snapshot.doubt(&one.id);
        assert!(is_news(&mut snapshot, 3, Some(&one)));
        one.networks.clear();
        assert!(is_news(&mut snapshot, 4, Some(&one)));
        snapshot.doubt_all();
        assert!(is_news(&mut snapshot, 5, Some(&one)));
        assert!(!is_news(&mut snapshot, 6, None));
        assert!(snapshot.containers.is_empty());
        assert!(is_news(&mut snapshot, 7, Some(&one)));
    }

    #[test]
    fn a_list_that_comes_late_hides_nothing() {
        let (mut snapshot, one) = (Snapshot::default(), container());
        is_news(&mut snapshot, 2, Some(&one));
        assert!(!is_news(&mut snapshot, 1, None));
        let listed: Vec<&str> =
            snapshot.listed().map(|known| known.container.id.as_str()).collect();
        assert_eq!(listed, [one.id.as_str()]);
    }
}
