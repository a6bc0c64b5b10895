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
    tries: Mutex<Tries>,
}

#[derive(Debug, Default)]
struct Tries {
    by_address: HashMap<IpAddr, VecDeque<Try>>,
    last_number: u64,
}

/// One try at a code, from the moment it is made. It counts as failed until it is forgiven, so
/// that guesses side by side count against each other, in the order in which they came.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Try {
    address: IpAddr,
    number: u64,
    at: Timestamp,
}

impl Guard {
    pub(crate) fn begin(&self, address: IpAddr, now: Timestamp) -> Try {
        let address = client_key(address);
        let mut tries = self.lock();
        tries.make_room(now);
        tries.last_number += 1;
        let new = Try { address, number: tries.last_number, at: now };
        let own = tries.by_address.entry(address).or_default();
        own.push_back(new);
        if own.len() > FAILURES_PER_HOUR {
            own.pop_front();
        }
        new
    }

    /// Whether this address had used up its tries at a code minted at that time.
    pub(crate) fn is_locked(&self, current: Try, minted_at: Timestamp) -> bool {
        let tries = self.lock();
        // What lies in the future was counted before the clock was set back.
        let counts = |earlier: &&Try| {
            earlier.number < current.number && (minted_at..=current.at).contains(&earlier.at)
        };
        let own = tries.by_address.get(&current.address);
        own.is_some_and(|own| own.iter().filter(counts).count() >= TRIES)
    }

    /// It turned out a success.
    pub(crate) fn forgive(&self, success: Try) {
        let mut tries = self.lock();
        let Some(own) = tries.by_address.get_mut(&success.address) else { return };
        own.retain(|one| one.number != success.number);
        if own.is_empty() {
            tries.by_address.remove(&success.address);
        }
    }

    /// Whether this address must wait because there were too many failures in all.
    pub(crate) fn must_wait(&self, address: IpAddr, now: Timestamp) -> bool {
        let hour_ago = now.before(HOUR);
        let tries = self.lock();
        let lately = |one: &&Try| one.at > hour_ago && one.at <= now;
        let recent = |own: &VecDeque<Try>| own.iter().filter(lately).count();
        let own = tries.by_address.get(&client_key(address)).map_or(0, recent);
        own > 0 && tries.by_address.values().map(recent).sum::<usize>() >= FAILURES_PER_HOUR
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Tries> {
        self.tries.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Tries {
    /// Forgets what is older than an hour, and then, if it must be, the oldest address.
    fn make_room(&mut self, now: Timestamp) {
        if self.by_address.len() < ADDRESSES {
            return;
        }
        let last = |own: &VecDeque<Try>| own.back().map(|one| one.at);
        let hour_ago = now.before(HOUR);
        self.by_address.retain(|_, own| last(own).is_some_and(|at| at > hour_ago));
        if self.by_address.len() >= ADDRESSES {
            let oldest = self.by_address.iter().min_by_key(|(_, own)| last(own));
            let oldest = oldest.map(|(address, _)| *address);
            oldest.and_then(|address| self.by_address.remove(&address));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u32) -> IpAddr {
        IpAddr::V4(number.into())
    }

    const fn at(seconds: i64) -> Timestamp {
        Timestamp(seconds * 1000)
    }

    #[test]
    fn five_failures_lock_the_codes_of_that_time_for_that_address() {
        let guard = Guard::default();
        for second in 0..5 {
            let wrong = guard.begin(address(1), at(100 + second));
            assert!(!guard.is_locked(wrong, at(100)));
        }
        let sixth = guard.begin(address(1), at(105));
        assert!(guard.is_locked(sixth, at(100)));
        assert!(!guard.is_locked(sixth, at(105)), "a fresh code starts at zero");
        assert!(!guard.is_locked(guard.begin(address(2), at(105)), at(100)));
        let back = guard.begin(address(1), at(60));
        assert!(!guard.is_locked(back, at(50)), "the clock was set back");
    }

    #[test]
    fn of_many_tries_at_once_the_first_five_are_not_locked() {
        let guard = Guard::default();
        let tries: Vec<Try> = (0..50).map(|_| guard.begin(address(1), at(100))).collect();
        let open = tries.iter().filter(|one| !guard.is_locked(**one, at(100))).count();
        assert_eq!(open, TRIES);
        assert!(!guard.is_locked(tries[0], at(100)));
    }

    #[test]
    fn a_success_does_not_count() {
        let guard = Guard::default();
        for _ in 0..20 {
            guard.forgive(guard.begin(address(1), at(100)));
        }
        assert!(!guard.is_locked(guard.begin(address(1), at(101)), at(100)));
    }

    #[test]
    fn after_a_hundred_failures_those_who_failed_wait_and_others_do_not() {
        let guard = Guard::default();
        let now = at(10_000);
        for number in 0..99 {
            guard.begin(address(number), now);
        }
        assert!(!guard.must_wait(address(5), now));
        guard.begin(address(99), now);
        assert!(guard.must_wait(address(5), now));
        assert!(!guard.must_wait(address(5000), now));
        assert!(!guard.must_wait(address(5), now.after(HOUR)));
    }

    #[test]
    fn the_memory_of_addresses_is_bounded() {
        let guard = Guard::default();
        for number in 0..12_000 {
            guard.begin(address(number), at(1));
        }
        assert!(guard.lock().by_address.len() <= ADDRESSES);
    }
}
