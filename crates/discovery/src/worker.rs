use std::time::Duration;

use events::Event;
use events::facts::{DecisionsCleared, ProposalDismissed, ProposalRestored};
use kit::{Result, Worker};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::Discovery;
use crate::probe::Prober;
use crate::sources::SourceGround;
use crate::store::{self, State};

const RETRY: Duration = Duration::from_secs(1);
const LONGEST_RETRY: Duration = Duration::from_secs(10);
/// Strangers can make thousands of names in a minute.
const PRUNE_PERIOD: Duration = Duration::from_secs(300);
const REPORT_PERIOD: Duration = Duration::from_secs(60);

pub(crate) fn all(
    discovery: &Discovery,
    prober: &Prober,
    ground: &SourceGround<'_>,
) -> Result<Vec<Worker>> {
    let (reconciler, recorder, pruner) = (discovery.clone(), discovery.clone(), discovery.clone());
    let (reporter, caller) = (discovery.clone(), discovery.clone());
    let mut workers = vec![
        Worker::new("discovery.reconcile", move |token| reconciler.clone().reconcile(token)),
        Worker::new("discovery.record", move |token| recorder.clone().record(token)),
        Worker::every("discovery.prune", PRUNE_PERIOD, move || pruner.clone().try_to_prune()),
        Worker::every("discovery.report", REPORT_PERIOD, move || reporter.clone().report_overdue()),
        Worker::new("discovery.old_addresses", move |token| {
            caller.clone().call_old_addresses(token)
        }),
        prober.worker(),
    ];
    workers.extend(discovery.sources().workers(ground)?);
    Ok(workers)
}

impl Discovery {
    /// Hears what sources see, what probes find, what the catalogue became and what others
    /// decided, and decides about whatever that concerns.
    async fn reconcile(self, token: CancellationToken) {
        let mut heard = self.heard().await;
        let mut facts = self.events().subscribe();
        let mut revisions = self.catalog().revisions();
        // It may have changed before anybody listened.
        self.look_at_catalogue().await;
        loop {
            let deadline = self.reconciler().await.next_deadline();
            let heard = &mut *heard;
            tokio::select! {
                () = token.cancelled() => return,
                Some(sighting) = heard.sightings.recv() => self.hear(sighting).await,
                Some(probed) = heard.answers.recv() => self.probed(probed).await,
                Ok(()) = revisions.changed() => self.look_at_catalogue().await,
                fact = facts.recv() => match fact {
                    Ok(event) => self.hear_decision(&event).await,
                    Err(RecvError::Lagged(_)) => {
                        if let Err(error) = self.read_dismissals().await {
                            tracing::warn!(%error, "reloading dismissed proposals failed; what others dismissed may still be shown");
                        }
                    }
                    Err(RecvError::Closed) => return,
                },
                () = at(deadline) => self.tick().await,
                () = self.nudge().notified() => {}
            }
        }
    }

    /// What another program on the same database decided counts here, too.
    async fn hear_decision(&self, event: &Event) {
        let dismissed = event.read().map(|ProposalDismissed { proposal_id }| proposal_id);
        let restored = event.read().map(|ProposalRestored { proposal_id }| proposal_id);
        let is_cleared = event.is::<DecisionsCleared>() && !event.is_ours;
        let mut reconciler = if dismissed.is_some() || restored.is_some() || is_cleared {
            self.reconciler().await
        } else {
            return;
        };
        if let Some(id) = dismissed.or(restored) {
            // It may be old news: somebody may have decided otherwise since.
            if self.is_dismissed(&id).await {
                reconciler.dismiss(&id, self.moment());
            } else {
                reconciler.bring_back(&id, self.moment());
            }
        } else {
            reconciler.clear(self.moment());
            self.sources().look_now();
        }
        self.settle(&mut reconciler);
    }

    async fn is_dismissed(&self, id: &str) -> bool {
        let read: Result<bool> = async {
            let mut conn = self.db().read().await?;
            Ok(store::is_dismissed(&mut conn, id).await?)
        }
        .await;
        read.unwrap_or_else(|error| {
            tracing::warn!(%error, "reading a dismissal failed; the proposal keeps its state");
            true
        })
    }

    pub(crate) async fn read_dismissals(&self) -> Result<()> {
        // Nobody here decides in between.
        let mut reconciler = self.reconciler().await;
        let mut conn = self.db().read().await?;
        let dismissed = store::decided(&mut conn, Some(State::Dismissed)).await?;
        reconciler.set_dismissed(dismissed.into_iter().collect(), self.moment());
        self.settle(&mut reconciler);
        Ok(())
    }

    /// Writes down what was found, as it comes.
    async fn record(self, token: CancellationToken) {
        let mut pause = RETRY;
        while !token.is_cancelled() {
            match self.write_all().await {
                Ok(()) => {
                    pause = RETRY;
                    token.run_until_cancelled(self.pending_writes().changed()).await;
                }
                Err(error) => {
                    if pause == RETRY {
                        tracing::warn!(%error, "writing pending proposal changes failed; retrying");
                    }
                    token.run_until_cancelled(sleep(pause)).await;
                    pause = (pause * 2).min(LONGEST_RETRY);
                }
            }
        }
    }

    async fn try_to_prune(self) {
        if let Err(error) = self.prune().await {
            tracing::warn!(%error, "pruning proposal decisions failed; retrying with the next round");
        }
    }
}

async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
