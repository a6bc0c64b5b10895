//! What goes through the apps, and what is worth telling of it.

use events::{Change, IconClass};
use kit::{Actor, Error, Result};
use routing::App;

use super::Journal;
use crate::model::AppTraffic;
use crate::traffic::{News, Passed};

/// Of a name in a message.
const LONGEST_NAME: usize = 64;

impl Journal {
    pub(crate) fn app_traffic(&self, id: &str) -> Result<AppTraffic> {
        let meter = &self.inner.meter;
        let app = meter.app(id).ok_or_else(|| Error::not_found("The app"))?;
        self.read_traffic();
        Ok(AppTraffic { app: app.id.clone(), total: app.traffic.figures(), hour: meter.hour(id) })
    }

    /// Adds to the figures what came through the apps since the last time.
    pub(crate) fn read_traffic(&self) {
        let Passed { requests, micros } = self.inner.meter.read();
        if requests > 0 {
            self.inner.ledger.passed(requests, micros);
        }
    }

    /// Tells of apps that begin to fail, and of those that recover.
    pub(crate) async fn watch_traffic(&self) {
        self.read_traffic();
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
