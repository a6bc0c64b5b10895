use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use engines::{Change, Container, ContainerId, Engine, EngineError, Runtime, State};
use futures::{FutureExt, StreamExt, stream};
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
    let engines = containers.runtimes().all().iter();
    let watching = engines.map(|engine| {
        let name = match engine.runtime() {
            Runtime::Docker => "containers.attend.docker",
            Runtime::Kubernetes => "containers.attend.kubernetes",
        };
        let (containers, engine) = (containers.clone(), engine.clone());
        Worker::new(name, move |token| containers.clone().attend(engine.clone(), token))
    });
    let sampler = containers.clone();
    let sampler = Worker::every("containers.samples", samples::PERIOD, move || {
        let sampler = sampler.clone();
        async move { sampler.sample().await }
    });
    watching.chain([sampler]).collect()
}

/// What was heard and not looked at yet.
#[derive(Default)]
struct Heard {
    everything: bool,
    ids: HashSet<ContainerId>,
}

impl Heard {
    fn note(&mut self, change: Change) {
        match change {
            Change::Connected => self.everything = true,
            Change::Changed(id) | Change::Gone(id) => {
                self.ids.insert(id);
            }
            Change::Lost(_) => {}
        }
    }
}

impl Containers {
    /// Keeps what containers say, and what led to their ends.
    async fn attend(self, engine: Arc<dyn Engine>, token: CancellationToken) {
        let mut changes = engine.changes();
        let mut revisions = self.parts().catalog.revisions();
        let mut known: HashMap<ContainerId, Container> = HashMap::new();
        loop {
            let mut heard = Heard::default();
            tokio::select! {
                () = token.cancelled() => return,
                Some(change) = changes.next() => heard.note(change),
                Ok(()) = revisions.changed() => heard.everything = true,
                () = sleep(PERIOD) => {}
            }
            if token.run_until_cancelled(sleep(CALM)).await.is_none() {
                return;
            }
            while let Some(Some(change)) = changes.next().now_or_never() {
                heard.note(change);
            }
            let look = self.look_after(&engine, heard, &mut known);
            if token.run_until_cancelled(look).await.is_none() {
                return;
            }
        }
    }

    async fn look_after(
        &self,
        engine: &Arc<dyn Engine>,
        heard: Heard,
        known: &mut HashMap<ContainerId, Container>,
    ) {
        let linked = match self.linked(engine).await {
            Ok(linked) => linked,
            Err(error) => {
                tracing::debug!(%error, "containers cannot be looked after");
                return;
            }
        };
        // One that was removed is not listed any more; the engine still knows how it ended.
        let gone = known.values().filter(|one| heard.ids.contains(&one.id));
        let gone = gone.filter(|one| linked.iter().all(|each| each.id != one.id)).cloned();
        let concerned = linked.iter().filter(|one| heard.everything || heard.ids.contains(&one.id));
        let concerned: Vec<Container> = concerned.cloned().chain(gone).collect();
        *known = linked.iter().map(|one| (one.id.clone(), one.clone())).collect();
        for container in linked.iter().filter(|one| one.state == State::Running) {
            self.write_down(engine, container);
        }
        for container in &concerned {
            if let Err(error) = self.examine(engine, container).await {
                tracing::warn!(container = %container.id, %error, "examining how a container ended failed; no incident is recorded");
            }
        }
        if heard.everything {
            let rings = self.listening().rings.clone();
            let _ = tokio::task::spawn_blocking(move || rings.prune()).await;
        }
    }

    /// The containers that approved routes lead to; those that run come first.
    async fn linked(&self, engine: &Arc<dyn Engine>) -> Result<Vec<Container>, EngineError> {
        let around = self.surroundings(engine).await?;
        let mut all = engine.containers().await?;
        all.retain(|container| !self.apps_of(container, &around).is_empty());
        all.sort_by_key(|container| container.state != State::Running);
        all.truncate(4 * MOST_RINGS);
        Ok(all)
    }

    async fn sample(self) {
        let mut keys = Vec::new();
        for engine in self.runtimes().all() {
            let Ok(linked) = self.linked(engine).await else { continue };
            let running = linked.into_iter().filter(|one| one.state == State::Running);
            let running: Vec<Container> = running.take(MOST_RINGS).collect();
            keys.extend(running.iter().map(key));
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
