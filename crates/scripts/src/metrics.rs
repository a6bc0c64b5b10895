use kit::Metrics;
use prometheus::{Histogram, IntCounterVec, IntGauge};

use crate::model::ExecutionStatus;

/// The figures of this slice; the one label is the name of a state.
#[derive(Debug, Clone)]
pub(crate) struct Figures {
    pub(crate) running: IntGauge,
    pub(crate) waiting: IntGauge,
    over: IntCounterVec,
    seconds: Histogram,
}

impl Figures {
    pub(crate) fn new(metrics: &Metrics) -> Self {
        let buckets = [0.1, 0.5, 1.0, 5.0, 15.0, 60.0, 300.0, 900.0, 3600.0];
        Figures {
            running: metrics.gauge("script_executions_running", "Scripts that run."),
            waiting: metrics.gauge("script_executions_waiting", "Executions that wait."),
            over: metrics.counters(
                "script_executions_total",
                "Executions that are over, by how they ended.",
                &["status"],
            ),
            seconds: metrics.histogram(
                "script_execution_duration_seconds",
                "How long scripts ran.",
                &buckets,
            ),
        }
    }

    pub(crate) fn over(&self, status: ExecutionStatus) {
        self.over.with_label_values(&[status.into_str()]).inc();
    }

    pub(crate) fn ran(&self, time: std::time::Duration) {
        self.seconds.observe(time.as_secs_f64());
    }
}
