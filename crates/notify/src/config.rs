use kit::Span;
use serde::{Deserialize, Serialize};

/// The `notifications` section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    /// Off: nothing is queued; webhooks reach the sockets that are open.
    pub enabled: bool,
    /// How long a device has to confirm.
    pub ack_timeout: Span,
    pub max_attempts: u32,
    pub ttl: Span,
    pub stale_after: Span,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            enabled: true,
            ack_timeout: Span::seconds(30),
            max_attempts: 5,
            ttl: Span::days(30),
            stale_after: Span::days(1),
        }
    }
}

const MOST_ATTEMPTS: u32 = 100;

impl Config {
    /// What is wrong with it: the key, and why.
    pub fn problems(&self) -> Vec<(String, String)> {
        let nothing = |span: Span| span.0.is_zero();
        let longer = "must be longer than nothing".to_owned();
        let attempts = format!("must be 1 to {MOST_ATTEMPTS}");
        let rules = [
            ("ack_timeout", nothing(self.ack_timeout), longer.clone()),
            ("max_attempts", !(1..=MOST_ATTEMPTS).contains(&self.max_attempts), attempts),
            ("ttl", nothing(self.ttl), longer.clone()),
            ("stale_after", nothing(self.stale_after), longer),
        ];
        let broken = rules.into_iter().filter(|(_, broken, _)| *broken);
        broken.map(|(key, _, why)| (format!("notifications.{key}"), why)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_work_is_named() {
        assert!(Config::default().problems().is_empty());
        let zero = Span::seconds(0);
        let bad = Config { max_attempts: 0, ttl: zero, ..Config::default() };
        let keys: Vec<_> = bad.problems().into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys, ["notifications.max_attempts", "notifications.ttl"]);
    }
}
