use std::sync::Arc;

use events::facts::CatalogChanged;
use events::{Event, Fact};
use kit::Worker;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio_util::sync::CancellationToken;

use crate::Catalog;

pub(crate) fn all(catalog: &Catalog) -> Vec<Worker> {
    let follower = catalog.clone();
    vec![Worker::new("catalog.follow", move |token| {
        let facts = follower.events().subscribe();
        follower.clone().follow(facts, token)
    })]
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
                tracing::warn!(%error, "what another program changed is not known here yet");
            }
        }
    }

    fn is_change_by_another(&self, event: &Event) -> bool {
        event.kind == CatalogChanged::KIND && event.data["origin"] != self.origin()
    }
}
