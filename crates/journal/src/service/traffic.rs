//! What goes through the apps, and what is worth telling of it.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use events::{Change, IconClass};
use kit::{Actor, Error, Identity, Principal, Result, Scope};
use routing::App;

use super::Journal;
use crate::model::{AllTraffic, AppTraffic};
use crate::store as rows;
use crate::traffic::{Day, News, Passed, Quarter, REMEMBERED, Uses, first_quarter};

/// Of a name in a message.
const LONGEST_NAME: usize = 64;

/// Of apps and of callers in one answer.
const MOST_SHOWN: usize = 20;

impl Journal {
    pub(crate) async fn app_traffic(&self, viewer: &Principal, id: &str) -> Result<AppTraffic> {
        let meter = &self.inner.meter;
        let app = meter.app(id).ok_or_else(|| Error::not_found("The app"))?;
        self.read_traffic();
        let (total, hour) = (app.traffic.figures(), meter.hour(id));
        let day = self.app_day(id).await?;
        // Whoever may not read of other people does not learn what they do.
        let callers =
            if viewer.may(Scope::READ_ALL) { Some(self.app_callers(id).await?) } else { None };
        Ok(AppTraffic { app: app.id.clone(), total, hour, day, callers })
    }

    /// The last day of all apps together.
    pub(crate) async fn all_traffic(&self) -> Result<AllTraffic> {
        self.read_traffic();
        let now = self.now();
        let oldest = first_quarter(now);
        let mut conn = self.inner.db.read().await?;
        let written = rows::quarters_since(&mut conn, oldest).await?;
        let apps = rows::apps_since(&mut conn, oldest).await?;
        let unwritten = self.inner.meter.all_unwritten();
        let mut busiest: HashMap<Arc<str>, Quarter> = HashMap::new();
        let apps = apps.into_iter().map(|(app, quarter)| (Arc::from(app), quarter));
        let fresh = unwritten.iter().map(|((app, _), quarter)| (app.clone(), *quarter));
        for (app, quarter) in apps.chain(fresh) {
            busiest.entry(app).or_default().add(&quarter);
        }
        let unwritten = unwritten.into_iter().map(|((_, number), quarter)| (number, quarter));
        let day = Day::new(written.into_iter().chain(unwritten), now);
        Ok(AllTraffic { day, busiest: first_of(busiest) })
    }

    async fn app_callers(&self, id: &str) -> Result<Vec<(Option<Identity>, Uses)>> {
        let oldest = self.now().before(REMEMBERED);
        let mut conn = self.inner.db.read().await?;
        let written = rows::callers_of(&mut conn, id).await?;
        let mut callers: HashMap<Option<Identity>, Uses> = HashMap::new();
        for (identity, uses) in written.into_iter().chain(self.inner.meter.unwritten_uses(id)) {
            callers.entry(identity).and_modify(|known| known.add(&uses)).or_insert(uses);
        }
        callers.retain(|_, uses| uses.last >= oldest);
        let mut callers: Vec<_> = callers.into_iter().collect();
        callers.sort_by_key(|(_, uses)| Reverse((uses.last, uses.requests)));
        callers.truncate(MOST_SHOWN);
        Ok(callers)
    }

    async fn app_day(&self, id: &str) -> Result<Day> {
        let now = self.now();
        let mut conn = self.inner.db.read().await?;
        let written = rows::quarters_of(&mut conn, id, first_quarter(now)).await?;
        // Read last: what is written in between must not count twice.
        let unwritten = self.inner.meter.unwritten(id);
        Ok(Day::new(written.into_iter().chain(unwritten), now))
    }

    /// Adds to the figures what came through the apps since the last time.
    pub(crate) fn read_traffic(&self) {
        let Passed { requests, micros } = self.inner.meter.read();
        if requests > 0 {
            self.inner.totals.passed(requests, micros);
        }
    }

    /// Notes how apps are, and tells of those that begin to fail and of those that recover.
    pub(crate) async fn watch_traffic(&self) {
        self.read_traffic();
        self.inner.meter.note_health(&self.inner.figures.verdicts());
        for (app, news) in self.inner.meter.news() {
            if let Err(error) = self.inner.events.note(&change(&app, news)).await {
                tracing::warn!(%error, app = &*app.id, "recording an app's state in the activity log failed");
            }
        }
    }
}

fn first_of(apps: HashMap<Arc<str>, Quarter>) -> Vec<(Arc<str>, Quarter)> {
    let used = apps.into_iter().filter(|(_, quarter)| quarter.requests() + quarter.failures > 0);
    let mut used: Vec<_> = used.collect();
    used.sort_by(|(a, left), (b, right)| right.requests().cmp(&left.requests()).then(a.cmp(b)));
    used.truncate(MOST_SHOWN);
    used
}

fn change(app: &App, news: News) -> Change {
    let clean = app.name.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME);
    let name: String = clean.collect();
    match news {
        News::Failing { failures, requests, cause } => {
            let cause = cause.into_str();
            let text = format!(
                "{name} is not answering: {failures} of {requests} requests failed in the last \
                 minute ({cause})"
            );
            Change::by(Actor::system(), "app.failing").unaudited().notice(
                "AlertTriangle",
                IconClass::Warning,
                text,
            )
        }
        News::Recovered => Change::by(Actor::system(), "app.recovered").unaudited().notice(
            "CheckCircle",
            IconClass::Success,
            format!("{name} is answering again"),
        ),
    }
}
