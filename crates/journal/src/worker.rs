use std::time::Duration;

use kit::Worker;
use tokio_util::sync::CancellationToken;

use crate::Journal;
use crate::live;
use crate::traffic::tick_of;

/// How often the database is checked while it is in order…
const CHECK_PERIOD: Duration = Duration::from_secs(5);
/// …and while it is not, so that its recovery is seen soon.
const RECHECK_PERIOD: Duration = Duration::from_secs(1);
const WRITE_PERIOD: Duration = Duration::from_secs(60);
/// How often to look whether it is time to look at the apps again.
const LOOK_PERIOD: Duration = Duration::from_secs(1);

pub(crate) fn all(journal: &Journal) -> Vec<Worker> {
    let (checker, writer, watcher) = (journal.clone(), journal.clone(), journal.clone());
    let sampler = journal.clone();
    vec![
        Worker::new("journal.health", move |token| keep_checking(checker.clone(), token)),
        Worker::every_and_at_end("journal.figures", WRITE_PERIOD, move || write(writer.clone())),
        Worker::every("journal.live", live::PERIOD, move || sample(sampler.clone())),
        Worker::new("journal.traffic", move |token| keep_watching(watcher.clone(), token)),
        journal.records().access_log.worker(),
        journal.records().tracer.worker(),
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

/// Apps are looked at in every span of time once, by the journal's clock.
async fn keep_watching(journal: Journal, token: CancellationToken) {
    let mut seen = None;
    while token.run_until_cancelled(tokio::time::sleep(LOOK_PERIOD)).await.is_some() {
        let current = Some(tick_of(journal.now()));
        if current != seen {
            journal.watch_traffic().await;
            seen = current;
        }
    }
}

async fn sample(journal: Journal) {
    journal.sample().await;
}

async fn write(journal: Journal) {
    if let Err(error) = journal.write_figures().await {
        tracing::warn!(%error, "writing traffic figures failed; retrying with the next round");
    }
}
