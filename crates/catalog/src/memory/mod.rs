//! What is known, for whoever asks: records for the management plane, the table for the data
//! plane.

mod conflict;
mod live;
mod peers;
mod state;

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use arc_swap::ArcSwap;
use routing::SharedRoutes;

pub(crate) use state::{Rows, State};

pub(crate) struct Memory {
    state: RwLock<State>,
    table: SharedRoutes,
}

impl Memory {
    pub(crate) fn new(state: State) -> Self {
        let table = Arc::new(ArcSwap::from_pointee(state.table()));
        Memory { state: RwLock::new(state), table }
    }

    /// For a look: nothing is awaited while it is held.
    pub(crate) fn look(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is known and publishes the table. Callers hold the write lock of the service,
    /// so that changes come here in the order in which they were committed.
    pub(crate) fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        // Before anybody else can change it, so that the last table is the newest one.
        self.table.store(Arc::new(state.table()));
    }

    pub(crate) fn table(&self) -> SharedRoutes {
        self.table.clone()
    }
}
