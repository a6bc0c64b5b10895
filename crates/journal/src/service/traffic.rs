//! What goes through the apps, and what is worth telling of it.

use events::{Change, IconClass};
use kit::{Actor, Error, Result};
use routing::App;

use super::Journal;
use crate::model::AppTraffic;
use crate::store as rows;
use crate::traffic::{Day, News, Passed, first_quarter};

/// Of a name in a message.
const LONGEST_NAME: usize = 64;

impl Journal {
    pub(crate) async fn app_traffic(&self, id: &str) -> Result<AppTraffic> {
        let meter = &self.inner.meter;
        let app = meter.app(id).ok_or_else(|| Error::not_found("The app"))?;
        self.read_traffic();
        let (total, hour) = (app.traffic.figures(), meter.hour(id));
        let day = self.app_day(id).await?;
        Ok(AppTraffic { app: app.id.clone(), total, hour, day })
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
            self.inner.ledger.passed(requests, micros);
        }
    }

    /// Notes how apps are, and tells of those that begin to fail and of those that recover.
    pub(crate) async fn watch_traffic(&self) {
        self.read_traffic();
        self.inner.meter.note_health(&self.inner.figures.verdicts());
        for (app, news) in self.inner.meter.news() {
            if let Err(error) = self.inner.events.note(&change(&app, news)).await {
                tracing::warn!(%error, app = &*app.id, "an app's state is not in the activity log");
            }
        }
    }
}

fn change(app: &App, news: News) -> Change {
    let clean = app.name.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME);
    let name: String = clean.collect();
    match news {
        News::Failing { failures, requests, cause } => {
            let cause = cause.name();
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
