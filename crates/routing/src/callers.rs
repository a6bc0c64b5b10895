//! Who used an app lately, noted without a lock.

use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use arc_swap::ArcSwapOption;
use foldhash::fast::FixedState;
use kit::{Identity, Timestamp};

/// So many callers fit in between two readings; of more, some are not noted.
const SLOTS: usize = 32;
/// A caller whose slot is taken has one of the next.
const PROBES: usize = 8;

/// A caller of an app, and what it did since the last reading.
#[derive(Debug)]
pub struct Caller {
    /// `None` stands for all who came without a credential, on a route that is open to everybody.
    pub identity: Option<Identity>,
    requests: AtomicU64,
    last_used: AtomicI64,
}

impl Caller {
    fn new(identity: Option<&Identity>, now: Timestamp) -> Self {
        Caller {
            identity: identity.cloned(),
            requests: AtomicU64::new(1),
            last_used: AtomicI64::new(now.0),
        }
    }

    fn count(&self, now: Timestamp) {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.last_used.store(now.0, Ordering::Relaxed);
    }

    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    pub fn last_used(&self) -> Timestamp {
        Timestamp(self.last_used.load(Ordering::Relaxed))
    }
}

#[derive(Debug, Default)]
pub(crate) struct Callers([ArcSwapOption<Caller>; SLOTS]);

impl Callers {
    pub(crate) fn note(&self, identity: Option<&Identity>, now: Timestamp) {
        // Who finds two identities that collide is not noted, and nobody else suffers.
        let first = FixedState::default().hash_one(identity) as usize % SLOTS;
        for probe in 0..PROBES {
            if note_in(&self.0[(first + probe) % SLOTS], identity, now) {
                return;
            }
        }
    }

    /// Those who came since the last reading. What comes in this very moment may be missed.
    pub(crate) fn take(&self) -> Vec<Arc<Caller>> {
        self.0.iter().filter_map(|slot| slot.swap(None)).collect()
    }
}

/// Whether the slot is this caller's.
fn note_in(slot: &ArcSwapOption<Caller>, identity: Option<&Identity>, now: Timestamp) -> bool {
    let mut found = slot.load();
    if found.is_none() {
        let fresh = Arc::new(Caller::new(identity, now));
        found = slot.compare_and_swap(&None::<Arc<Caller>>, Some(fresh));
    }
    let Some(caller) = &*found else { return true };
    let is_same = caller.identity.as_ref() == identity;
    if is_same {
        caller.count(now);
    }
    is_same
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(number: usize) -> Identity {
        Identity::User(format!("user-{number}").into())
    }

    #[test]
    fn each_caller_is_counted_until_it_is_read() {
        let callers = Callers::default();
        callers.note(Some(&user(1)), Timestamp(1));
        callers.note(None, Timestamp(2));
        callers.note(Some(&user(1)), Timestamp(3));
        let mut read = callers.take();
        read.sort_by_key(|caller| caller.last_used());
        let told: Vec<_> =
            read.iter().map(|caller| (caller.identity.clone(), caller.requests())).collect();
        assert_eq!(told, [(None, 1), (Some(user(1)), 2)]);
        assert!(callers.take().is_empty());
        callers.note(Some(&user(1)), Timestamp(4));
        assert_eq!(callers.take()[0].requests(), 1);
    }

    #[test]
    fn more_callers_than_slots_are_no_harm() {
        let callers = Callers::default();
        for number in 0..10 * SLOTS {
            callers.note(Some(&user(number)), Timestamp(1));
        }
        let noted = callers.take().len();
        assert!(noted > SLOTS / 2 && noted <= SLOTS, "{noted}");
    }
}
