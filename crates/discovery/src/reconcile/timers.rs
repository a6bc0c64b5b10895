use std::collections::BTreeSet;

use tokio::time::Instant;

use crate::model::ServiceKey;

/// When which service is to be looked at again. One look too many does no harm.
#[derive(Debug, Default)]
pub(super) struct Timers(BTreeSet<(Instant, ServiceKey)>);

impl Timers {
    pub(super) fn set(&mut self, at: Instant, service: &ServiceKey) {
        self.0.insert((at, service.clone()));
    }

    pub(super) fn next(&self) -> Option<Instant> {
        self.0.first().map(|(at, _)| *at)
    }

    pub(super) fn take_due(&mut self, now: Instant) -> Option<ServiceKey> {
        let due = self.0.first().is_some_and(|(at, _)| *at <= now);
        due.then(|| self.0.pop_first()).flatten().map(|(_, service)| service)
    }
}
