use std::collections::{BTreeMap, BTreeSet};

use super::Service;

/// Each service after those that it depends on; `None` where they wait for each other.
pub(super) fn order(services: &BTreeMap<String, Service>) -> Option<Vec<&str>> {
    let mut ordered: Vec<&str> = Vec::new();
    let mut done: BTreeSet<&str> = BTreeSet::new();
    while done.len() < services.len() {
        let ready = services.iter().find(|(name, service)| {
            let waits_for = service.depends_on.keys();
            !done.contains(name.as_str())
                && waits_for.into_iter().all(|other| done.contains(other.as_str()))
        });
        let (name, _) = ready?;
        done.insert(name);
        ordered.push(name);
    }
    Some(ordered)
}
