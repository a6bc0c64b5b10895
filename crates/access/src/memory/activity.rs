use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

use kit::Timestamp;

const DAY_MILLIS: i64 = 86_400_000;
const COUNT_BITS: u32 = 40;

/// When a device or key was used last and how often today. It outlives changes of the record, and
/// a worker writes it down now and then.
#[derive(Debug, Default)]
pub(crate) struct Activity {
    last_seen: AtomicI64,
    /// The day in the high bits, the count in the low ones, so that both change together.
    requests: AtomicU64,
    unwritten: AtomicBool,
}

impl Activity {
    pub(crate) fn new(last_seen: Timestamp, requests: u64) -> Self {
        Activity {
            last_seen: AtomicI64::new(last_seen.0),
            requests: AtomicU64::new(requests),
            unwritten: AtomicBool::new(false),
        }
    }

    pub(crate) fn touch(&self, now: Timestamp) {
        self.last_seen.fetch_max(now.0, Ordering::Relaxed);
        let day = day(now);
        let counted =
            |old: u64| if old >> COUNT_BITS == day { old + 1 } else { (day << COUNT_BITS) + 1 };
        let _ = self
            .requests
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |old| Some(counted(old)));
        self.unwritten.store(true, Ordering::Relaxed);
    }

    pub(crate) fn last_seen(&self) -> Timestamp {
        Timestamp(self.last_seen.load(Ordering::Relaxed))
    }

    pub(crate) fn requests_today(&self, now: Timestamp) -> u64 {
        let packed = self.requests.load(Ordering::Relaxed);
        if packed >> COUNT_BITS == day(now) { packed & ((1 << COUNT_BITS) - 1) } else { 0 }
    }

    /// Day and count as they are stored.
    pub(crate) fn packed_requests(&self) -> i64 {
        i64::try_from(self.requests.load(Ordering::Relaxed)).unwrap_or(i64::MAX)
    }

    /// Whether there is something to write down; asking takes the mark away.
    pub(crate) fn take_unwritten(&self) -> bool {
        self.unwritten.swap(false, Ordering::Relaxed)
    }

    pub(crate) fn mark_unwritten(&self) {
        self.unwritten.store(true, Ordering::Relaxed);
    }
}

impl routing::Usage for Activity {
    fn touch(&self, now: Timestamp) {
        self.touch(now);
    }
}

fn day(now: Timestamp) -> u64 {
    (now.0.max(0) / DAY_MILLIS).unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_per_day() {
        let activity = Activity::default();
        let noon = Timestamp(20_000 * DAY_MILLIS + DAY_MILLIS / 2);
        activity.touch(noon);
        activity.touch(noon);
        assert_eq!(activity.requests_today(noon), 2);
        let tomorrow = Timestamp(noon.0 + DAY_MILLIS);
        assert_eq!(activity.requests_today(tomorrow), 0);
        activity.touch(tomorrow);
        assert_eq!(activity.requests_today(tomorrow), 1);
        assert_eq!(activity.last_seen(), tomorrow);
        assert!(activity.take_unwritten());
        assert!(!activity.take_unwritten());
    }
}
