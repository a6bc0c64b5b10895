//! Reads the counters of all apps and finds out what came since the last time. Requests only ever
//! touch the counters; all of this happens beside them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kit::{Clock, Identity, Timestamp};
use routing::{App, SharedRoutes, Traffic, TrafficFigures};

use super::alarm::News;
use super::callers::{CallerKey, UnwrittenUses, Uses};
use super::day::{Key, Quarter, Unwritten, quarter_of};
use super::recent::{Minute, Recents};

pub(crate) struct Meter {
    routes: SharedRoutes,
    clock: Clock,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// By the address of the counters, which stays theirs as long as they are held here.
    counters: HashMap<usize, Counters>,
    recents: Recents,
    unwritten: Unwritten,
    uses: UnwrittenUses,
}

/// What waits to be written.
#[derive(Default)]
pub(crate) struct Taken {
    pub(crate) quarters: HashMap<Key, Quarter>,
    pub(crate) uses: HashMap<CallerKey, Uses>,
}

/// Held on to when its app is gone: what is under way still counts.
struct Counters {
    app: Arc<str>,
    traffic: Arc<Traffic>,
    seen: TrafficFigures,
}

/// What came through all apps together since the last time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Passed {
    pub(crate) requests: u64,
    pub(crate) micros: u64,
}

impl Meter {
    pub(crate) fn new(routes: SharedRoutes, clock: Clock) -> Self {
        Meter { routes, clock, state: Mutex::default() }
    }

    /// Every request is in exactly one answer of this.
    pub(crate) fn read(&self) -> Passed {
        self.lock().read(&self.routes, self.clock.now())
    }

    pub(crate) fn app(&self, id: &str) -> Option<Arc<App>> {
        self.routes.load().apps().find(|app| &*app.id == id).cloned()
    }

    pub(crate) fn hour(&self, app: &str) -> Vec<(Timestamp, Minute)> {
        self.lock().recents.hour(app, self.clock.now())
    }

    /// Notes of each app whether it is well.
    pub(crate) fn note_health(&self, verdicts: &[(Arc<str>, bool)]) {
        let number = quarter_of(self.clock.now());
        let mut state = self.lock();
        for (app, well) in verdicts {
            let look = Quarter { looks: 1, well: (*well).into(), ..Quarter::default() };
            state.unwritten.add(app, number, &look);
        }
    }

    /// What is not in the database yet of an app's day.
    pub(crate) fn unwritten(&self, app: &str) -> Vec<(i64, Quarter)> {
        self.lock().unwritten.of(app).collect()
    }

    /// The same of all apps together.
    pub(crate) fn all_unwritten(&self) -> Vec<(Key, Quarter)> {
        self.lock().unwritten.all().collect()
    }

    /// Who used an app, as far as that is not in the database yet.
    pub(crate) fn unwritten_uses(&self, app: &str) -> Vec<(Option<Identity>, Uses)> {
        self.lock().uses.of(app).collect()
    }

    pub(crate) fn take_unwritten(&self) -> Taken {
        let mut state = self.lock();
        Taken { quarters: state.unwritten.take(), uses: state.uses.take() }
    }

    pub(crate) fn put_back(&self, taken: Taken) {
        let now = self.clock.now();
        let mut state = self.lock();
        state.unwritten.put_back(taken.quarters, now);
        state.uses.put_back(taken.uses);
    }

    /// What is to be told of apps, by what was read so far.
    pub(crate) fn news(&self) -> Vec<(Arc<App>, News)> {
        let table = self.routes.load();
        let apps: HashMap<&str, &Arc<App>> = table.apps().map(|app| (&*app.id, app)).collect();
        let mut state = self.lock();
        state.recents.keep(|id| apps.contains_key(id));
        let news = state.recents.news(self.clock.now()).into_iter();
        news.filter_map(|(id, news)| Some((apps.get(&*id).copied()?.clone(), news))).collect()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn read(&mut self, routes: &SharedRoutes, now: Timestamp) -> Passed {
        for app in routes.load().apps() {
            let address = Arc::as_ptr(&app.traffic).addr();
            self.counters.entry(address).or_insert_with(|| Counters::new(app));
        }
        let mut passed = Passed::default();
        let State { counters, recents, unwritten, uses } = self;
        let number = quarter_of(now);
        counters.retain(|_, counters| {
            // Asked first: once nobody else holds them, they do not grow any more.
            let is_last = Arc::strong_count(&counters.traffic) == 1;
            let more = counters.read();
            if more != TrafficFigures::default() {
                passed.requests += more.requests();
                passed.micros += more.latency_micros;
                recents.add(&counters.app, &more, now);
                unwritten.add(&counters.app, number, &Quarter::from(&more));
            }
            for caller in counters.traffic.take_callers() {
                let last = caller.last_used();
                let more = Uses { requests: caller.requests(), since: last, last };
                uses.add((counters.app.clone(), caller.identity.clone()), &more);
            }
            !is_last
        });
        passed
    }
}

impl Counters {
    fn new(app: &App) -> Self {
        let seen = TrafficFigures::default();
        Counters { app: app.id.clone(), traffic: app.traffic.clone(), seen }
    }

    fn read(&mut self) -> TrafficFigures {
        let now = self.traffic.figures();
        let before = std::mem::replace(&mut self.seen, now.clone());
        since(&now, &before)
    }
}

fn since(now: &TrafficFigures, before: &TrafficFigures) -> TrafficFigures {
    TrafficFigures {
        answers: each(now.answers, before.answers),
        faults: each(now.faults, before.faults),
        received: now.received.wrapping_sub(before.received),
        sent: now.sent.wrapping_sub(before.sent),
        escaped: now.escaped.wrapping_sub(before.escaped),
        latency: each(now.latency, before.latency),
        latency_micros: now.latency_micros.wrapping_sub(before.latency_micros),
    }
}

/// Counters wrap around, and so do differences.
fn each<const N: usize>(now: [u64; N], before: [u64; N]) -> [u64; N] {
    std::array::from_fn(|at| now[at].wrapping_sub(before[at]))
}
