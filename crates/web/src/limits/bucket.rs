use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;

use kit::Timestamp;

use super::LimitClass;

/// How many addresses are remembered at once.
const CAPACITY: usize = 65_536;

/// One more request every `period`, and `burst` of them at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Quota {
    pub(super) period: Duration,
    pub(super) burst: u32,
}

/// What a request was told about its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) allowed: bool,
    pub(super) limit: u32,
    pub(super) remaining: u32,
    /// When the whole burst is there again.
    pub(super) full_at: Timestamp,
    /// When the next request passes.
    pub(super) next_at: Timestamp,
}

/// Leaky buckets (the generic cell rate algorithm): of each bucket only the moment at which it
/// will be empty again is kept.
#[derive(Debug, Default)]
pub(super) struct Buckets {
    empty_at: HashMap<(LimitClass, IpAddr), i64>,
}

impl Buckets {
    pub(super) fn take(
        &mut self,
        class: LimitClass,
        address: IpAddr,
        quota: Quota,
        now: Timestamp,
    ) -> Verdict {
        let period = i64::try_from(quota.period.as_millis()).unwrap_or(i64::MAX).max(1);
        let depth = period.saturating_mul(quota.burst.into());
        let key = (class, address);
        // A clock that jumped back must not lock anybody out for longer than a full bucket.
        let known = self.empty_at.get(&key).copied().unwrap_or(now.0);
        let before = known.clamp(now.0, now.0 + depth);
        let after = before + period;
        let allowed = after - now.0 <= depth;
        let empty_at = if allowed { after } else { before };
        if allowed {
            self.make_room(now);
        }
        // Also of a refusal, whose bucket is there already: the clock may have jumped.
        self.empty_at.insert(key, empty_at);
        let remaining = (depth - (empty_at - now.0)) / period;
        Verdict {
            allowed,
            limit: quota.burst,
            remaining: u32::try_from(remaining).unwrap_or(0),
            full_at: Timestamp(empty_at),
            next_at: Timestamp((empty_at + period - depth).max(now.0)),
        }
    }

    /// An empty bucket says no more than none; when all are in use, the emptier half goes.
    fn make_room(&mut self, now: Timestamp) {
        if self.empty_at.len() < CAPACITY {
            return;
        }
        self.empty_at.retain(|_, empty_at| *empty_at > now.0);
        if self.empty_at.len() >= CAPACITY {
            let mut moments: Vec<_> = self.empty_at.values().copied().collect();
            let (_, median, _) = moments.select_nth_unstable(CAPACITY / 2);
            let median = *median;
            let mut surplus = CAPACITY / 2;
            self.empty_at.retain(|_, empty_at| {
                let goes = *empty_at <= median && surplus > 0;
                surplus -= usize::from(goes);
                !goes
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const QUOTA: Quota = Quota { period: Duration::from_secs(6), burst: 10 };
    const HOME: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));

    fn take(buckets: &mut Buckets, address: IpAddr, at: i64) -> Verdict {
        buckets.take(LimitClass::Auth, address, QUOTA, Timestamp::from_unix(at))
    }

    #[test]
    fn a_burst_passes_and_then_one_a_period() {
        let mut buckets = Buckets::default();
        for left in (0..10).rev() {
            let verdict = take(&mut buckets, HOME, 1000);
            assert_eq!((verdict.allowed, verdict.remaining), (true, left));
        }
        let refused = take(&mut buckets, HOME, 1000);
        assert!(!refused.allowed);
        assert_eq!(refused.next_at, Timestamp::from_unix(1006));
        assert_eq!(refused.full_at, Timestamp::from_unix(1060));
        assert!(!take(&mut buckets, HOME, 1005).allowed);
        assert!(take(&mut buckets, HOME, 1006).allowed);
        assert!(!take(&mut buckets, HOME, 1006).allowed);
        assert!(take(&mut buckets, IpAddr::V4(Ipv4Addr::LOCALHOST), 1000).allowed);
    }

    #[test]
    fn a_clock_that_jumps_back_locks_nobody_out() {
        let mut buckets = Buckets::default();
        for _ in 0..10 {
            take(&mut buckets, HOME, 1_000_000);
        }
        assert!(!take(&mut buckets, HOME, 10).allowed);
        assert!(take(&mut buckets, HOME, 16).allowed);
    }

    #[test]
    fn a_flood_of_addresses_is_bounded() {
        let mut buckets = Buckets::default();
        for number in 0..200_000u32 {
            take(&mut buckets, IpAddr::V4(Ipv4Addr::from(number)), 1000);
        }
        assert!((CAPACITY / 2..=CAPACITY).contains(&buckets.empty_at.len()));
    }

    proptest::proptest! {
        /// In no stretch of time do more pass than a burst and one for each period of it.
        #[test]
        fn no_more_than_the_quota_pass_in_any_stretch(
            pauses in proptest::collection::vec(0..20_000i64, 1..80),
        ) {
            let mut buckets = Buckets::default();
            let (mut now, mut passed) = (0, Vec::new());
            for pause in pauses {
                now += pause;
                let verdict = buckets.take(LimitClass::Auth, HOME, QUOTA, Timestamp(now));
                if verdict.allowed {
                    passed.push(now);
                } else {
                    let later = verdict.next_at;
                    assert!(later.0 > now && later.0 - now <= 6_000);
                }
            }
            for (first, from) in passed.iter().enumerate() {
                for (last, until) in passed.iter().enumerate().skip(first) {
                    assert!((last - first + 1) as i64 <= 10 + (until - from) / 6_000);
                }
            }
        }
    }
}
