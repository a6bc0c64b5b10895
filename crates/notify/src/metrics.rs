use kit::Metrics;
use prometheus::{IntCounter, IntCounterVec};

#[derive(Debug, Clone)]
pub(crate) struct NotifyMetrics {
    pub(crate) queued: IntCounter,
    pub(crate) delivered: IntCounter,
    /// Attempts that no device confirmed.
    pub(crate) unconfirmed: IntCounter,
    forwarded: IntCounterVec,
}

impl NotifyMetrics {
    pub(crate) fn new(metrics: &Metrics) -> Self {
        NotifyMetrics {
            queued: metrics.counter("notifications_queued_total", "Notifications queued."),
            delivered: metrics.counter(
                "notifications_delivered_total",
                "Notifications that their devices confirmed.",
            ),
            unconfirmed: metrics.counter(
                "notifications_unconfirmed_total",
                "Attempts to deliver a notification that were not confirmed.",
            ),
            forwarded: metrics.counters(
                "notifications_forwarded_total",
                "Attempts to send a notification over a channel.",
                &["channel", "result"],
            ),
        }
    }

    /// `kind` is one of the few kinds of channels.
    pub(crate) fn forwarded(&self, kind: &str, good: bool) {
        let result = if good { "sent" } else { "failed" };
        self.forwarded.with_label_values(&[kind, result]).inc();
    }
}
