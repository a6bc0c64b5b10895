use std::sync::Arc;
use std::time::Duration;

use engines::{Change, Engine};
use futures::{FutureExt, StreamExt};
use kit::Worker;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::Containers;

/// What happens to containers comes in bunches.
const CALM: Duration = Duration::from_millis(200);
/// The safety net under the engine's own word.
const PERIOD: Duration = Duration::from_secs(30);

pub(crate) fn all(containers: &Containers) -> Vec<Worker> {
    let engines = containers.runtimes().all().iter();
    let workers = engines.map(|engine| {
        let name = match engine.runtime() {
            engines::Runtime::Docker => "containers.docker",
            engines::Runtime::Kubernetes => "containers.kubernetes",
        };
        let (containers, engine) = (containers.clone(), engine.clone());
        Worker::new(name, move |token| containers.clone().watch(engine.clone(), token))
    });
    workers.collect()
}

impl Containers {
    /// Hears what happens to containers and what becomes of routes, and looks at what that means.
    async fn watch(self, engine: Arc<dyn Engine>, token: CancellationToken) {
        let mut changes = engine.changes();
        let mut revisions = self.parts().catalog.revisions();
        loop {
            let lost = tokio::select! {
                () = token.cancelled() => return,
                change = changes.next() => match change {
                    Some(change) => self.heard(&engine, &change),
                    None => return,
                },
                Ok(()) = revisions.changed() => false,
                () = sleep(PERIOD) => false,
            };
            if lost {
                continue;
            }
            if token.run_until_cancelled(sleep(CALM)).await.is_none() {
                return;
            }
            while let Some(Some(change)) = changes.next().now_or_never() {
                self.heard(&engine, &change);
            }
            if token.run_until_cancelled(self.track(&engine)).await.is_none() {
                return;
            }
        }
    }

    /// Whether the engine is gone, so that there is nothing to look at.
    fn heard(&self, engine: &Arc<dyn Engine>, change: &Change) -> bool {
        match change {
            Change::Lost(error) => self.reached(engine.runtime(), Some(error)),
            Change::Connected => self.reached(engine.runtime(), None),
            Change::Changed(_) | Change::Gone(_) => {}
        }
        matches!(change, Change::Lost(_))
    }
}
