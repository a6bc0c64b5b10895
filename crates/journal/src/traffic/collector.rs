//! The counters and the health of all apps as metrics, read when somebody asks for them. Apps
//! without traffic, and causes that did not occur, are left out.

use std::collections::HashMap;
use std::sync::Arc;

use prometheus::core::{Collector, Desc};
use prometheus::proto::{
    Bucket, Counter, Gauge, Histogram, LabelPair, Metric, MetricFamily, MetricType,
};
use routing::{Fault, LATENCY_BOUNDS_MS, SharedRoutes, TrafficFigures};
use strum::VariantArray;
use web::Figures;

/// The classes of answers, by their names.
pub(crate) const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

pub(crate) struct AppMetrics {
    routes: SharedRoutes,
    figures: Arc<dyn Figures>,
    descriptions: [Desc; 7],
}

impl AppMetrics {
    pub(crate) fn new(routes: SharedRoutes, figures: Arc<dyn Figures>) -> Self {
        let descriptions = [
            describe("app_requests_total", "Answers of an app, by class.", &["app", "class"]),
            describe("app_failures_total", "Requests that failed, by cause.", &["app", "cause"]),
            describe("app_received_bytes_total", "Bytes sent to an app in bodies.", &["app"]),
            describe("app_sent_bytes_total", "Bytes an app sent in bodies.", &["app"]),
            describe(
                "app_escaped_requests_total",
                "Requests of an app's pages that left its prefix and were led back.",
                &["app"],
            ),
            describe("app_latency_seconds", "Time to the first header of an answer.", &["app"]),
            describe("app_healthy", "Whether an app answers its health check.", &["app"]),
        ];
        AppMetrics { routes, figures, descriptions }
    }
}

impl Collector for AppMetrics {
    fn desc(&self) -> Vec<&Desc> {
        self.descriptions.iter().collect()
    }

    fn collect(&self) -> Vec<MetricFamily> {
        let [mut requests, mut failures, mut received, mut sent, mut escaped, mut latency] =
            <[Vec<Metric>; 6]>::default();
        for app in self.routes.load().apps() {
            let figures = app.traffic.figures();
            if figures == TrafficFigures::default() {
                continue;
            }
            let causes: Vec<_> = Fault::VARIANTS.iter().map(Fault::into_str).collect();
            let counted = |name, names: &[&str], counts: &[u64]| {
                let series = names.iter().copied().zip(counts.to_vec());
                let series: Vec<_> = series.filter(|(_, count)| *count > 0).collect();
                series
                    .into_iter()
                    .map(|(value, count)| counter(count, &[("app", &app.id), (name, value)]))
                    .collect::<Vec<_>>()
            };
            requests.extend(counted("class", &CLASSES, &figures.answers));
            failures.extend(counted("cause", &causes, &figures.faults));
            received.push(counter(figures.received, &[("app", &app.id)]));
            sent.push(counter(figures.sent, &[("app", &app.id)]));
            escaped.push(counter(figures.escaped, &[("app", &app.id)]));
            latency.push(histogram(&figures, &app.id));
        }
        let verdicts = self.figures.verdicts();
        let healthy = verdicts.iter().map(|(app, healthy)| gauge(*healthy, app)).collect();
        let metrics = [requests, failures, received, sent, escaped, latency, healthy];
        let families = self.descriptions.iter().zip(metrics);
        families.map(|(description, metrics)| family(description, metrics)).collect()
    }
}

fn describe(name: &str, help: &str, labels: &[&str]) -> Desc {
    let labels = labels.iter().map(ToString::to_string).collect();
    let made = Desc::new(name.to_owned(), help.to_owned(), labels, HashMap::new());
    made.expect("metric names and labels are valid")
}

fn family(description: &Desc, metrics: Vec<Metric>) -> MetricFamily {
    let kind = match description.fq_name.rsplit('_').next() {
        Some("total") => MetricType::COUNTER,
        Some("healthy") => MetricType::GAUGE,
        _ => MetricType::HISTOGRAM,
    };
    let mut family = MetricFamily::default();
    family.set_name(description.fq_name.clone());
    family.set_help(description.help.clone());
    family.set_field_type(kind);
    family.set_metric(metrics);
    family
}

fn counter(count: u64, labels: &[(&str, &str)]) -> Metric {
    let mut counter = Counter::default();
    counter.set_value(count as f64);
    let mut metric = labelled(labels);
    metric.set_counter(counter);
    metric
}

fn gauge(on: bool, app: &str) -> Metric {
    let mut gauge = Gauge::default();
    gauge.set_value(if on { 1.0 } else { 0.0 });
    let mut metric = labelled(&[("app", app)]);
    metric.set_gauge(gauge);
    metric
}

/// The number of answers is that of the buckets, so that the two never contradict each other.
fn histogram(figures: &TrafficFigures, app: &str) -> Metric {
    let mut total = 0;
    let buckets = LATENCY_BOUNDS_MS.iter().zip(figures.latency).map(|(bound, count)| {
        total += count;
        let mut bucket = Bucket::default();
        bucket.set_upper_bound(*bound as f64 / 1000.0);
        bucket.set_cumulative_count(total);
        bucket
    });
    let mut histogram = Histogram::default();
    histogram.set_bucket(buckets.collect());
    histogram.set_sample_count(figures.latency.iter().sum());
    histogram.set_sample_sum(figures.latency_micros as f64 / 1_000_000.0);
    let mut metric = labelled(&[("app", app)]);
    metric.set_histogram(histogram);
    metric
}

/// In the order of their names, as the format wants it.
fn labelled(labels: &[(&str, &str)]) -> Metric {
    let pair = |(name, value): &(&str, &str)| {
        let mut pair = LabelPair::default();
        pair.set_name((*name).to_owned());
        pair.set_value((*value).to_owned());
        pair
    };
    Metric::from_label(labels.iter().map(pair).collect())
}
