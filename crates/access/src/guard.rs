//! Guessing pairing codes. A wrong code matches no code, so failures are counted per address and
//! held against every code that was alive at the time.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Duration;

use kit::{Timestamp, client_key};

/// After this many failures since a code was minted, the code is locked for that address.
const TRIES: usize = 5;
pub(crate) const HOUR: Duration = Duration::from_secs(3600);
/// Past this many failures in an hour, by whomever, those who failed have to wait.
const FAILURES_PER_HOUR: usize = 100;
const ADDRESSES: usize = 10_000;

#[derive(Debug, Default)]
pub(crate) struct Guard {
    failures: Mutex<HashMap<IpAddr, VecDeque<Timestamp>>>,
}

impl Guard {
    /// Whether this address had used up its tries at a code minted at that time, before the one
    /// that is being made now and is counted already.
    pub(crate) fn is_locked(&self, address: IpAddr, minted_at: Timestamp, now: Timestamp) -> bool {
        let failures = self.lock();
        let tries = failures.get(&client_key(address));
        // What lies in the future was counted before the clock was set back.
        let since = |at: &&Timestamp| (minted_at..=now).contains(*at);
        tries.is_some_and(|tries| tries.iter().filter(since).count() > TRIES)
    }

    /// Whether this address must wait because there were too many failures in all.
    pub(crate) fn must_wait(&self, address: IpAddr, now: Timestamp) -> bool {
        let hour_ago = now.before(HOUR);
        let failures = self.lock();
        let lately = |at: &&Timestamp| **at > hour_ago && **at <= now;
        let recent = |tries: &VecDeque<Timestamp>| tries.iter().filter(lately).count();
        let mine = failures.get(&client_key(address)).map_or(0, recent);
        mine > 0 && failures.values().map(recent).sum::<usize>() >= FAILURES_PER_HOUR
    }

    pub(crate) fn failed(&self, address: IpAddr, now: Timestamp) {
        let hour_ago = now.before(HOUR);
        let mut failures = self.lock();
        if failures.len() >= ADDRESSES {
            failures.retain(|_, tries| tries.back().is_some_and(|last| *last > hour_ago));
        }
        if failures.len() >= ADDRESSES {
            let oldest = failures.iter().min_by_key(|(_, tries)| tries.back().copied());
            let oldest = oldest.map(|(address, _)| *address);
            oldest.and_then(|address| failures.remove(&address));
        }
        let tries = failures.entry(client_key(address)).or_default();
        tries.push_back(now);
        if tries.len() > FAILURES_PER_HOUR {
            tries.pop_front();
        }
    }

    /// Takes back the failure that was counted at `now`: it turned out a success.
    pub(crate) fn forgive(&self, address: IpAddr, now: Timestamp) {
        let mut failures = self.lock();
        let Some(tries) = failures.get_mut(&client_key(address)) else { return };
        if let Some(position) = tries.iter().rposition(|at| *at == now) {
            tries.remove(position);
        }
        if tries.is_empty() {
            failures.remove(&client_key(address));
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<IpAddr, VecDeque<Timestamp>>> {
        self.failures.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u32) -> IpAddr {
        IpAddr::V4(number.into())
    }

    #[test]
    fn five_failures_lock_the_codes_of_that_time_for_that_address() {
        let guard = Guard::default();
        let at = Timestamp::from_unix;
        for second in 0..5 {
            guard.failed(address(1), at(100 + second));
            assert!(!guard.is_locked(address(1), at(100), at(200)));
        }
        guard.failed(address(1), at(105));
        assert!(guard.is_locked(address(1), at(100), at(200)));
        assert!(!guard.is_locked(address(2), at(100), at(200)));
        assert!(!guard.is_locked(address(1), at(106), at(200)), "a fresh code starts at zero");
        assert!(!guard.is_locked(address(1), at(50), at(60)), "the clock was set back");
        guard.forgive(address(1), at(105));
        assert!(!guard.is_locked(address(1), at(100), at(200)));
    }

    #[test]
    fn after_a_hundred_failures_those_who_failed_wait_and_others_do_not() {
        let guard = Guard::default();
        let now = Timestamp::from_unix(10_000);
        for number in 0..99 {
            guard.failed(address(number), now);
        }
        assert!(!guard.must_wait(address(5), now));
        guard.failed(address(99), now);
        assert!(guard.must_wait(address(5), now));
        assert!(!guard.must_wait(address(5000), now));
        assert!(!guard.must_wait(address(5), now.after(HOUR)));
    }

    #[test]
    fn the_memory_of_addresses_is_bounded() {
        let guard = Guard::default();
        for number in 0..12_000 {
            guard.failed(address(number), Timestamp::from_unix(1));
        }
        assert!(guard.lock().len() <= ADDRESSES);
    }
}
