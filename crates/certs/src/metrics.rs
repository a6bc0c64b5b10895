use kit::{Metrics, Timestamp};
use prometheus::{IntCounterVec, IntGauge, IntGaugeVec};
use strum::VariantArray;

use crate::model::Provider;
use crate::shelf::Shelf;

#[derive(Clone)]
pub(crate) struct Figures {
    certificates: IntGaugeVec,
    next_expiry: IntGauge,
    renewals: IntCounterVec,
}

impl Figures {
    pub(crate) fn new(metrics: &Metrics) -> Self {
        let figures = Figures {
            certificates: metrics.gauges(
                "certificates",
                "Certificates that are served, by where they come from.",
                &["provider"],
            ),
            next_expiry: metrics.gauge(
                "certificate_next_expiry_timestamp_seconds",
                "When the certificate ends that ends first.",
            ),
            renewals: metrics.counters(
                "certificate_renewals_total",
                "Certificates that were made anew, and attempts that failed.",
                &["outcome"],
            ),
        };
        for outcome in ["renewed", "failed"] {
            figures.renewals.with_label_values(&[outcome]);
        }
        figures
    }

    pub(crate) fn show(&self, shelf: &Shelf) {
        let all = || shelf.held.iter().map(|(_, held)| held).chain([&shelf.default]);
        for provider in Provider::VARIANTS {
            let count = all().filter(|held| held.provider == *provider).count();
            let gauge = self.certificates.with_label_values(&[provider.into_str()]);
            gauge.set(i64::try_from(count).unwrap_or(i64::MAX));
        }
        let first = all().map(|held| held.not_after).min();
        self.next_expiry.set(first.map_or(0, Timestamp::unix));
    }

    pub(crate) fn renewed(&self, well: bool) {
        let outcome = if well { "renewed" } else { "failed" };
        self.renewals.with_label_values(&[outcome]).inc();
    }
}
