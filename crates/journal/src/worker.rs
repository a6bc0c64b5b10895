use std::time::Duration;

use kit::Worker;
use tokio_util::sync::CancellationToken;

use crate::Journal;

/// How often the database is checked while it is in order…
const CHECK_PERIOD: Duration = Duration::from_secs(5);
/// …and while it is not, so that its recovery is seen soon.
const RECHECK_PERIOD: Duration = Duration::from_secs(1);
const WRITE_PERIOD: Duration = Duration::from_secs(60);

pub(crate) fn all(journal: &Journal) -> Vec<Worker> {
    let (checker, writer) = (journal.clone(), journal.clone());
    vec![
        Worker::new("journal.health", move |token| keep_checking(checker.clone(), token)),
        Worker::new("journal.figures", move |token| keep_writing(writer.clone(), token)),
    ]
}

async fn keep_checking(journal: Journal, token: CancellationToken) {
    loop {
        let Some(in_order) = token.run_until_cancelled(journal.check()).await else { return };
        let pause = if in_order { CHECK_PERIOD } else { RECHECK_PERIOD };
        if token.run_until_cancelled(tokio::time::sleep(pause)).await.is_none() {
            return;
        }
    }
}

/// Writes the figures now and then, and once more at the end, so that a restart loses none.
async fn keep_writing(journal: Journal, token: CancellationToken) {
    loop {
        let ended = token.run_until_cancelled(tokio::time::sleep(WRITE_PERIOD)).await.is_none();
        if let Err(error) = journal.write_figures().await {
            tracing::warn!(%error, "the figures stay in memory for now");
        }
        if ended {
            return;
        }
    }
}
