use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::model::Source;
use crate::reconcile::{Follow, Record};
use crate::sightings::Condition;

/// More than that waits only while the database is away for long; the oldest are dropped then.
const MOST: usize = 10_000;

/// What is to be written down. It waits here, so that nothing that is seen has to wait for the
/// database.
#[derive(Debug, Default)]
pub(crate) struct PendingWrites {
    state: Mutex<Unwritten>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Unwritten {
    records: VecDeque<Entry>,
    /// The last word for each route.
    follows: BTreeMap<Arc<str>, Follow>,
}

#[derive(Debug, Clone)]
pub(crate) enum Entry {
    Record(Record),
    /// A source began to fail, or works again.
    Source(Source, Condition),
}

impl PendingWrites {
    pub(crate) fn add(&self, records: impl IntoIterator<Item = Record>) {
        let mut state = self.state();
        for record in records {
            match record {
                Record::Follow(follow) => {
                    state.follows.insert(follow.before.route_id.clone(), *follow);
                }
                record => state.records.push_back(Entry::Record(record)),
            }
        }
        state.shorten();
        self.changed.notify_one();
    }

    pub(crate) fn add_condition(&self, source: Source, condition: Condition) {
        let mut state = self.state();
        state.records.push_back(Entry::Source(source, condition));
        state.shorten();
        self.changed.notify_one();
    }

    pub(crate) fn take(&self, most: usize) -> Vec<Entry> {
        let mut state = self.state();
        let count = state.records.len().min(most);
        state.records.drain(..count).collect()
    }

    pub(crate) fn take_follow(&self) -> Option<Follow> {
        self.state().follows.pop_first().map(|(_, follow)| follow)
    }

    /// For what could not be written now.
    pub(crate) fn put_back(&self, entries: Vec<Entry>) {
        let mut state = self.state();
        entries.into_iter().rev().for_each(|entry| state.records.push_front(entry));
        state.shorten();
    }

    pub(crate) fn put_back_follow(&self, follow: Follow) {
        let mut state = self.state();
        state.follows.entry(follow.before.route_id.clone()).or_insert(follow);
    }

    /// Returns when there is something to write.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    fn state(&self) -> MutexGuard<'_, Unwritten> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Unwritten {
    fn shorten(&mut self) {
        let excess = self.records.len().saturating_sub(MOST);
        self.records.drain(..excess);
    }
}
