//! The host and the traffic as they are now, for whoever watches on the socket: the last quarter
//! of an hour at once, then each new sample as it is taken. So a page that shows them never asks
//! again.

mod command;
mod sample;
mod shares;
mod watchers;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use routing::SharedRoutes;
use serde_json::json;
use web::Session;

pub(crate) use self::command::Watch;
pub(crate) use self::sample::{Now, Sample};
use self::shares::Shares;
use self::watchers::Watchers;

/// How often a sample is taken.
pub(crate) const PERIOD: Duration = Duration::from_secs(5);
/// A quarter of an hour of them.
const KEPT: usize = 180;

pub(crate) struct Live {
    routes: SharedRoutes,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    samples: VecDeque<Arc<Sample>>,
    shares: Shares,
    watchers: Watchers,
}

impl Live {
    pub(crate) fn new(routes: SharedRoutes) -> Self {
        Live { routes, state: Mutex::default() }
    }

    /// Tells a session what was, and from now on what is.
    pub(crate) fn watch(&self, session: &Session) {
        let mut state = self.lock();
        let period = PERIOD.as_secs();
        session.send("system.history", &json!({ "period": period, "samples": state.samples }));
        state.watchers.add(session);
    }

    pub(crate) fn is_watched(&self) -> bool {
        !self.lock().watchers.is_empty()
    }

    /// Adds what the host does now, and what went through the apps since the last time.
    pub(crate) fn add(&self, now: Now, newest_activity: Option<String>) {
        let mut state = self.lock();
        let shares = state.shares.read(&self.routes);
        let sample = Arc::new(Sample::new(now, state.samples.back().map(|last| &**last), &shares));
        if state.samples.len() >= KEPT {
            state.samples.pop_front();
        }
        state.samples.push_back(sample.clone());
        let data = json!({ "sample": sample, "apps": shares, "newestActivity": newest_activity });
        state.watchers.tell("system.sample", &data);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
