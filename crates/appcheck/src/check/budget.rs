//! How much a check may ask for.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::Instant;

pub(super) const MOST_REQUESTS: usize = 40;
pub(super) const LARGEST_BODY: usize = 2 * 1024 * 1024;
pub(super) const WHOLE_CHECK: Duration = Duration::from_secs(20);
const ONE_REQUEST: Duration = Duration::from_secs(5);

pub(super) struct Budget {
    used: AtomicUsize,
    ends: Instant,
}

impl Budget {
    pub(super) fn new() -> Self {
        Budget { used: AtomicUsize::new(0), ends: Instant::now() + WHOLE_CHECK }
    }

    /// The time that one more request may take; `None` where there is none left.
    pub(super) fn take(&self) -> Option<Duration> {
        let left = self.ends.saturating_duration_since(Instant::now()).min(ONE_REQUEST);
        let used = |count: usize| (count < MOST_REQUESTS).then_some(count + 1);
        let granted = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, used).is_ok();
        (granted && !left.is_zero()).then_some(left)
    }

    /// How many requests are left.
    pub(super) fn left(&self) -> usize {
        if self.ends > Instant::now() {
            MOST_REQUESTS.saturating_sub(self.used.load(Ordering::Relaxed))
        } else {
            0
        }
    }
}
