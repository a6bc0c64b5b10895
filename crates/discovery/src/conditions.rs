use std::collections::HashMap;
use std::time::Duration;

use kit::{Health, Status};
use tokio::time::Instant;

use crate::metrics::Figures;
use crate::model::Source;
use crate::sightings::Condition;

/// A source that fails again and again is told of once in this time.
const CALM: Duration = Duration::from_secs(600);

/// How the sources are doing: on the board of components, in the log, and in the feed.
#[derive(Debug, Default)]
pub(crate) struct Conditions {
    standings: HashMap<Source, Standing>,
}

#[derive(Debug, Default)]
struct Standing {
    last: Option<Condition>,
    told_at: Option<Instant>,
    /// People were told that it fails, and not yet that it works.
    told_failing: bool,
}

impl Conditions {
    /// Takes over how a source is doing. Returns whether people should be told.
    pub(crate) fn report(
        &mut self,
        source: Source,
        condition: &Condition,
        (health, figures): (&Health, &Figures),
        now: Instant,
    ) -> bool {
        let name = source.into_str();
        let (status, message) = match condition {
            Condition::Working { remark: None } => (Status::Healthy, None),
            Condition::Working { remark } => (Status::Degraded, remark.clone()),
            Condition::Failing { reason } => (Status::Degraded, Some(reason.clone())),
        };
        let is_failing = matches!(condition, Condition::Failing { .. });
        figures.condition(source, !is_failing);
        health.report(name, status, message);
        let standing = self.standings.entry(source).or_default();
        if standing.last.as_ref() != Some(condition) {
            log(name, condition);
        }
        standing.last = Some(condition.clone());
        standing.is_news(is_failing, now)
    }

    /// Failures that people were not told of because others had come shortly before, and that last.
    pub(crate) fn overdue(&mut self, now: Instant) -> Vec<(Source, Condition)> {
        let standings = self.standings.iter_mut();
        let overdue = standings.filter_map(|(source, standing)| {
            let failing = standing.last.clone();
            let failing = failing.filter(|last| matches!(last, Condition::Failing { .. }))?;
            standing.is_news(true, now).then_some((*source, failing))
        });
        overdue.collect()
    }
}

impl Standing {
    fn is_news(&mut self, is_failing: bool, now: Instant) -> bool {
        let calm = self.told_at.is_none_or(|at| now.duration_since(at) >= CALM);
        let news = is_failing && !self.told_failing && calm || !is_failing && self.told_failing;
        if news {
            self.told_failing = is_failing;
        }
        if news && is_failing {
            self.told_at = Some(now);
        }
        news
    }
}

fn log(source: &str, condition: &Condition) {
    match condition {
        Condition::Working { remark: None } => tracing::info!(source, "discovery sees services"),
        Condition::Working { remark: Some(remark) } => {
            tracing::warn!(source, remark, "discovery does not see everything");
        }
        Condition::Failing { reason } => {
            tracing::warn!(source, reason, "discovery sees nothing at the moment; it keeps trying");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_hear_of_a_failure_once_in_a_while_and_of_its_end() {
        let mut standing = Standing::default();
        let begin = Instant::now();
        let after = |seconds| begin + Duration::from_secs(seconds);
        let told: Vec<bool> = [
            (false, 0),
            (true, 1),
            (true, 2),
            (false, 3),
            (false, 4),
            (true, 5),
            (false, 6),
            (true, 602),
            (false, 603),
        ]
        .into_iter()
        .map(|(failing, at)| standing.is_news(failing, after(at)))
        .collect();
        assert_eq!(told, [false, true, false, true, false, false, false, true, true]);
    }

    #[test]
    fn a_failure_that_lasts_is_told_in_the_end() {
        let mut conditions = Conditions::default();
        let begin = Instant::now();
        let after = |seconds| begin + Duration::from_secs(seconds);
        let failing = Condition::Failing { reason: "no socket".to_owned() };
        let standing = conditions.standings.entry(Source::Docker).or_default();
        assert!(standing.is_news(true, begin));
        assert!(standing.is_news(false, after(5)));
        assert!(!standing.is_news(true, after(10)));
        standing.last = Some(failing.clone());
        assert_eq!(conditions.overdue(after(500)), []);
        assert_eq!(conditions.overdue(after(600)), [(Source::Docker, failing)]);
        assert_eq!(conditions.overdue(after(1_300)), []);
    }
}
