//! The checks that are under way, and what the last of each route found.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fetch::Fetcher;
use kit::{Clock, Error, Result, Timestamp};
use routing::{Route, RoutingMode};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};
use url::Url;

use super::run::CheckRun;
use super::{Entrance, Report};

/// Each holds some pages in memory.
const AT_ONCE: usize = 2;
const PATIENCE: Duration = Duration::from_secs(20);

/// What is to be checked.
#[derive(Debug, Clone)]
pub struct Subject {
    pub route: Arc<Route>,
    pub mode: RoutingMode,
    /// When the route was made: another one of the same id is not meant.
    pub created_at: Timestamp,
    /// Apps can have host names of their own.
    pub has_domain: bool,
}

pub struct Checks {
    entrance: Arc<dyn Entrance>,
    fetcher: Fetcher,
    clock: Clock,
    slots: Semaphore,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    under_way: HashSet<Arc<str>>,
    /// With the time at which the route was made.
    last: HashMap<Arc<str>, (Timestamp, Arc<Report>)>,
}

impl Checks {
    pub fn new(entrance: Arc<dyn Entrance>, fetcher: Fetcher, clock: Clock) -> Self {
        let slots = Semaphore::new(AT_ONCE);
        Checks { entrance, fetcher, clock, slots, kept: Mutex::default() }
    }

    /// `still_there`: which routes there are, so that the reports of others are forgotten.
    pub async fn run(
        &self,
        subject: Subject,
        still_there: impl Fn(&str) -> bool,
    ) -> Result<Arc<Report>> {
        let id = &subject.route.id;
        let _turn = self.begin(id)?;
        let slot = timeout(PATIENCE, self.slots.acquire()).await;
        let _slot =
            slot.map_err(|_| Error::conflict("Other routes are being checked; try later"))?;
        let began = Instant::now();
        let passage = self.entrance.open(&subject.route);
        let passage = passage.ok_or_else(|| Error::conflict("No listener leads to apps"))?;
        let origin = Url::parse(&passage.origin).map_err(Error::internal)?;
        let route = subject.route.clone();
        let visit = CheckRun { route, passage, origin, fetcher: self.fetcher.clone() };
        let findings = visit
            .run()
            .await
            .map_err(|why| Error::conflict(format!("The app cannot be checked: {why}")))?;
        let when = (self.clock.now(), began.elapsed());
        let report = Arc::new(findings.report(&subject, when));
        let mut kept = self.kept();
        kept.last.retain(|id, _| still_there(id));
        if still_there(id) {
            kept.last.insert(id.clone(), (subject.created_at, report.clone()));
        }
        drop(kept);
        Ok(report)
    }

    pub fn last(&self, id: &str, created_at: Timestamp) -> Option<Arc<Report>> {
        let kept = self.kept();
        let (made, report) = kept.last.get(id)?;
        (*made == created_at).then(|| report.clone())
    }

    fn begin(&self, id: &Arc<str>) -> Result<Turn<'_>> {
        if self.kept().under_way.insert(id.clone()) {
            Ok(Turn { checks: self, id: id.clone() })
        } else {
            Err(Error::conflict("This route is being checked already"))
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a check off the list when it ends, however it ends.
struct Turn<'a> {
    checks: &'a Checks,
    id: Arc<str>,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.checks.kept().under_way.remove(&self.id);
    }
}
