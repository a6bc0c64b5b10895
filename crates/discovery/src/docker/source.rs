use std::sync::Arc;

use engines::{Docker, EngineError, Inventory, Snapshot};
use tokio_util::sync::CancellationToken;

use super::observe::observe;
use super::registry::Registry;
use crate::config::DockerConfig;
use crate::model::Source;
use crate::pace::Pace;
use crate::sightings::{Condition, Sighting, Sightings};

#[derive(Debug, Clone)]
pub(crate) struct DockerSource {
    engine: Arc<Docker>,
    config: DockerConfig,
    pace: Pace,
    sightings: Sightings,
}

impl DockerSource {
    pub(crate) fn new(
        engine: Arc<Docker>,
        config: DockerConfig,
        pace: Pace,
        sightings: Sightings,
    ) -> Self {
        DockerSource { engine, config, pace, sightings }
    }

    pub(crate) async fn run(self, token: CancellationToken) {
        let inventory = Inventory::inspecting(self.engine.clone());
        let pace = self.pace.clone();
        tokio::select! {
            () = token.cancelled() => {}
            () = inventory.run() => {}
            () = look_now_and_then(&inventory, pace) => {}
            () = self.read(&inventory) => {}
        }
    }

    /// Tells what the inventory means.
    async fn read(&self, inventory: &Inventory) {
        let mut snapshots = inventory.subscribe();
        let mut registry = Registry::default();
        let (mut revision, mut wholes) = (0, 0);
        let mut trouble: Option<EngineError> = None;
        while snapshots.changed().await.is_ok() {
            let now = snapshots.borrow_and_update().clone();
            for sighting in self.observed(&now, revision, &mut registry) {
                self.sightings.tell(sighting).await;
            }
            revision = now.revision();
            if now.wholes != wholes {
                (wholes, trouble) = (now.wholes, None);
                self.condition(Condition::Working { remark: remark(&now) }).await;
                self.sightings.tell(Sighting::Whole(Source::Docker, registry.whole())).await;
            }
            if now.trouble != trouble {
                trouble.clone_from(&now.trouble);
                if let Some(error) = &trouble {
                    self.condition(Condition::Failing { reason: error.to_string() }).await;
                }
            }
        }
    }

    /// What is new about the containers since a revision.
    fn observed(&self, now: &Snapshot, since: u64, registry: &mut Registry) -> Vec<Sighting> {
        let mut news = Vec::new();
        for (id, known) in now.changed_since(since) {
            if let (Some(details), Some(around)) = (&known.details, &now.around) {
                news.extend(registry.take(id, observe(details, around, &self.config)));
            }
        }
        news.extend(registry.keep(|id| now.containers.contains_key(id)));
        news
    }

    async fn condition(&self, condition: Condition) {
        self.sightings.tell(Sighting::Condition(Source::Docker, condition)).await;
    }
}

async fn look_now_and_then(inventory: &Inventory, mut pace: Pace) {
    loop {
        pace.next().await;
        // An engine that cannot be reached is listed when it is back.
        if inventory.snapshot().trouble.is_none() {
            inventory.look_soon();
        }
    }
}

fn remark(now: &Snapshot) -> Option<String> {
    if let Some((failures, error)) = &now.unseen {
        return Some(format!("{failures} containers cannot be looked at: {error}"));
    }
    let lost = now.link.as_ref()?.as_ref().err()?;
    Some(format!("Without events, changes are seen only now and then: {lost}"))
}
