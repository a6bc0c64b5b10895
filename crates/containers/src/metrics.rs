use engines::{Container, Runtime};
use kit::Metrics;
use prometheus::{IntCounterVec, IntGauge, IntGaugeVec};

use crate::model::Verb;
use crate::wire;

/// The figures of this slice; every label is the name of a runtime, a state, an action or an
/// outcome.
#[derive(Debug, Clone)]
pub(crate) struct Figures {
    containers: IntGaugeVec,
    up: IntGaugeVec,
    actions: IntCounterVec,
    pub(crate) streams: IntGauge,
}

const STATES: [&str; 8] =
    ["running", "stopped", "paused", "restarting", "pending", "failed", "created", "exited"];

impl Figures {
    pub(crate) fn new(metrics: &Metrics) -> Self {
        Figures {
            containers: metrics.gauges(
                "containers",
                "Containers that routes lead to.",
                &["runtime", "state"],
            ),
            up: metrics.gauges(
                "container_runtime_up",
                "Whether a runtime can be reached.",
                &["runtime"],
            ),
            actions: metrics.counters(
                "container_actions_total",
                "Containers that were started, stopped or restarted, or should have been.",
                &["action", "result"],
            ),
            streams: metrics
                .gauge("container_stats_streams", "Containers whose figures are kept at hand."),
        }
    }

    pub(crate) fn reached(&self, runtime: Runtime, up: bool) {
        self.up.with_label_values(&[runtime.into_str()]).set(i64::from(up));
    }

    pub(crate) fn count<'a>(
        &self,
        runtime: Runtime,
        linked: impl Iterator<Item = &'a Container> + Clone,
    ) {
        for state in STATES {
            let count = linked.clone().filter(|each| wire::state(each) == state).count();
            let gauge = self.containers.with_label_values(&[runtime.into_str(), state]);
            gauge.set(i64::try_from(count).unwrap_or(i64::MAX));
        }
    }

    pub(crate) fn acted(&self, verb: Verb, success: bool) {
        let result = if success { "completed" } else { "failed" };
        self.actions.with_label_values(&[verb.into_str(), result]).inc();
    }
}
