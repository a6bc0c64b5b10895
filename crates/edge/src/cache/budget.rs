//! Counts bytes where they are held: whoever holds some holds a [`Charge`], and they are free again
//! when it is dropped, wherever that happens.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub(super) struct Budget {
    used: AtomicU64,
    limit: AtomicU64,
}

impl Budget {
    pub(super) fn new(limit: u64) -> Self {
        Budget { used: AtomicU64::new(0), limit: AtomicU64::new(limit) }
    }

    pub(super) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    pub(super) fn limit(&self) -> u64 {
        self.limit.load(Ordering::Relaxed)
    }

    pub(super) fn set_limit(&self, limit: u64) {
        self.limit.store(limit, Ordering::Relaxed);
    }

    pub(super) fn is_exceeded(&self) -> bool {
        self.used() > self.limit()
    }

    /// `None`, and nothing taken, where that would be more than the limit.
    pub(super) fn try_take(self: &Arc<Self>, bytes: u64) -> Option<Charge> {
        let limit = self.limit();
        let more = |used: u64| used.checked_add(bytes).filter(|sum| *sum <= limit);
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok()?;
        Some(Charge { budget: Arc::clone(self), bytes })
    }
}

pub(super) struct Charge {
    budget: Arc<Budget>,
    bytes: u64,
}

impl Charge {
    /// Takes over what another charge of the same budget holds.
    pub(super) fn absorb(&mut self, mut other: Charge) {
        self.bytes += std::mem::take(&mut other.bytes);
    }

    pub(super) fn shrink_to(&mut self, bytes: u64) {
        let surplus = self.bytes.saturating_sub(bytes);
        self.bytes -= surplus;
        self.budget.used.fetch_sub(surplus, Ordering::Relaxed);
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.shrink_to(0);
    }
}
