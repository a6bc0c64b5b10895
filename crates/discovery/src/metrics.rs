use kit::Metrics;
use prometheus::{IntCounterVec, IntGaugeVec};

use crate::model::Source;

/// The figures of this slice; every label is the name of a source or of an outcome.
#[derive(Debug, Clone)]
pub(crate) struct Figures {
    observations: IntGaugeVec,
    proposals: IntGaugeVec,
    probes: IntCounterVec,
    up: IntGaugeVec,
    scans: IntCounterVec,
    last_scan: IntGaugeVec,
}

impl Figures {
    pub(crate) fn new(metrics: &Metrics) -> Self {
        let source = &["source"];
        let gauge = |name, help| metrics.gauges(name, help, source);
        Figures {
            observations: gauge("discovery_observations", "Services that a source sees."),
            proposals: gauge("discovery_proposals", "Proposals that wait for a decision."),
            probes: metrics.counters(
                "discovery_probes_total",
                "Ports that were asked whether they speak HTTP.",
                &["source", "result"],
            ),
            up: gauge("discovery_source_up", "Whether a source sees what there is."),
            scans: metrics.counters(
                "discovery_scans_total",
                "How often a source looked at everything.",
                source,
            ),
            last_scan: gauge(
                "discovery_last_scan_timestamp_seconds",
                "When a source looked at everything last.",
            ),
        }
    }

    pub(crate) fn seen(&self, source: Source, observations: usize, proposals: usize) {
        let name = &[source.into_str()];
        self.observations.with_label_values(name).set(as_gauge(observations));
        self.proposals.with_label_values(name).set(as_gauge(proposals));
    }

    pub(crate) fn probed(&self, source: Source, answered: bool) {
        let result = if answered { "answered" } else { "silent" };
        self.probes.with_label_values(&[source.into_str(), result]).inc();
    }

    pub(crate) fn condition(&self, source: Source, up: bool) {
        self.up.with_label_values(&[source.into_str()]).set(i64::from(up));
    }

    pub(crate) fn scanned(&self, source: Source, at: kit::Timestamp) {
        let name = &[source.into_str()];
        self.scans.with_label_values(name).inc();
        self.last_scan.with_label_values(name).set(at.unix());
    }
}

fn as_gauge(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
