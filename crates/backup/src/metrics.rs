use kit::{Metrics, Timestamp};
use prometheus::{IntCounterVec, IntGauge};

#[derive(Clone)]
pub(crate) struct Figures {
    made: IntCounterVec,
    last: IntGauge,
}

impl Figures {
    pub(crate) fn new(metrics: &Metrics) -> Self {
        let made = metrics.counters(
            "backups_total",
            "Backups that were made, and attempts that failed.",
            &["outcome"],
        );
        for outcome in ["made", "failed"] {
            made.with_label_values(&[outcome]);
        }
        let last = metrics.gauge(
            "backup_last_success_timestamp_seconds",
            "When a backup was last made; 0 where none was since the start.",
        );
        Figures { made, last }
    }

    pub(crate) fn made(&self, at: Timestamp) {
        self.made.with_label_values(&["made"]).inc();
        self.last.set(at.unix());
    }

    pub(crate) fn failed(&self) {
        self.made.with_label_values(&["failed"]).inc();
    }
}
