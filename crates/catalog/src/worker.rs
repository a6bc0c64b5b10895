use std::sync::Arc;
use std::time::Duration;

use events::Event;
use events::facts::CatalogChanged;
use kit::Worker;
use tokio_util::sync::CancellationToken;

use crate::Catalog;

/// How long many changes are gathered before the monitor looks at the apps again.
const GATHERING: Duration = Duration::from_millis(250);
const WRITE_PERIOD: Duration = Duration::from_secs(300);

pub(crate) fn all(catalog: &Catalog) -> Vec<Worker> {
    let (follower, watcher, writer) = (catalog.clone(), catalog.clone(), catalog.clone());
    let checker = catalog.clone();
    vec![
        catalog.events().follower("catalog.follow", Event::is::<CatalogChanged>, move || {
            let follower = follower.clone();
            async move { follower.read_again().await }
        }),
        Worker::new("catalog.watch", move |token| watcher.clone().watch(token)),
        Worker::new("catalog.first_checks", move |token| checker.clone().check_new_routes(token)),
        Worker::every_and_at_end("catalog.write_health", WRITE_PERIOD, move || {
            writer.clone().write_health()
        }),
        catalog.monitor().worker(Arc::new(catalog.clone())),
    ]
}

impl Catalog {
    /// Tells the monitor of changes, but not of every one of a hundred in a second.
    async fn watch(self, token: CancellationToken) {
        while token.run_until_cancelled(self.shown()).await.is_some() {
            self.monitor().targets_changed();
            token.run_until_cancelled(tokio::time::sleep(GATHERING)).await;
        }
    }

    async fn write_health(self) {
        if let Err(error) = self.try_write_health().await {
            tracing::warn!(%error, "writing the last health checks failed; retrying with the next round");
        }
    }
}
