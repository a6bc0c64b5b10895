use std::sync::Arc;
use std::time::Duration;

use events::facts::BackupRestored;
use events::{Event, Fact};
use kit::Worker;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use crate::Backups;

/// How often it is looked whether a backup is due.
const LOOK: Duration = Duration::from_secs(30);

pub(crate) fn all(backups: &Backups) -> Vec<Worker> {
    let (keeper, follower) = (backups.clone(), backups.clone());
    vec![
        Worker::every("backup.schedule", LOOK, move || keeper.clone().keep_schedule()),
        Worker::new("backup.follow", move |token| {
            let facts = follower.parts().events.subscribe();
            follower.clone().follow(facts, token)
        }),
    ]
}

impl Backups {
    async fn keep_schedule(self) {
        if let Err(error) = self.look_at_schedule().await {
            tracing::error!(%error, "the scheduled backup failed; retrying with the next round");
        }
    }

    /// Reads everything again when another program, or the command line, has restored a backup.
    async fn follow(self, mut facts: Receiver<Arc<Event>>, token: CancellationToken) {
        while let Some(received) = token.run_until_cancelled(facts.recv()).await {
            let concerns_us = match received {
                Ok(event) => {
                    event.kind == BackupRestored::KIND && event.data["origin"] != self.origin()
                }
                Err(RecvError::Lagged(_)) => true,
                Err(RecvError::Closed) => return,
            };
            if concerns_us {
                self.reread().await;
            }
        }
    }
}
