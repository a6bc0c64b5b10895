//! Memory that all answers in progress share. Whoever stalls many of them at once must not make the
//! gateway hold them all.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// What is counted as one.
const UNIT: usize = 4 * 1024;

pub(crate) struct Budget {
    left: Arc<Semaphore>,
    /// How long an answer waits for its part.
    patience: Duration,
}

/// A part of the budget, which is given back when it is dropped.
pub(crate) struct Share {
    left: Arc<Semaphore>,
    permit: OwnedSemaphorePermit,
}

/// There is nothing left.
#[derive(Debug)]
pub(crate) struct Spent;

impl Budget {
    pub(crate) fn new(bytes: usize, patience: Duration) -> Self {
        Budget { left: Arc::new(Semaphore::new(bytes / UNIT)), patience }
    }

    pub(crate) async fn share(&self, bytes: usize) -> Result<Share, Spent> {
        let asked = self.left.clone().acquire_many_owned(units(bytes));
        let permit = timeout(self.patience, asked).await.ok().and_then(Result::ok);
        Ok(Share { left: self.left.clone(), permit: permit.ok_or(Spent)? })
    }
}

impl Share {
    /// Takes more where so many bytes need it. Nobody waits here: all could wait for each other.
    pub(crate) fn grow_to(&mut self, bytes: usize) -> Result<(), Spent> {
        let has = u32::try_from(self.permit.num_permits()).unwrap_or(u32::MAX);
        let missing = units(bytes).saturating_sub(has);
        if missing > 0 {
            let more = self.left.clone().try_acquire_many_owned(missing).map_err(|_| Spent)?;
            self.permit.merge(more);
        }
        Ok(())
    }
}

fn units(bytes: usize) -> u32 {
    u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_is_given_back_can_be_had_again() {
        let budget = Budget::new(16 * UNIT, Duration::from_secs(10));
        let mut first = budget.share(8 * UNIT).await.expect("a share");
        first.grow_to(UNIT).expect("it has that");
        first.grow_to(12 * UNIT).expect("there is more");
        let second = budget.share(3 * UNIT + 1).await.expect("the rest");
        assert!(first.grow_to(13 * UNIT).is_err());
        assert!(budget.share(1).await.is_err(), "it waited in vain");
        drop(second);
        budget.share(4 * UNIT).await.expect("what was given back");
    }
}
