use prometheus::{
    Counter, Encoder, Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge,
    IntGaugeVec, Opts, Registry, TextEncoder, core::Collector,
};

/// The program's metrics. Every name is `gatehouse_…`; every label comes from a bounded set.
#[derive(Debug, Clone)]
pub struct Metrics {
    registry: Registry,
}

impl Default for Metrics {
    fn default() -> Self {
        let registry = Registry::new_custom(Some("gatehouse".to_owned()), None);
        Metrics { registry: registry.expect("the prefix is a valid metric name") }
    }
}

impl Metrics {
    pub fn counter(&self, name: &str, help: &str) -> IntCounter {
        self.add(IntCounter::new(name, help))
    }

    pub fn counters(&self, name: &str, help: &str, labels: &[&str]) -> IntCounterVec {
        self.add(IntCounterVec::new(Opts::new(name, help), labels))
    }

    /// For what does not come in whole steps, such as seconds.
    pub fn float_counter(&self, name: &str, help: &str) -> Counter {
        self.add(Counter::new(name, help))
    }

    pub fn gauge(&self, name: &str, help: &str) -> IntGauge {
        self.add(IntGauge::new(name, help))
    }

    pub fn gauges(&self, name: &str, help: &str, labels: &[&str]) -> IntGaugeVec {
        self.add(IntGaugeVec::new(Opts::new(name, help), labels))
    }

    pub fn histogram(&self, name: &str, help: &str, buckets: &[f64]) -> Histogram {
        self.add(Histogram::with_opts(HistogramOpts::new(name, help).buckets(buckets.to_vec())))
    }

    pub fn histograms(
        &self,
        name: &str,
        help: &str,
        labels: &[&str],
        buckets: &[f64],
    ) -> HistogramVec {
        let options = HistogramOpts::new(name, help).buckets(buckets.to_vec());
        self.add(HistogramVec::new(options, labels))
    }

    /// The Prometheus text format.
    pub fn render(&self) -> String {
        let mut text = Vec::new();
        let encoded = TextEncoder::new().encode(&self.registry.gather(), &mut text);
        encoded.expect("writing into memory does not fail");
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Names and labels are written in the source, so a bad or doubled one is a programming error
    /// that the first start shows.
    fn add<C: Collector + Clone + 'static>(&self, made: prometheus::Result<C>) -> C {
        let collector = made.expect("metric names and labels are valid");
        let registered = self.registry.register(Box::new(collector.clone()));
        registered.expect("each metric is registered once");
        collector
    }
}
