use std::collections::BTreeSet;
use std::time::Duration;

use ::store::Lease;
use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use kit::{Entropy, Result, Worker};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::work::{Broken, Job};
use crate::{Target, Toolbox, catalogue, store};

/// So many deployments are worked at together; an engine is not faster with more.
const MOST_JOBS: usize = 4;
/// Work of other programs on the same database is noticed then.
const LOOK_EVERY: Duration = Duration::from_secs(2);
const LEASE_LIFETIME: Duration = Duration::from_secs(15);
const RELOAD_EVERY: Duration = Duration::from_secs(1);
const LOOK_AT_REALITY_EVERY: Duration = Duration::from_secs(10);
const PRUNE_EVERY: Duration = Duration::from_secs(60);
/// Long enough for whoever waits to be told that it is gone.
const KEEP_DELETED: Duration = Duration::from_secs(600);

pub(crate) fn all(toolbox: &Toolbox) -> Vec<Worker> {
    let (work, reload, prune) = (toolbox.clone(), toolbox.clone(), toolbox.clone());
    let mut workers = vec![
        Worker::new("toolbox.reload", move |token| reload.clone().reload(token)),
        Worker::every("toolbox.prune", PRUNE_EVERY, move || prune.clone().try_to_prune()),
    ];
    // Without an engine there is nothing to be done, and what is begun waits for one.
    if toolbox.refuse_without_target().is_ok() {
        let look = toolbox.clone();
        workers.push(Worker::every("toolbox.look", LOOK_AT_REALITY_EVERY, move || {
            look.clone().try_to_look()
        }));
        workers.push(Worker::new("toolbox.work", move |token| work.clone().work(token)));
    }
    workers
}

type Running = FuturesUnordered<BoxFuture<'static, (String, Result<(), Broken>)>>;

impl Toolbox {
    /// Does what the table says shall be done. Several programs may share it; one of them works.
    async fn work(self, token: CancellationToken) {
        let lease =
            Lease { name: "toolbox.work", holder: Entropy.hex::<16>(), lifetime: LEASE_LIFETIME };
        let mut jobs = Running::new();
        let mut busy = BTreeSet::new();
        while !token.is_cancelled() {
            if self.take_turn(&lease).await {
                self.begin(&mut jobs, &mut busy).await;
            } else {
                jobs.clear();
                busy.clear();
            }
            tokio::select! {
                () = token.cancelled() => return,
                () = self.wake().notified() => {}
                () = sleep(LOOK_EVERY) => {}
                Some((id, done)) = jobs.next() => {
                    busy.remove(&id);
                    self.ended(&id, done).await;
                }
            }
        }
    }

    async fn take_turn(&self, lease: &Lease) -> bool {
        if !self.db().is_shared() {
            return true;
        }
        lease.take(self.db(), self.clock().now()).await.unwrap_or(false)
    }

    async fn begin(&self, jobs: &mut Running, busy: &mut BTreeSet<String>) {
        let waiting = match self.waiting().await {
            Ok(waiting) => waiting,
            Err(error) => {
                return tracing::warn!(%error, "reading pending deployments failed; retrying");
            }
        };
        for id in waiting {
            if jobs.len() >= MOST_JOBS || busy.contains(&id) {
                continue;
            }
            busy.insert(id.clone());
            let toolbox = self.clone();
            jobs.push(Box::pin(async move {
                let done = toolbox.job(&id).await;
                (id, done)
            }));
        }
    }

    async fn waiting(&self) -> Result<Vec<String>> {
        let mut conn = self.db().read().await?;
        Ok(store::with_work(&mut conn).await?)
    }

    async fn job(&self, id: &str) -> Result<(), Broken> {
        let found = {
            let mut conn = self.db().read().await?;
            store::find(&mut conn, self.seal(), id).await?
        };
        let Some(deployment) = found else { return Ok(()) };
        match self.target() {
            Target::Docker(docker) => {
                Job::new(self.clone(), docker.clone(), deployment).run().await
            }
            Target::Kubernetes(cluster) => {
                Job::new(self.clone(), cluster.clone(), deployment).run().await
            }
            Target::Off => Ok(()),
        }
    }

    async fn ended(&self, id: &str, done: Result<(), Broken>) {
        match done {
            Ok(()) => {}
            Err(Broken::Overtaken) => tracing::debug!(id, "a deployment has another task now"),
            Err(Broken::Failed(reason)) => {
                tracing::warn!(id, reason, "a deployment cannot go on; it is left as it is");
            }
            Err(Broken::Storage(error)) => {
                tracing::warn!(id, %error, "storing a deployment's progress failed; retrying");
                sleep(LOOK_EVERY).await;
            }
        }
        self.finished().send_modify(|number| *number += 1);
    }

    /// Reads the templates again whenever a file of them is another.
    async fn reload(self, token: CancellationToken) {
        let mut seen = Some(self.first_stamp().clone());
        while token.run_until_cancelled(sleep(RELOAD_EVERY)).await.is_some() {
            let now = self.stamp().await;
            if now == seen {
                continue;
            }
            seen = now;
            let folder = self.config().catalog_dir.clone();
            let read = tokio::task::spawn_blocking(move || catalogue::read(&folder)).await;
            if let Ok(shelf) = read {
                tracing::info!(templates = shelf.len(), "the templates were read again");
                self.shelf().store(shelf.into());
            }
        }
    }

    async fn stamp(&self) -> Option<catalogue::Stamp> {
        let folder = self.config().catalog_dir.clone();
        tokio::task::spawn_blocking(move || catalogue::stamp(&folder)).await.ok()
    }

    async fn try_to_look(self) {
        if let Err(error) = self.look_at_reality().await {
            tracing::debug!(%error, "what became of deployments is not known for now");
        }
    }

    async fn try_to_prune(self) {
        let pruned: Result<()> = async {
            let mut tx = self.db().begin().await?;
            store::prune(&mut tx, self.clock().now().before(KEEP_DELETED)).await?;
            Ok(tx.commit().await?)
        }
        .await;
        if let Err(error) = pruned {
            tracing::warn!(%error, "pruning records of deleted deployments failed; retrying with the next round");
        }
    }
}
