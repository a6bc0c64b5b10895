//! Who used which app, as far as it is not in the database yet.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use kit::{Identity, Timestamp};

/// For so long it is known that somebody used an app.
pub(crate) const REMEMBERED: Duration = Duration::from_secs(30 * 24 * 3_600);
/// Of each app so many are remembered at most: those who came last.
pub(crate) const MOST_CALLERS: i64 = 200;
/// So many are held while they cannot be written. What comes then from others is not noted.
const MOST_UNWRITTEN: usize = 10_000;

/// An app and who used it; `None` are all who came without a credential.
pub(crate) type CallerKey = (Arc<str>, Option<Identity>);

/// How somebody used an app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Uses {
    pub(crate) requests: u64,
    pub(crate) since: Timestamp,
    pub(crate) last: Timestamp,
}

impl Uses {
    pub(crate) fn add(&mut self, more: &Uses) {
        self.requests += more.requests;
        self.since = self.since.min(more.since);
        self.last = self.last.max(more.last);
    }
}

#[derive(Debug, Default)]
pub(crate) struct UnwrittenUses(HashMap<CallerKey, Uses>);

impl UnwrittenUses {
    pub(crate) fn add(&mut self, key: CallerKey, more: &Uses) {
        if let Some(known) = self.0.get_mut(&key) {
            known.add(more);
        } else if self.0.len() < MOST_UNWRITTEN {
            self.0.insert(key, *more);
        }
    }

    pub(crate) fn of<'a>(
        &'a self,
        app: &'a str,
    ) -> impl Iterator<Item = (Option<Identity>, Uses)> + 'a {
        let own = self.0.iter().filter(move |((id, _), _)| &**id == app);
        own.map(|((_, identity), uses)| (identity.clone(), *uses))
    }

    pub(crate) fn take(&mut self) -> HashMap<CallerKey, Uses> {
        std::mem::take(&mut self.0)
    }

    pub(crate) fn put_back(&mut self, taken: HashMap<CallerKey, Uses>) {
        for (key, uses) in taken {
            self.add(key, &uses);
        }
    }
}
