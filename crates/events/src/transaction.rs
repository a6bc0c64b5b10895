use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use kit::Clock;
use store::{Db, Result, Tx};

use crate::{Change, store as rows};

/// A transaction that tells what it changes; no other can. Facts are numbered in the order of the
/// commits, so such transactions take turns, and one has its turn before it touches any row.
#[derive(Debug)]
pub struct Transaction {
    tx: Tx,
    clock: Clock,
    origin: Arc<str>,
}

impl Transaction {
    pub(crate) async fn begin(db: &Db, clock: Clock, origin: Arc<str>) -> Result<Self> {
        Ok(Transaction { tx: db.begin_in_turn().await?, clock, origin })
    }

    /// Writes down what is changed. Returns the number of its entry in the activity feed, where it
    /// has one.
    pub async fn record(&mut self, change: &Change) -> Result<Option<i64>> {
        rows::insert(&mut self.tx, change, (&self.origin, self.clock.now())).await
    }

    /// Makes the change durable. Only when this returned may a caller be told of success.
    pub async fn commit(self) -> Result<()> {
        self.tx.commit().await
    }
}

impl Deref for Transaction {
    type Target = Tx;

    fn deref(&self) -> &Tx {
        &self.tx
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut Tx {
        &mut self.tx
    }
}
