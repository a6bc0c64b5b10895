//! What is over leaves the queue.

use kit::Result;

use crate::Notify;
use crate::model::NotificationStatus;
use crate::store::{moves, tallies};

/// Of those that are over, so many of each status are kept.
const MOST_KEPT: u64 = 100_000;
const BATCH: i64 = 1_000;

impl Notify {
    /// Deletes what has expired, and the oldest of what is over. A worker does so every minute.
    pub async fn prune(&self) -> Result<()> {
        while self.remove_expired().await? {}
        for status in [
            NotificationStatus::Delivered,
            NotificationStatus::Failed,
            NotificationStatus::Dismissed,
        ] {
            while self.remove_oldest(status).await? {}
        }
        let mut tx = self.db().begin().await?;
        tallies::prune(&mut tx).await?;
        Ok(tx.commit().await?)
    }

    /// Whether there may be more.
    async fn remove_expired(&self) -> Result<bool> {
        let mut tx = self.db().begin().await?;
        let ids = moves::expired(&mut tx, self.clock().now(), BATCH).await?;
        moves::remove(&mut tx, &ids).await?;
        tx.commit().await?;
        Ok(ids.len() == BATCH as usize)
    }

    async fn remove_oldest(&self, status: NotificationStatus) -> Result<bool> {
        let mut tx = self.db().begin().await?;
        let mut totals = tallies::totals(&mut tx, None).await?;
        let excess = totals.of(status).saturating_sub(MOST_KEPT).min(BATCH as u64);
        if excess == 0 {
            return Ok(false);
        }
        let ids = moves::oldest(&mut tx, status, None, excess as i64).await?;
        let removed = moves::remove(&mut tx, &ids).await?;
        tx.commit().await?;
        Ok(removed > 0)
    }
}
