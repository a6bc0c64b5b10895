use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engines::{ContainerId, Runtime};
use kit::{Error, Result};

type Key = (Runtime, ContainerId);

/// Which containers something is being done to, so that two callers do not pull at one of them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Claims(Arc<Mutex<HashSet<Key>>>);

/// Something is being done to a container for as long as this lives.
#[derive(Debug)]
pub(crate) struct Claim {
    claims: Claims,
    key: Key,
}

impl Claims {
    pub(crate) fn take(&self, runtime: Runtime, id: &ContainerId) -> Result<Claim> {
        let key = (runtime, id.clone());
        if self.held().insert(key.clone()) {
            Ok(Claim { claims: self.clone(), key })
        } else {
            Err(Error::conflict(
                "This container is being started, stopped or restarted; wait for the outcome",
            ))
        }
    }

    fn held(&self) -> MutexGuard<'_, HashSet<Key>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.claims.held().remove(&self.key);
    }
}
