use std::sync::{Arc, Mutex, PoisonError};

use events::{Event, Events};
use kit::Worker;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use crate::registry::Registry;
use crate::wire;

/// Writes each fact once and hands it to every session that may hear it.
pub(crate) fn carry(registry: Arc<Registry>, events: &Events) -> Worker {
    let events = events.clone();
    // Listening begins here, not when the worker first runs, so that no fact falls in between.
    let first = Arc::new(Mutex::new(Some(events.subscribe())));
    Worker::new("hub.carry", move |token| {
        let earlier = first.lock().unwrap_or_else(PoisonError::into_inner).take();
        let facts = earlier.unwrap_or_else(|| events.subscribe());
        keep_carrying(registry.clone(), facts, token)
    })
}

async fn keep_carrying(
    registry: Arc<Registry>,
    mut facts: Receiver<Arc<Event>>,
    token: CancellationToken,
) {
    while let Some(received) = token.run_until_cancelled(facts.recv()).await {
        match received {
            Ok(event) => registry.tell(&event.audience, &wire::event(&event)),
            Err(RecvError::Lagged(missed)) => {
                tracing::warn!(
                    missed,
                    "facts came faster than the sockets took them; the missed ones are not sent"
                );
            }
            Err(RecvError::Closed) => return,
        }
    }
}
