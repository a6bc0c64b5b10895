use std::time::Duration;

use kit::{Error, Result, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::QuietHours;
use crate::service::check_device_id;

const MOST_DEVICES: usize = 1_000;
const MOST_MINUTES: u32 = 7 * 24 * 60;
const MOST_COUNT: u32 = 10_000;

/// Who is told of what, and how often.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) event: String,
    pub(crate) enabled: bool,
    pub(crate) settings: RuleSettings,
    pub(crate) created_at: Timestamp,
    pub(crate) created_by: String,
    pub(crate) state: RuleState,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct RuleSettings {
    /// Empty: everybody.
    pub(crate) device_ids: Vec<String>,
    pub(crate) rate_limit: RateLimit,
    pub(crate) quiet_hours: Option<QuietHours>,
    /// What happens within so many minutes is told of together; 0: at once.
    pub(crate) digest_minutes: u32,
}

/// What exceeds it is told of together, when the time is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RateLimit {
    #[schema(minimum = 1, maximum = 10000)]
    pub(crate) count: u32,
    #[schema(minimum = 1, maximum = 10080)]
    pub(crate) minutes: u32,
}

impl Default for RateLimit {
    fn default() -> Self {
        RateLimit { count: 10, minutes: 60 }
    }
}

/// How much of its limit a rule has used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RuleState {
    pub(crate) window_start: Timestamp,
    pub(crate) window_count: i64,
    /// What a digest had no room for.
    pub(crate) suppressed: i64,
}

impl RuleSettings {
    pub(crate) fn check(&self) -> Result<()> {
        if self.device_ids.len() > MOST_DEVICES {
            return Err(Error::invalid("deviceIds", format!("must be at most {MOST_DEVICES}")));
        }
        for id in &self.device_ids {
            check_device_id("deviceIds", id)?;
        }
        let RateLimit { count, minutes } = self.rate_limit;
        if !(1..=MOST_COUNT).contains(&count) || !(1..=MOST_MINUTES).contains(&minutes) {
            return Err(Error::invalid(
                "rateLimit",
                "count must be 1 to 10000, minutes 1 to 10080",
            ));
        }
        if self.digest_minutes > MOST_MINUTES {
            return Err(Error::invalid("digestMinutes", format!("must be at most {MOST_MINUTES}")));
        }
        self.quiet_hours.as_ref().map_or(Ok(()), QuietHours::check)
    }

    /// When something that happens now is told of; `None`: at once. Counts what is.
    pub(crate) fn delay(&self, state: &mut RuleState, now: Timestamp) -> Option<Timestamp> {
        if let Some(end) = self.quiet_hours.as_ref().and_then(|quiet| quiet.end(now)) {
            return Some(end);
        }
        if self.digest_minutes > 0 {
            return Some(now.after(minutes(self.digest_minutes)));
        }
        let window = minutes(self.rate_limit.minutes);
        if state.window_start.after(window) <= now || state.window_start > now {
            (state.window_start, state.window_count) = (now, 0);
        }
        if state.window_count >= i64::from(self.rate_limit.count) {
            return Some(state.window_start.after(window));
        }
        state.window_count += 1;
        None
    }
}

fn minutes(count: u32) -> Duration {
    Duration::from_secs(60 * u64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_exceeds_the_limit_waits_for_the_end_of_its_time() {
        let rate_limit = RateLimit { count: 2, minutes: 10 };
        let settings = RuleSettings { rate_limit, ..RuleSettings::default() };
        let never = Timestamp(i64::MIN);
        let mut state = RuleState { window_start: never, window_count: 0, suppressed: 0 };
        let minute = |count: i64| Timestamp(count * 60_000);
        let mut delay = |now| settings.delay(&mut state, minute(now));
        assert_eq!((delay(0), delay(1)), (None, None));
        assert_eq!((delay(2), delay(9)), (Some(minute(10)), Some(minute(10))));
        assert_eq!((delay(10), delay(11)), (None, None));
        assert_eq!(delay(12), Some(minute(20)));
    }

    #[test]
    fn a_digest_collects_and_bad_figures_are_refused() {
        let settings = RuleSettings { digest_minutes: 15, ..RuleSettings::default() };
        let mut state = RuleState { window_start: Timestamp(0), window_count: 0, suppressed: 0 };
        assert_eq!(settings.delay(&mut state, Timestamp(0)), Some(Timestamp(900_000)));
        assert!(settings.check().is_ok());
        let limit = |count, minutes| RateLimit { count, minutes };
        for bad in [
            RuleSettings { digest_minutes: 10_081, ..RuleSettings::default() },
            RuleSettings { rate_limit: limit(0, 1), ..RuleSettings::default() },
            RuleSettings { rate_limit: limit(1, 0), ..RuleSettings::default() },
            RuleSettings { device_ids: vec!["a b".to_owned()], ..RuleSettings::default() },
        ] {
            assert!(bad.check().is_err(), "{bad:?}");
        }
    }
}
