//! What containers used in the last minutes, for the case that one ends.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engines::Usage;
use kit::Timestamp;

use super::model::Sample;

pub(super) const PERIOD: Duration = Duration::from_secs(20);
/// Five minutes.
const MOST: usize = 15;
const LONGEST_AGO: Duration = Duration::from_secs(330);

#[derive(Debug, Default)]
pub(crate) struct Samples {
    by_key: Mutex<HashMap<String, VecDeque<Sample>>>,
}

impl Samples {
    pub(super) fn add(&self, key: &str, usage: &Usage) {
        if usage.warning.is_some() {
            return;
        }
        let mut all = self.all();
        let own = all.entry(key.to_owned()).or_default();
        own.push_back(Sample {
            at: usage.at,
            cores_used: usage.cores_used,
            memory_used: usage.memory_used,
            memory_limit: usage.memory_limit,
        });
        if own.len() > MOST {
            own.pop_front();
        }
    }

    /// Those from before a moment.
    pub(super) fn before(&self, key: &str, at: Timestamp) -> Vec<Sample> {
        let all = self.all();
        let own = all.get(key).into_iter().flatten();
        own.filter(|sample| sample.at <= at && at.since(sample.at) < LONGEST_AGO).cloned().collect()
    }

    /// Forgets those who are not among these.
    pub(super) fn keep(&self, keys: &[String]) {
        self.all().retain(|key, _| keys.contains(key));
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, VecDeque<Sample>>> {
        self.by_key.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
