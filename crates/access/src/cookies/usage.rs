use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use kit::Timestamp;

/// A use is worth writing down when the last one that was is so long ago.
const COARSENESS: Duration = Duration::from_secs(3600);

/// When a jar was used last. It outlives changes of the jar, and asking for cookies moves it.
#[derive(Debug)]
pub(super) struct Usage {
    at: AtomicI64,
    written: AtomicI64,
    stored: AtomicBool,
}

impl Usage {
    pub(super) fn new(at: Timestamp, stored: bool) -> Self {
        Usage {
            at: AtomicI64::new(at.0),
            written: AtomicI64::new(at.0),
            stored: AtomicBool::new(stored),
        }
    }

    pub(super) fn at(&self) -> Timestamp {
        Timestamp(self.at.load(Ordering::Relaxed))
    }

    pub(super) fn touch(&self, now: Timestamp) {
        self.at.fetch_max(now.0, Ordering::Relaxed);
    }

    pub(super) fn note_written(&self, at: Timestamp) {
        self.written.store(at.0, Ordering::Relaxed);
        self.stored.store(true, Ordering::Relaxed);
    }

    /// Whether the database has the jar, in this state or an earlier one.
    pub(super) fn is_stored(&self) -> bool {
        self.stored.load(Ordering::Relaxed)
    }

    pub(super) fn is_worth_writing(&self) -> bool {
        self.at().since(Timestamp(self.written.load(Ordering::Relaxed))) > COARSENESS
    }
}
