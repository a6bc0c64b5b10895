use std::convert::Infallible;
use std::time::Duration;

use events::Event;
use events::facts::BackupRestored;
use kit::Worker;

use crate::Backups;

/// How often it is looked whether a backup is due.
const LOOK: Duration = Duration::from_secs(30);

pub(crate) fn all(backups: &Backups) -> Vec<Worker> {
    let (keeper, follower) = (backups.clone(), backups.clone());
    vec![
        Worker::every("backup.schedule", LOOK, move || keeper.clone().keep_schedule()),
        // The command line restores, too.
        backups.parts().events.follower("backup.follow", Event::is::<BackupRestored>, move || {
            let follower = follower.clone();
            async move {
                follower.reread().await;
                Ok::<_, Infallible>(())
            }
        }),
    ]
}

impl Backups {
    async fn keep_schedule(self) {
        if let Err(error) = self.look_at_schedule().await {
            tracing::error!(%error, "the scheduled backup failed; retrying with the next round");
        }
    }
}
