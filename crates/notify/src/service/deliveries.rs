//! What became of notifications that were sent.

use std::collections::HashMap;

use kit::Result;

use crate::Notify;
use crate::model::{Confirmation, NotificationStatus};
use crate::store::moves::{self, Move};

const UNCONFIRMED: &str = "The device did not confirm it";

impl Notify {
    /// Writes down what devices have got. What is not theirs is left alone.
    pub(crate) async fn confirm(&self, confirmations: &[Confirmation]) -> Result<()> {
        let ids: Vec<i64> = sorted(confirmations.iter().map(|said| said.id));
        let owners: HashMap<i64, String> =
            moves::owners(&mut *self.db().read().await?, &ids).await?.into_iter().collect();
        let own = |said: &&Confirmation| {
            owners.get(&said.id).is_some_and(|device| **device == *said.device)
        };
        let delivered = sorted(confirmations.iter().filter(own).map(|said| said.id));
        let acknowledged = confirmations.iter().filter(|said| said.acknowledged).filter(own);
        let acknowledged = sorted(acknowledged.map(|said| said.id));
        if delivered.is_empty() {
            return Ok(());
        }
        let (now, to) = (self.clock().now(), NotificationStatus::Delivered);
        let mut tx = self.db().begin().await?;
        for from in [NotificationStatus::Pending, NotificationStatus::Failed] {
            let step = Move { from, to, now, attempt: true, error: None };
            let moved = moves::shift(&mut tx, &delivered, &step).await?;
            self.inner.metrics.delivered.inc_by(moved.len() as u64);
        }
        moves::acknowledge(&mut tx, &acknowledged, now).await?;
        Ok(tx.commit().await?)
    }

    /// Counts an attempt that came to nothing; `used_up` are those that had their last.
    pub(crate) async fn note_unconfirmed(&self, again: &[i64], used_up: &[i64]) -> Result<()> {
        let (now, from) = (self.clock().now(), NotificationStatus::Pending);
        let mut tx = self.db().begin().await?;
        for (ids, to) in
            [(again, NotificationStatus::Pending), (used_up, NotificationStatus::Failed)]
        {
            let step = Move { from, to, now, attempt: true, error: Some(UNCONFIRMED) };
            let moved = moves::shift(&mut tx, ids, &step).await?;
            self.inner.metrics.unconfirmed.inc_by(moved.len() as u64);
        }
        Ok(tx.commit().await?)
    }
}

/// Rows are changed in the order of their numbers, so that programs wait for each other and not in
/// a circle.
fn sorted(ids: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut ids: Vec<i64> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
