use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use engines::{Container, ContainerId, Engine, Entry, Inventory, Runtime, Snapshot, State};
use futures::{StreamExt, stream};
use kit::Worker;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::model::key;
use super::rings::MOST_RINGS;
use super::samples;
use crate::Containers;

/// What happens to containers comes in bunches.
const CALM: Duration = Duration::from_millis(300);
/// The safety net under the engine's own word.
const PERIOD: Duration = Duration::from_secs(60);
const LONGEST_SAMPLE: Duration = Duration::from_secs(10);
const AT_ONCE: usize = 8;

pub(crate) fn workers(containers: &Containers) -> Vec<Worker> {
    let inventories = containers.runtimes().all().iter();
    let watching = inventories.map(|inventory| {
        let name = match inventory.engine().runtime() {
            Runtime::Docker => "containers.attend.docker",
            Runtime::Kubernetes => "containers.attend.kubernetes",
        };
        let (containers, inventory) = (containers.clone(), inventory.clone());
        Worker::new(name, move |token| containers.clone().attend(inventory.clone(), token))
    });
    let sampler = containers.clone();
    let sampler = Worker::every("containers.samples", samples::PERIOD, move || {
        let sampler = sampler.clone();
        async move { sampler.sample().await }
    });
    watching.chain([sampler]).collect()
}

impl Containers {
    /// Keeps what containers say, and what led to their ends.
    async fn attend(self, inventory: Inventory, token: CancellationToken) {
        let mut snapshots = inventory.subscribe();
        let mut revisions = self.parts().catalog.revisions();
        let mut known = Known::new();
        // Other containers may be behind routes.
        let mut everything = false;
        loop {
            tokio::select! {
                () = token.cancelled() => return,
                Ok(()) = snapshots.changed() => {}
                Ok(()) = revisions.changed() => everything = true,
                () = sleep(PERIOD) => {}
            }
            if token.run_until_cancelled(sleep(CALM)).await.is_none() {
                return;
            }
            let now = snapshots.borrow_and_update().clone();
            let Some(linked) = self.linked_entries(&now) else { continue };
            let concerned = concerned(&linked, &now, &known, everything);
            known = linked.iter().map(|one| (one.container.id.clone(), one.clone())).collect();
            everything = false;
            let look = self.look_after(inventory.engine(), &linked, &concerned);
            if token.run_until_cancelled(look).await.is_none() {
                return;
            }
        }
    }

    async fn look_after(
        &self,
        engine: &Arc<dyn Engine>,
        linked: &[Arc<Entry>],
        concerned: &[Arc<Entry>],
    ) {
        for one in linked.iter().filter(|one| one.container.state == State::Running) {
            self.write_down(engine, &one.container);
        }
        for one in concerned {
            if let Err(error) = self.examine(engine, &one.container).await {
                tracing::warn!(container = %one.container.id, %error, "examining how a container ended failed; no incident is recorded");
            }
        }
        if !concerned.is_empty() {
            let rings = self.listening().rings.clone();
            let _ = tokio::task::spawn_blocking(move || rings.prune()).await;
        }
    }

    /// The containers that approved routes lead to; those that run come first. `None` while
    /// nothing can be seen.
    fn linked_entries(&self, now: &Snapshot) -> Option<Vec<Arc<Entry>>> {
        if now.trouble.is_some() {
            return None;
        }
        let around = now.around.as_ref()?;
        let linked = now.listed().filter(|one| !self.apps_of(&one.container, around).is_empty());
        let mut linked: Vec<Arc<Entry>> = linked.cloned().collect();
        linked.sort_by_key(|one| one.container.state != State::Running);
        linked.truncate(4 * MOST_RINGS);
        Some(linked)
    }

    async fn sample(self) {
        let mut keys = Vec::new();
        for inventory in self.runtimes().all() {
            let Some(linked) = self.linked_entries(&inventory.snapshot()) else { continue };
            let running = linked.iter().filter(|one| one.container.state == State::Running);
            let running = running.take(MOST_RINGS).map(|one| one.container.clone());
            let running: Vec<Arc<Container>> = running.collect();
            keys.extend(running.iter().map(|container| key(container)));
            let engine = inventory.engine();
            let asked = stream::iter(running).map(|container| async move {
                let usage = timeout(LONGEST_SAMPLE, engine.usage(&container.id).next()).await;
                (key(&container), usage)
            });
            let mut asked = asked.buffer_unordered(AT_ONCE).boxed();
            while let Some((key, usage)) = asked.next().await {
                if let Ok(Some(Ok(usage))) = usage {
                    self.listening().samples.add(&key, &usage);
                }
            }
        }
        self.listening().samples.keep(&keys);
    }
}

type Known = HashMap<ContainerId, Arc<Entry>>;

/// Which containers something happened to since they were known like this. One that was removed is
/// not listed any more; the engine still knows how it ended.
fn concerned(
    linked: &[Arc<Entry>],
    now: &Snapshot,
    known: &Known,
    everything: bool,
) -> Vec<Arc<Entry>> {
    let is_in = |all: &Known, one: &Arc<Entry>| {
        all.get(&one.container.id).is_some_and(|other| Arc::ptr_eq(one, other))
    };
    let is_linked =
        |one: &Arc<Entry>| linked.iter().any(|each| each.container.id == one.container.id);
    let changed = linked.iter().filter(|one| everything || !is_in(known, one));
    let gone = known.values().filter(|one| !is_linked(one) && !is_in(&now.containers, one));
    changed.chain(gone).cloned().collect()
}
