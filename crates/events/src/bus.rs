use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use kit::{Clock, Page, Paged, Worker};
use serde::de::DeserializeOwned;
use serde_json::Value;
use store::{Db, Result, Tx};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use crate::{Activity, Audience, AuditEntry, AuditFilter, Change, Fact, store as rows};

/// How many facts a listener may be behind before it misses some and is told so.
const BACKLOG: usize = 1024;
const BATCH: i64 = 256;
/// How soon facts of other programs on the same database are noticed: of other gateways on a
/// server, of the command line on a file.
const SERVER_POLL: Duration = Duration::from_millis(500);
const FILE_POLL: Duration = Duration::from_secs(1);
const RETRY: Duration = Duration::from_secs(1);
const PRUNE_PERIOD: Duration = Duration::from_secs(60);

pub(crate) struct Retention {
    pub(crate) activity: i64,
    pub(crate) audit: i64,
    /// Apart, so that strangers cannot push out what known callers did.
    pub(crate) audit_of_strangers: i64,
    pub(crate) outbox: i64,
}

const RETENTION: Retention =
    Retention { activity: 1_000, audit: 100_000, audit_of_strangers: 10_000, outbox: 10_000 };

/// A fact that was committed.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    pub seq: i64,
    pub kind: String,
    pub audience: Audience,
    pub data: Value,
}

impl Event {
    /// The fact; `None` where it is of another kind or its data cannot be read.
    pub fn read<F: Fact + DeserializeOwned>(&self) -> Option<F> {
        if self.kind != F::KIND {
            return None;
        }
        F::deserialize(&self.data).ok()
    }
}

/// Records changes and carries facts to listeners. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Events {
    db: Db,
    clock: Clock,
    bus: broadcast::Sender<Arc<Event>>,
    /// The newest fact that was carried.
    carried: Arc<AtomicI64>,
}

impl Events {
    pub async fn open(db: Db, clock: Clock) -> Result<Self> {
        let newest = rows::newest_fact(&mut *db.read().await?).await?;
        let carried = Arc::new(AtomicI64::new(newest));
        Ok(Events { db, clock, bus: broadcast::Sender::new(BACKLOG), carried })
    }

    /// Writes the change into the transaction that makes it. Returns the number of its entry in
    /// the activity feed, where it has one.
    pub async fn record(&self, tx: &mut Tx, change: &Change) -> Result<Option<i64>> {
        rows::insert(tx, change, self.clock.now()).await
    }

    /// Writes something that changed no other table, such as a refused attempt.
    pub async fn note(&self, change: &Change) -> Result<()> {
        let mut tx = self.db.begin().await?;
        self.record(&mut tx, change).await?;
        tx.commit().await
    }

    pub fn subscribe(&self) -> broadcast::Receiver<Arc<Event>> {
        self.bus.subscribe()
    }

    /// The number of the newest fact.
    pub async fn newest(&self) -> Result<i64> {
        rows::newest_fact(&mut *self.db.read().await?).await
    }

    /// The next facts after one that was heard: for listeners that must not miss any, and keep in
    /// their own transactions how far they have come. Returns the number of the last one looked
    /// at, too, because one that cannot be read is left out.
    pub async fn after(&self, seq: i64) -> Result<(i64, Vec<Event>)> {
        let batch = rows::facts_after(&mut *self.db.read().await?, seq, BATCH).await?;
        let last = batch.last().map_or(seq, |(seq, _)| *seq);
        Ok((last, batch.into_iter().filter_map(|(_, event)| event.ok()).collect()))
    }

    pub async fn activity(&self, page: Page) -> Result<Paged<Activity>> {
        rows::activity(&mut *self.db.read().await?, page, RETENTION.activity).await
    }

    pub async fn audit(&self, filter: &AuditFilter, page: Page) -> Result<Paged<AuditEntry>> {
        rows::audit(&mut *self.db.read().await?, filter, page).await
    }

    pub fn workers(&self) -> Vec<Worker> {
        let (carrier, pruner) = (self.clone(), self.clone());
        vec![
            Worker::new("events.carry", move |token| carrier.clone().carry(token)),
            Worker::every("events.prune", PRUNE_PERIOD, move || pruner.clone().try_to_prune()),
        ]
    }

    /// Carries committed facts from the outbox to the bus, in order, each once.
    async fn carry(self, token: CancellationToken) {
        while !token.is_cancelled() {
            match self.carry_batch().await {
                Ok(0) => drop(token.run_until_cancelled(self.something_new()).await),
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(%error, "carrying facts from the outbox failed; retrying");
                    token.run_until_cancelled(tokio::time::sleep(RETRY)).await;
                }
            }
        }
    }

    async fn carry_batch(&self) -> Result<usize> {
        let after = self.carried.load(Ordering::Relaxed);
        let batch = rows::facts_after(&mut *self.db.read().await?, after, BATCH).await?;
        let count = batch.len();
        for (seq, event) in batch {
            self.carried.store(seq, Ordering::Relaxed);
            match event {
                // Nobody listening is not an error.
                Ok(event) => drop(self.bus.send(Arc::new(event))),
                // It would never be read; those behind it must not wait for ever.
                Err(error) => {
                    tracing::error!(seq, %error, "reading a fact from the outbox failed; it is skipped");
                }
            }
        }
        Ok(count)
    }

    async fn something_new(&self) {
        let poll = if self.db.is_shared() { SERVER_POLL } else { FILE_POLL };
        let _ = tokio::time::timeout(poll, self.db.recorded()).await;
    }

    /// Deletes what is older than the newest entries that are promised of each log. A worker does
    /// so every minute.
    pub async fn prune(&self) -> Result<()> {
        let mut tx = self.db.begin().await?;
        rows::prune(&mut tx, &RETENTION).await?;
        tx.commit().await
    }

    async fn try_to_prune(self) {
        if let Err(error) = self.prune().await {
            tracing::warn!(%error, "pruning audit and activity logs failed; retrying with the next round");
        }
    }
}
