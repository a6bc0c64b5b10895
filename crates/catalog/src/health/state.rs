//! How checks change what is known about an app.

use std::time::Duration;

use kit::Timestamp;

use crate::{Health, HealthStatus};

/// What came of one check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Why it failed; `None` for a success.
    pub(crate) failure: Option<String>,
    pub(crate) status_code: Option<u16>,
    pub(crate) response_time: Option<Duration>,
}

impl Outcome {
    pub(crate) fn is_success(&self) -> bool {
        self.failure.is_none()
    }
}

/// An app's status is another one now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Transition {
    pub(crate) from: HealthStatus,
    pub(crate) to: HealthStatus,
}

impl Health {
    /// One success is enough to be healthy; it takes `threshold` failures in a row to be
    /// unhealthy, so that one answer that got lost alarms nobody.
    pub(crate) fn apply(
        &mut self,
        outcome: &Outcome,
        threshold: u32,
        now: Timestamp,
    ) -> Option<Transition> {
        self.last_check = Some(now);
        self.response_time = outcome.response_time;
        self.status_code = outcome.status_code;
        self.message.clone_from(&outcome.failure);
        if outcome.is_success() {
            self.last_success = Some(now);
            self.consecutive_failures = 0;
            return self.turn(HealthStatus::Healthy);
        }
        self.consecutive_failures = self.consecutive_failures.saturating_add(1);
        let too_often = self.consecutive_failures >= threshold.max(1);
        self.turn(if too_often { HealthStatus::Unhealthy } else { self.status })
    }

    /// Unhealthy at once: somebody knows better than a check could.
    pub(crate) fn mark_unhealthy(&mut self, message: &str, threshold: u32) -> Option<Transition> {
        self.consecutive_failures = self.consecutive_failures.max(threshold.max(1));
        self.message = Some(message.to_owned());
        self.turn(HealthStatus::Unhealthy)
    }

    fn turn(&mut self, to: HealthStatus) -> Option<Transition> {
        let from = std::mem::replace(&mut self.status, to);
        (from != to).then_some(Transition { from, to })
    }
}

#[cfg(test)]
mod tests {
    use HealthStatus::{Healthy, Unhealthy, Unknown};

    use super::*;

    fn success() -> Outcome {
        let response_time = Some(Duration::from_millis(3));
        Outcome { failure: None, status_code: Some(200), response_time }
    }

    fn failure() -> Outcome {
        Outcome { failure: Some("refused".to_owned()), status_code: None, response_time: None }
    }

    #[test]
    fn a_row_of_failures_makes_unhealthy_and_one_success_makes_healthy() {
        let mut state = Health::default();
        let steps = [
            (failure(), None, 1),
            (success(), Some((Unknown, Healthy)), 0),
            (success(), None, 0),
            (failure(), None, 1),
            (success(), None, 0),
            (failure(), None, 1),
            (failure(), None, 2),
            (failure(), Some((Healthy, Unhealthy)), 3),
            (failure(), None, 4),
            (success(), Some((Unhealthy, Healthy)), 0),
        ];
        for (turn, (outcome, expected, failures)) in steps.into_iter().enumerate() {
            let moved = state.apply(&outcome, 3, Timestamp(1000 + turn as i64));
            assert_eq!(moved.map(|moved| (moved.from, moved.to)), expected, "turn {turn}");
            assert_eq!(state.consecutive_failures, failures, "turn {turn}");
        }
    }

    #[test]
    fn an_app_that_never_answered_is_unhealthy_after_as_many_tries() {
        let mut state = Health::default();
        assert_eq!(state.apply(&failure(), 2, Timestamp(1)), None);
        assert_eq!(state.status, Unknown);
        let moved = state.apply(&failure(), 2, Timestamp(2));
        assert_eq!(moved, Some(Transition { from: Unknown, to: Unhealthy }));
        assert_eq!(state.last_success, None);
    }

    #[test]
    fn the_record_is_about_the_last_check() {
        let mut state = Health::default();
        state.apply(&success(), 2, Timestamp(1));
        assert_eq!((state.status_code, state.last_success), (Some(200), Some(Timestamp(1))));
        assert_eq!((state.response_time, &state.message), (Some(Duration::from_millis(3)), &None));
        state.apply(&failure(), 2, Timestamp(2));
        assert_eq!((state.status_code, state.response_time), (None, None));
        assert_eq!(
            (state.last_check, state.last_success),
            (Some(Timestamp(2)), Some(Timestamp(1)))
        );
        assert_eq!(state.message.as_deref(), Some("refused"));
    }

    #[test]
    fn a_mark_needs_no_second_failure_and_ends_with_the_next_success() {
        let mut state = Health::default();
        state.apply(&success(), 2, Timestamp(1));
        assert!(state.mark_unhealthy("stopped", 2).is_some());
        assert_eq!((state.status, state.message.as_deref()), (Unhealthy, Some("stopped")));
        assert!(state.mark_unhealthy("stopped", 2).is_none());
        assert!(state.apply(&success(), 2, Timestamp(2)).is_some());
    }
}
