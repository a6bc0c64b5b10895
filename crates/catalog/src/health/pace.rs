//! When an app is asked next.

use std::time::Duration;

use kit::Entropy;

/// An app that is down is asked at least this often, unless its interval is longer.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// So many intervals lie between two checks of an app that is down, at most.
const MOST_INTERVALS: u32 = 6;
/// The first checks of many new apps come this far apart on average.
const STEP: Duration = Duration::from_millis(5);

/// The pause before the next check of an app that failed `failures` times in a row.
pub(super) fn pause(interval: Duration, failures: u32, threshold: u32) -> Duration {
    let beyond = failures.saturating_sub(threshold.max(1)).min(MOST_INTERVALS);
    let intervals = 2u32.pow(beyond).min(MOST_INTERVALS);
    interval.saturating_mul(intervals).min(LONGEST_PAUSE.max(interval))
}

/// A tenth more or less, so that checks that began together drift apart.
pub(super) fn jittered(pause: Duration) -> Duration {
    pause.mul_f64(0.9 + 0.2 * chance())
}

/// How long the first check of one of `count` new apps waits.
pub(super) fn first(interval: Duration, count: usize) -> Duration {
    let count = u32::try_from(count.saturating_sub(1)).unwrap_or(u32::MAX);
    STEP.saturating_mul(count).min(interval).mul_f64(chance())
}

/// Between 0 and 1.
fn chance() -> f64 {
    f64::from(u32::from_ne_bytes(Entropy.bytes())) / f64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_app_that_is_down_is_asked_less_often_but_never_rarely() {
        let seconds =
            |interval, failures| pause(Duration::from_secs(interval), failures, 2).as_secs();
        let ten: Vec<_> = (0..8).map(|failures| seconds(10, failures)).collect();
        assert_eq!(ten, [10, 10, 10, 20, 30, 30, 30, 30]);
        let two: Vec<_> = (0..8).map(|failures| seconds(2, failures)).collect();
        assert_eq!(two, [2, 2, 2, 4, 8, 12, 12, 12]);
        assert_eq!(seconds(300, 100), 300);
        assert_eq!(seconds(1, u32::MAX), 6);
    }

    #[test]
    fn checks_are_spread() {
        let ten = Duration::from_secs(10);
        let pauses: Vec<_> = (0..1000).map(|_| jittered(ten).as_millis()).collect();
        assert!(pauses.iter().all(|pause| (9_000..=11_000).contains(pause)));
        assert!(pauses.iter().any(|pause| *pause < 9_500));
        assert!(pauses.iter().any(|pause| *pause > 10_500));
        assert_eq!(first(ten, 1), Duration::ZERO);
        assert!((0..100).all(|_| first(ten, 10) <= Duration::from_millis(45)));
        assert!((0..100).all(|_| first(ten, 10_000) <= ten));
        assert!((0..100).any(|_| first(ten, 10_000) > Duration::from_secs(5)));
    }
}
