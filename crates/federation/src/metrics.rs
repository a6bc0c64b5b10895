use kit::Metrics;
use prometheus::{IntCounter, IntCounterVec, IntGauge, IntGaugeVec};

use crate::model::Peers;

#[derive(Clone)]
pub(crate) struct Figures {
    peers: IntGaugeVec,
    apps: IntGauge,
    exchanges: IntCounterVec,
    datagrams: IntCounterVec,
    sent: IntCounter,
    received: IntCounter,
}

impl Figures {
    pub(crate) fn new(metrics: &Metrics) -> Self {
        let figures = Figures {
            peers: metrics.gauges(
                "federation_peers",
                "Other gateways that are known, by whether they are there.",
                &["status"],
            ),
            apps: metrics.gauge("federation_apps", "Apps of other gateways that are shown here."),
            exchanges: metrics.counters(
                "federation_exchanges_total",
                "Exchanges of lists of apps that we began.",
                &["outcome"],
            ),
            datagrams: metrics.counters(
                "federation_datagrams_total",
                "Datagrams of gossip; dropped ones were not from a member, damaged, or came twice.",
                &["direction"],
            ),
            sent: metrics.counter("federation_sent_bytes_total", "Bytes of gossip sent."),
            received: metrics.counter("federation_received_bytes_total", "Bytes of gossip read."),
        };
        for outcome in ["done", "failed"] {
            figures.exchanges.with_label_values(&[outcome]);
        }
        for direction in ["sent", "received", "dropped"] {
            figures.datagrams.with_label_values(&[direction]);
        }
        figures.show(&Peers::default());
        figures
    }

    pub(crate) fn show(&self, peers: &Peers) {
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        for (status, connected) in [("connected", true), ("disconnected", false)] {
            let count = peers.members().filter(|peer| peer.connected == connected).count();
            self.peers.with_label_values(&[status]).set(number(count));
        }
        self.apps.set(number(peers.members().map(|peer| peer.held.apps.len()).sum()));
    }

    pub(crate) fn exchanged(&self, well: bool) {
        let outcome = if well { "done" } else { "failed" };
        self.exchanges.with_label_values(&[outcome]).inc();
    }

    pub(crate) fn sent(&self, bytes: usize) {
        self.datagrams.with_label_values(&["sent"]).inc();
        self.sent.inc_by(bytes as u64);
    }

    pub(crate) fn received(&self, bytes: usize) {
        self.datagrams.with_label_values(&["received"]).inc();
        self.received.inc_by(bytes as u64);
    }

    pub(crate) fn dropped(&self) {
        self.datagrams.with_label_values(&["dropped"]).inc();
    }
}
