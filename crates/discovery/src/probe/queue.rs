use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::model::ServiceKey;
use crate::reconcile::ProbeTask;

/// What is to be probed. The reconciler says so, and never waits for the prober; there is at most
/// one entry for each service.
#[derive(Debug, Default)]
pub(crate) struct ProbeQueue {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    tasks: HashMap<ServiceKey, Arc<ProbeTask>>,
    changed: HashSet<ServiceKey>,
}

impl ProbeQueue {
    pub(crate) fn set(&self, service: ServiceKey, task: Option<ProbeTask>) {
        let mut state = self.state();
        match task {
            Some(task) => drop(state.tasks.insert(service.clone(), Arc::new(task))),
            None => drop(state.tasks.remove(&service)),
        }
        state.changed.insert(service);
        self.changed.notify_one();
    }

    /// For a prober that begins: everything is new to it.
    pub(super) fn begin(&self) {
        let mut state = self.state();
        let all: Vec<ServiceKey> = state.tasks.keys().cloned().collect();
        state.changed.extend(all);
    }

    /// What changed since the last time.
    pub(super) fn take(&self) -> Vec<(ServiceKey, Option<Arc<ProbeTask>>)> {
        let mut state = self.state();
        let changed: Vec<ServiceKey> = state.changed.drain().collect();
        let tasks = &state.tasks;
        changed
            .into_iter()
            .map(|key| (tasks.get(&key).cloned(), key))
            .map(|(t, k)| (k, t))
            .collect()
    }

    pub(super) async fn changed(&self) {
        self.changed.notified().await;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
