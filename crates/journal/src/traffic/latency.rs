//! What the buckets of the latencies tell.

use routing::LATENCY_BOUNDS_MS;

use crate::figures::two_places;

const BUCKETS: usize = LATENCY_BOUNDS_MS.len() + 1;

/// The mean in milliseconds; zero while there are no answers.
pub(crate) fn mean_millis(micros: u64, answers: u64) -> f64 {
    if answers == 0 { 0.0 } else { two_places(micros as f64 / answers as f64 / 1000.0) }
}

/// The time within which this share of the answers came, in milliseconds. Within a bucket they
/// count as spread evenly; the last bucket has no end, so its beginning stands for it.
pub(crate) fn quantile_millis(buckets: &[u64; BUCKETS], share: f64) -> f64 {
    let total: u64 = buckets.iter().sum();
    if total == 0 {
        return 0.0;
    }
    let rank = share * total as f64;
    let mut below = 0.0;
    let mut begin = 0.0;
    for (count, bound) in buckets.iter().zip(LATENCY_BOUNDS_MS) {
        let (count, end) = (*count as f64, bound as f64);
        if count > 0.0 && below + count >= rank {
            return two_places(begin + (end - begin) * (rank - below) / count);
        }
        below += count;
        begin = end;
    }
    begin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_within_their_bucket() {
        let mut buckets = [0; BUCKETS];
        assert_eq!(quantile_millis(&buckets, 0.5), 0.0);
        buckets[3] = 90; // 5 to 10 ms
        buckets[9] = 10; // 500 to 1,000 ms
        assert_eq!(quantile_millis(&buckets, 0.5), 7.78);
        assert_eq!(quantile_millis(&buckets, 0.9), 10.0);
        assert_eq!(quantile_millis(&buckets, 0.95), 750.0);
        assert_eq!(quantile_millis(&buckets, 0.99), 950.0);
        buckets[LATENCY_BOUNDS_MS.len()] = 900;
        assert_eq!(quantile_millis(&buckets, 0.99), 30_000.0);
        assert_eq!(mean_millis(3_000, 2), 1.5);
        assert_eq!(mean_millis(0, 0), 0.0);
    }
}
