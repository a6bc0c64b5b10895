use std::sync::Arc;

use events::facts::FederationChanged;
use events::{Event, Fact};
use kit::Worker;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use crate::{Federation, node};

/// None where federation is switched off.
pub(crate) fn all(federation: &Federation) -> Vec<Worker> {
    if !federation.is_enabled() {
        return Vec::new();
    }
    let (member, follower) = (federation.clone(), federation.clone());
    vec![
        Worker::new("federation.node", move |token| node::run(member.clone(), token)),
        Worker::new("federation.follow", move |token| {
            let facts = follower.events().subscribe();
            follow(follower.clone(), facts, token)
        }),
    ]
}

/// Reads the database again when another program has changed it.
async fn follow(federation: Federation, mut facts: Receiver<Arc<Event>>, token: CancellationToken) {
    while let Some(received) = token.run_until_cancelled(facts.recv()).await {
        let concerns_us = match received {
            Ok(event) => {
                event.kind == FederationChanged::KIND && event.data["origin"] != federation.origin()
            }
            Err(RecvError::Lagged(_)) => true,
            Err(RecvError::Closed) => return,
        };
        if concerns_us && let Err(error) = federation.read_again().await {
            tracing::warn!(%error, "reloading peers that another program changed failed; the next change reloads them");
        }
    }
}
