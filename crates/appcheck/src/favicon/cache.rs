//! What searches found, as long as it is fresh and there is room.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use kit::Timestamp;
use routing::{Endpoint, Upstream};

use super::Icon;

/// What an entry costs beside its picture, roughly.
const OVERHEAD: usize = 512;

/// Where an icon was looked for: an app that moves is searched anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Source {
    endpoint: Arc<Endpoint>,
    base_path: Arc<str>,
}

impl Source {
    pub(super) fn of(upstream: &Upstream) -> Self {
        Source { endpoint: upstream.endpoint.clone(), base_path: upstream.base_path.clone() }
    }
}

pub(super) struct Cache {
    most_bytes: usize,
    bytes: usize,
    entries: HashMap<Arc<str>, Entry>,
    /// By when they were used last.
    order: BTreeMap<u64, Arc<str>>,
    turn: u64,
}

struct Entry {
    source: Source,
    /// `None` where the app has no icon.
    icon: Option<Icon>,
    expires_at: Timestamp,
    turn: u64,
}

impl Cache {
    pub(super) fn new(most_bytes: usize) -> Self {
        let (entries, order) = (HashMap::new(), BTreeMap::new());
        Cache { most_bytes, bytes: 0, entries, order, turn: 0 }
    }

    /// `None` where a search is needed.
    pub(super) fn get(
        &mut self,
        app_id: &str,
        source: &Source,
        now: Timestamp,
    ) -> Option<Option<Icon>> {
        let entry = self.entries.get_mut(app_id)?;
        if entry.source != *source || entry.expires_at <= now {
            return None;
        }
        self.turn += 1;
        let app_id = self.order.remove(&entry.turn)?;
        entry.turn = self.turn;
        self.order.insert(self.turn, app_id);
        Some(entry.icon.clone())
    }

    pub(super) fn put(
        &mut self,
        app_id: Arc<str>,
        source: Source,
        icon: Option<Icon>,
        expires_at: Timestamp,
    ) {
        self.remove(&app_id);
        self.turn += 1;
        let entry = Entry { source, icon, expires_at, turn: self.turn };
        self.bytes += entry.cost();
        self.order.insert(self.turn, app_id.clone());
        self.entries.insert(app_id, entry);
        while self.bytes > self.most_bytes
            && let Some((_, oldest)) = self.order.first_key_value()
        {
            let oldest = oldest.clone();
            self.remove(&oldest);
        }
    }

    pub(super) fn remove(&mut self, app_id: &str) {
        if let Some(entry) = self.entries.remove(app_id) {
            self.bytes -= entry.cost();
            self.order.remove(&entry.turn);
        }
    }
}

impl Entry {
    fn cost(&self) -> usize {
        OVERHEAD + self.icon.as_ref().map_or(0, |icon| icon.bytes.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LATER: Timestamp = Timestamp(1_000);
    const NOW: Timestamp = Timestamp(0);

    fn source(to: &str) -> Source {
        Source::of(&Upstream::parse(to, false).expect(to))
    }

    fn icon(size: usize) -> Option<Icon> {
        Icon::judge(&[b"GIF89a".as_slice(), &vec![0; size]].concat())
    }

    #[test]
    fn an_entry_counts_for_its_time_and_its_place() {
        let mut cache = Cache::new(100_000);
        let nas = source("http://nas");
        cache.put("a".into(), nas.clone(), icon(10), LATER);
        cache.put("b".into(), nas.clone(), None, LATER);
        assert_eq!(cache.get("a", &nas, NOW), Some(icon(10)));
        assert_eq!(cache.get("b", &nas, NOW), Some(None));
        assert_eq!(cache.get("a", &nas, LATER), None);
        assert_eq!(cache.get("a", &source("http://nas/base"), NOW), None);
        assert_eq!(cache.get("c", &nas, NOW), None);
        cache.remove("a");
        assert_eq!(cache.get("a", &nas, NOW), None);
    }

    #[test]
    fn what_was_not_used_for_longest_makes_room() {
        let mut cache = Cache::new(30_000);
        let nas = source("http://nas");
        for id in ["a", "b"] {
            cache.put(id.into(), nas.clone(), icon(10_000), LATER);
        }
        cache.get("a", &nas, NOW).expect("it is there");
        cache.put("c".into(), nas.clone(), icon(10_000), LATER);
        let kept = ["a", "b", "c"].map(|id| cache.get(id, &nas, NOW).is_some());
        assert_eq!(kept, [true, false, true]);
        for number in 0..10_000 {
            cache.put(number.to_string().into(), nas.clone(), None, LATER);
        }
        assert!(cache.bytes <= 30_000 && cache.entries.len() == cache.order.len());
        assert!(cache.entries.len() <= 30_000 / OVERHEAD);
    }

    #[test]
    fn an_entry_that_is_replaced_is_counted_once() {
        let mut cache = Cache::new(30_000);
        for _ in 0..10 {
            cache.put("a".into(), source("http://nas"), icon(10_000), LATER);
        }
        assert_eq!((cache.entries.len(), cache.order.len()), (1, 1));
        assert_eq!(cache.bytes, OVERHEAD + 10_006);
    }
}
