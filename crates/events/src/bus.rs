use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use kit::{Clock, Entropy, Page, Paged, Worker};
use serde::de::DeserializeOwned;
use serde_json::Value;
use store::{Db, Result};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use crate::{
    Activity, Audience, AuditEntry, AuditFilter, Change, Fact, Transaction, store as rows,
};

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
    /// Whether this program recorded it, and not another one on the same database.
    pub is_ours: bool,
}

impl Event {
    pub fn is<F: Fact>(&self) -> bool {
        self.kind == F::KIND
    }

    /// `None` for a fact of another kind, and for one that says something else than we know.
    pub fn read<F: Fact + DeserializeOwned>(&self) -> Option<F> {
        if !self.is::<F>() {
            return None;
        }
        let read = F::deserialize(&self.data);
        let warn = |error: &_| tracing::warn!(kind = self.kind, %error, "reading a fact failed; it is left out");
        read.inspect_err(warn).ok()
    }
}

/// Records changes and carries facts to listeners. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Events {
    db: Db,
    clock: Clock,
    bus: broadcast::Sender<Arc<Event>>,
    /// Tells the facts of this program from those of others on the same database.
    origin: Arc<str>,
    /// The newest fact that was carried.
    carried: Arc<AtomicI64>,
}

impl Events {
    pub async fn open(db: Db, clock: Clock) -> Result<Self> {
        let newest = rows::newest_fact(&mut *db.read().await?).await?;
        let carried = Arc::new(AtomicI64::new(newest));
        let origin = Entropy.hex::<8>().into();
        Ok(Events { db, clock, bus: broadcast::Sender::new(BACKLOG), origin, carried })
    }

    /// Begins a change that will be told.
    pub async fn begin(&self) -> Result<Transaction> {
        Transaction::begin(&self.db, self.clock.clone(), self.origin.clone()).await
    }

    /// Writes something that changed no other table, such as a refused attempt.
    pub async fn note(&self, change: &Change) -> Result<()> {
        let mut tx = self.begin().await?;
        tx.record(change).await?;
        tx.commit().await
    }

    /// By what name this program is known among those on the same database, until it ends.
    pub fn origin(&self) -> &str {
        &self.origin
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
        let batch = self.read_after(seq).await?;
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
        let batch = self.read_after(after).await?;
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

    /// The numbers of the next facts, and the facts, where they can be read.
    async fn read_after(&self, seq: i64) -> Result<Vec<(i64, Result<Event>)>> {
        rows::facts_after(&mut *self.db.read().await?, seq, BATCH, &self.origin).await
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
