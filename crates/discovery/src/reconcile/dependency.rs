use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::model::{Address, ServiceKey};

/// Something of the catalogue on which the fate of a service depends.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Dependency {
    /// The app that was made for it.
    Service(ServiceKey),
    /// An app id that it has or wishes for.
    App(Arc<str>),
    /// A place to which a route may lead already.
    Address(Address),
    /// A path that it wishes for.
    Prefix(Arc<str>),
}

/// Who has to be looked at again when something changed.
#[derive(Debug, Default)]
pub(crate) struct Concerns {
    services: HashMap<Dependency, HashSet<ServiceKey>>,
}

impl Concerns {
    pub(crate) fn replace(
        &mut self,
        service: &ServiceKey,
        old: &HashSet<Dependency>,
        new: &HashSet<Dependency>,
    ) {
        for concern in old.difference(new) {
            if let Some(services) = self.services.get_mut(concern) {
                services.remove(service);
                if services.is_empty() {
                    self.services.remove(concern);
                }
            }
        }
        for concern in new.difference(old) {
            self.services.entry(concern.clone()).or_default().insert(service.clone());
        }
    }

    pub(crate) fn concerned<'a>(
        &self,
        changed: impl IntoIterator<Item = &'a Dependency>,
    ) -> HashSet<ServiceKey> {
        let services = changed.into_iter().filter_map(|concern| self.services.get(concern));
        services.flatten().cloned().collect()
    }
}
