use std::collections::{BTreeSet, HashSet};
use std::mem;

use engines::kubernetes::{ClusterChange, ObjectName, OwnPod};

use super::index::Index;
use super::observe::observe;
use super::scene::Standpoint;
use crate::model::{Observation, ServiceKey, Source};
use crate::sightings::Sighting;

/// What a cluster has, and what of it was told.
#[derive(Debug, Default)]
pub(super) struct Census {
    index: Index,
    standpoint: Standpoint,
    /// Services that something happened to since they were judged.
    touched: BTreeSet<ObjectName>,
    /// Services that were told and are not gone.
    shown: HashSet<ObjectName>,
    /// How many services were ever judged, to see that no work is done in vain.
    #[cfg(test)]
    pub(super) judged: usize,
}

impl Census {
    pub(super) fn new(inside: bool) -> Self {
        let standpoint = Standpoint { inside, own_pod: None };
        Census { standpoint, ..Census::default() }
    }

    pub(super) fn apply(&mut self, change: ClusterChange) {
        self.index.apply(change, &mut self.touched);
    }

    pub(super) fn set_own_pod(&mut self, pod: OwnPod) {
        self.index.touch_namespace(&pod.name.namespace, &mut self.touched);
        self.standpoint.own_pod = Some(pod);
    }

    pub(super) fn knows_own_pod(&self) -> bool {
        self.standpoint.own_pod.is_some()
    }

    pub(super) fn is_settled(&self) -> bool {
        self.touched.is_empty()
    }

    /// What has to be told of the services that something happened to.
    pub(super) fn settle(&mut self) -> Vec<Sighting> {
        let touched = mem::take(&mut self.touched);
        touched.into_iter().filter_map(|name| self.judge(name)).collect()
    }

    /// Everything that is to be proposed.
    pub(super) fn whole(&mut self) -> Vec<Observation> {
        self.touched = self.index.names().cloned().collect();
        self.shown.clear();
        let sightings = self.settle().into_iter();
        let seen = sightings.filter_map(|sighting| match sighting {
            Sighting::Seen(observation) => Some(*observation),
            _ => None,
        });
        seen.collect()
    }

    fn judge(&mut self, name: ObjectName) -> Option<Sighting> {
        #[cfg(test)]
        {
            self.judged += 1;
        }
        let scene = self.index.scene(&name, &self.standpoint);
        if let Some(observation) = scene.as_ref().and_then(observe) {
            self.shown.insert(name);
            return Some(Sighting::Seen(Box::new(observation)));
        }
        let key = ServiceKey::new(Source::Kubernetes, name.to_string());
        self.shown.remove(&name).then_some(Sighting::Gone(key))
    }
}
