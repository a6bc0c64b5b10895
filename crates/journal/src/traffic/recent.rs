//! What went through an app lately.

use std::collections::HashMap;
use std::sync::Arc;

use kit::Timestamp;
use routing::TrafficFigures;

use super::alarm::{Alarm, News, Outcomes};
use super::ring::Ring;

pub(crate) const MINUTES: usize = 60;
const MINUTE_MILLIS: i64 = 60_000;
/// A minute, in tenths of which failures are looked for.
const TICKS: usize = 6;
const TICK_MILLIS: i64 = 10_000;
/// Of so many apps at most; of more, those that had traffic last.
const MOST_APPS: usize = 1_000;

/// One minute of an app.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Minute {
    pub(crate) requests: u64,
    pub(crate) failures: u64,
    pub(crate) sent: u64,
    pub(crate) micros: u64,
}

#[derive(Debug)]
struct Recent {
    minutes: Ring<Minute, MINUTES>,
    ticks: Ring<Outcomes, TICKS>,
    alarm: Alarm,
    last: Timestamp,
}

/// Every app that had traffic lately.
#[derive(Debug, Default)]
pub(crate) struct Recents(HashMap<Arc<str>, Recent>);

/// The number of the span in which alarms are judged.
pub(crate) fn tick_of(moment: Timestamp) -> i64 {
    moment.0.div_euclid(TICK_MILLIS)
}

impl Recents {
    pub(crate) fn add(&mut self, app: &Arc<str>, more: &TrafficFigures, now: Timestamp) {
        if !self.0.contains_key(app) && self.0.len() >= MOST_APPS {
            self.forget_the_quietest();
        }
        let recent = self.0.entry(app.clone()).or_insert_with(|| Recent::new(now));
        recent.add(more, now);
    }

    /// The last hour, oldest minute first, each with the time of its beginning.
    pub(crate) fn hour(&self, app: &str, now: Timestamp) -> Vec<(Timestamp, Minute)> {
        let nothing = Ring::new();
        let minutes = self.0.get(app).map_or(&nothing, |recent| &recent.minutes);
        let begun = |(number, minute)| (Timestamp(number * MINUTE_MILLIS), minute);
        minutes.until(now.0.div_euclid(MINUTE_MILLIS)).map(begun).collect()
    }

    /// What is to be told of apps by now.
    pub(crate) fn news(&mut self, now: Timestamp) -> Vec<(Arc<str>, News)> {
        let judged = self.0.iter_mut().map(|(app, recent)| (app.clone(), recent.judge(now)));
        judged.filter_map(|(app, news)| Some((app, news?))).collect()
    }

    pub(crate) fn keep(&mut self, exists: impl Fn(&str) -> bool) {
        self.0.retain(|app, _| exists(app));
    }

    fn forget_the_quietest(&mut self) {
        let quiet = self.0.iter().min_by_key(|(_, recent)| (recent.alarm.rings(), recent.last));
        if let Some(app) = quiet.map(|(app, _)| app.clone()) {
            self.0.remove(&app);
        }
    }
}

impl Recent {
    fn new(now: Timestamp) -> Self {
        let (minutes, ticks) = (Ring::new(), Ring::new());
        Recent { minutes, ticks, alarm: Alarm::default(), last: now }
    }

    fn add(&mut self, more: &TrafficFigures, now: Timestamp) {
        self.last = now;
        self.ticks.at(tick_of(now)).add(&Outcomes::from(more));
        let minute = self.minutes.at(now.0.div_euclid(MINUTE_MILLIS));
        minute.requests += more.requests();
        minute.failures += more.faults.iter().sum::<u64>();
        minute.sent += more.sent;
        minute.micros += more.latency_micros;
    }

    fn judge(&mut self, now: Timestamp) -> Option<News> {
        let mut last_minute = Outcomes::default();
        self.ticks.until(tick_of(now)).for_each(|(_, tick)| last_minute.add(&tick));
        self.alarm.judge(&last_minute, now)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn answered(requests: u64) -> TrafficFigures {
        TrafficFigures { answers: [0, requests, 0, 0, 0], sent: 10, ..TrafficFigures::default() }
    }

    #[test]
    fn the_quietest_app_makes_room() {
        let mut recents = Recents::default();
        let id = |number: usize| Arc::<str>::from(format!("app-{number}"));
        let start = Timestamp::from_unix(3_600_000);
        for number in 0..MOST_APPS {
            recents.add(&id(number), &answered(1), start);
        }
        let later = start.after(Duration::from_secs(1));
        recents.add(&id(0), &answered(1), later);
        for number in MOST_APPS..2 * MOST_APPS - 1 {
            recents.add(&id(number), &answered(1), later);
        }
        assert_eq!(recents.0.len(), MOST_APPS);
        let requests = |app: &Arc<str>| {
            recents.hour(app, later).iter().map(|(_, minute)| minute.requests).sum::<u64>()
        };
        assert_eq!((requests(&id(0)), requests(&id(1)), requests(&id(MOST_APPS))), (2, 0, 1));
    }

    #[test]
    fn an_hour_is_sixty_minutes_of_which_the_last_is_this_one() {
        let mut recents = Recents::default();
        let app = Arc::<str>::from("app");
        let start = Timestamp::from_unix(3_600_030);
        recents.add(&app, &answered(1), start);
        recents.add(&app, &answered(2), start.after(Duration::from_secs(31)));
        let hour = recents.hour(&app, start.after(Duration::from_secs(60)));
        assert_eq!(hour.len(), MINUTES);
        assert_eq!((hour[58].1.requests, hour[59].1.requests), (1, 2));
        assert_eq!(hour[59].0, Timestamp::from_unix(3_600_060));
        assert_eq!(hour[58].1.sent, 10);
        let later = recents.hour(&app, start.after(Duration::from_secs(3_600)));
        assert_eq!((later[0].1.requests, later[1].1.requests), (2, 0));
        assert_eq!(recents.hour("other", start).len(), MINUTES);
    }
}
