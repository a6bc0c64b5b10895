//! Where the answers stand: by resource, then by caller, then newest last; and in the order in
//! which they were last asked for.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;
use std::sync::Arc;

use http::HeaderMap;

use super::key::{Key, Resource};
use super::stored::Stored;

/// How many answers of one resource are kept for one caller.
const VARIANTS: usize = 16;

const EPOCHS: usize = 64;

pub(super) struct Shelf {
    resources: HashMap<Arc<Resource>, HashMap<Arc<str>, Vec<Slot>>>,
    /// The keys by the number of their slot's last use.
    by_use: BTreeMap<u64, Key>,
    uses: u64,
    /// Grows when something is forgotten, for all resources that share a place in it.
    epochs: [u64; EPOCHS],
}

struct Slot {
    stored: Arc<Stored>,
    last_use: u64,
}

impl Default for Shelf {
    fn default() -> Self {
        let (resources, by_use) = (HashMap::new(), BTreeMap::new());
        Shelf { resources, by_use, uses: 0, epochs: [0; EPOCHS] }
    }
}

impl Shelf {
    pub(super) fn len(&self) -> usize {
        self.by_use.len()
    }

    #[cfg(test)]
    pub(super) fn resources(&self) -> usize {
        self.resources.len()
    }

    /// As long as it stands still, an answer that was asked for meanwhile may be kept. Otherwise
    /// that answer may be older than the change that made the cache forget.
    pub(super) fn epoch(&self, key: &Key) -> u64 {
        self.epochs[self.place(&key.resource)]
    }

    pub(super) fn find(&mut self, key: &Key, request: &HeaderMap) -> Option<Arc<Stored>> {
        let slots = self.resources.get_mut(&key.resource)?.get_mut(&key.caller)?;
        let fits = |slot: &&mut Slot| slot.stored.selectors.match_request(request);
        let slot = slots.iter_mut().rev().find(fits)?;
        if let Some(key) = self.by_use.remove(&slot.last_use) {
            self.uses += 1;
            slot.last_use = self.uses;
            self.by_use.insert(self.uses, key);
        }
        Some(Arc::clone(&slot.stored))
    }

    /// Takes the place of the answer that the same request would have been given.
    pub(super) fn put(&mut self, key: Key, stored: Arc<Stored>) {
        self.take_out(&key, |slot| slot.stored.selectors == stored.selectors);
        if let Some(longest_unused) = self.longest_unused_of_a_full_row(&key) {
            self.take_out(&key, |slot| slot.last_use == longest_unused);
        }
        self.uses += 1;
        let slot = Slot { stored, last_use: self.uses };
        let callers = self.resources.entry(Arc::clone(&key.resource)).or_default();
        callers.entry(Arc::clone(&key.caller)).or_default().push(slot);
        self.by_use.insert(self.uses, key);
    }

    pub(super) fn remove(&mut self, key: &Key, stored: &Arc<Stored>) {
        self.take_out(key, |slot| Arc::ptr_eq(&slot.stored, stored));
    }

    /// Forgets a resource for every caller.
    pub(super) fn forget(&mut self, resource: &Resource) {
        let place = self.place(resource);
        self.epochs[place] += 1;
        for slot in self.resources.remove(resource).into_iter().flatten().flat_map(|row| row.1) {
            self.by_use.remove(&slot.last_use);
        }
    }

    /// `false` when nothing is left.
    pub(super) fn drop_oldest(&mut self) -> bool {
        let Some((last_use, key)) = self.by_use.pop_first() else { return false };
        self.take_out(&key, |slot| slot.last_use == last_use);
        true
    }

    fn longest_unused_of_a_full_row(&self, key: &Key) -> Option<u64> {
        let slots = self.resources.get(&key.resource)?.get(&key.caller)?;
        slots.iter().map(|slot| slot.last_use).min().filter(|_| slots.len() >= VARIANTS)
    }

    fn take_out(&mut self, key: &Key, goes: impl Fn(&Slot) -> bool) {
        let Some(callers) = self.resources.get_mut(&key.resource) else { return };
        let Some(slots) = callers.get_mut(&key.caller) else { return };
        for slot in slots.extract_if(.., |slot| goes(slot)) {
            self.by_use.remove(&slot.last_use);
        }
        if slots.is_empty() {
            callers.remove(&key.caller);
        }
        if callers.is_empty() {
            self.resources.remove(&key.resource);
        }
    }

    fn place(&self, resource: &Resource) -> usize {
        let hash = self.resources.hasher().hash_one(resource);
        usize::try_from(hash % EPOCHS as u64).unwrap_or_default()
    }
}
