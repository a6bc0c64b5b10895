use std::sync::Arc;
use std::time::Duration;

use events::facts::CatalogChanged;
use events::{Event, Fact};
use kit::Worker;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio_util::sync::CancellationToken;

use crate::Catalog;

/// How long many changes are gathered before the monitor looks at the apps again.
const GATHERING: Duration = Duration::from_millis(250);
const WRITE_PERIOD: Duration = Duration::from_secs(300);

pub(crate) fn all(catalog: &Catalog) -> Vec<Worker> {
    let (follower, watcher, writer) = (catalog.clone(), catalog.clone(), catalog.clone());
    let checker = catalog.clone();
    vec![
        Worker::new("catalog.follow", move |token| {
            let facts = follower.events().subscribe();
            follower.clone().follow(facts, token)
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
    /// Reads the database again when another program has changed it. However many changes wait,
    /// it is read once for all of them.
    async fn follow(self, mut facts: Receiver<Arc<Event>>, token: CancellationToken) {
        while let Some(received) = token.run_until_cancelled(facts.recv()).await {
            let mut concerns_us = match received {
                Ok(event) => self.is_change_by_another(&event),
                Err(RecvError::Lagged(_)) => true,
                Err(RecvError::Closed) => return,
            };
            loop {
                match facts.try_recv() {
                    Ok(event) => concerns_us |= self.is_change_by_another(&event),
                    Err(TryRecvError::Lagged(_)) => concerns_us = true,
                    Err(TryRecvError::Empty | TryRecvError::Closed) => break,
                }
            }
            if concerns_us && let Err(error) = self.read_again().await {
                tracing::warn!(%error, "reloading what another program changed failed; the next change reloads it");
            }
        }
    }

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

    fn is_change_by_another(&self, event: &Event) -> bool {
        event.kind == CatalogChanged::KIND && event.data["origin"] != self.origin()
    }
}
