use kit::Metrics;
use prometheus::{IntCounter, IntCounterVec, IntGauge};
use strum::VariantArray;

use crate::end::End;

#[derive(Debug, Clone)]
pub(crate) struct HubMetrics {
    pub(crate) open: IntGauge,
    pub(crate) sent: IntCounter,
    closed: IntCounterVec,
}

impl HubMetrics {
    pub(crate) fn new(metrics: &Metrics) -> Self {
        let closed = metrics.counters("sockets_closed_total", "Sockets that ended.", &["reason"]);
        for end in End::VARIANTS {
            closed.with_label_values(&[end.into_str()]);
        }
        HubMetrics {
            open: metrics.gauge("sockets_open", "Management sockets, authenticated or not."),
            sent: metrics.counter("socket_messages_sent_total", "Messages written to sockets."),
            closed,
        }
    }

    pub(crate) fn closed(&self, end: End) {
        self.closed.with_label_values(&[end.into_str()]).inc();
    }
}
