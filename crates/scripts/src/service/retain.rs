//! Old records go.

use kit::Result;

use crate::model::Filter;
use crate::{Scripts, store};

/// Rows in one transaction: others must not wait long for theirs.
const BATCH: i64 = 1_000;
const MOST_RUNS: i64 = 10_000;

impl Scripts {
    /// Deletes what is more or older than shall be kept. A worker does so every minute.
    pub async fn prune_now(&self) {
        if let Err(error) = self.prune().await {
            tracing::warn!(%error, "pruning executions failed; retrying with the next round");
        }
    }

    async fn prune(&self) -> Result<()> {
        let config = self.config();
        let before = self.clock().now().before(config.max_age.0);
        let most = i64::try_from(config.max_executions).unwrap_or(i64::MAX);
        loop {
            let mut tx = self.db().begin().await?;
            let total = store::counts::total(&mut tx, &Filter::default()).await?;
            let too_many = i64::try_from(total).unwrap_or(i64::MAX).saturating_sub(most);
            let gone = store::executions::prune(&mut tx, too_many, before, BATCH).await?;
            tx.commit().await?;
            if gone == 0 {
                break;
            }
        }
        let most = i64::try_from(config.max_stored_output.0).unwrap_or(i64::MAX);
        let mut tx = self.db().begin().await?;
        let excess = store::outputs::size(&mut tx).await?.saturating_sub(most);
        store::outputs::shrink(&mut tx, excess, BATCH).await?;
        store::runs::prune(&mut tx, MOST_RUNS, before).await?;
        store::counts::prune(&mut tx).await?;
        tx.commit().await?;
        Ok(())
    }
}
