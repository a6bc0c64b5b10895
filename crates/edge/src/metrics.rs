//! What the listeners count. All labels come from this file.

use kit::Metrics;
use prometheus::{IntCounter, IntCounterVec, IntGauge, IntGaugeVec};
use rewrite::kind::PassedOver;

#[derive(Debug, Clone)]
pub struct EdgeMetrics {
    connections: IntGaugeVec,
    handshakes_failed: IntCounterVec,
    turned_away: IntCounter,
    upstream_connections: IntGauge,
    cached_answers: IntGauge,
    cached_bytes: IntGauge,
    /// In the order of `PassedOver::ALL`, so that nobody has to look a label up.
    pages_passed_over: [IntCounter; PassedOver::ALL.len()],
}

/// Why a TLS handshake came to nothing.
#[derive(Debug, Clone, Copy)]
pub(crate) enum HandshakeFailure {
    Timeout,
    PlainHttp,
    Protocol,
    /// The client has too many under way already.
    TooMany,
}

impl EdgeMetrics {
    pub fn new(metrics: &Metrics) -> Self {
        let passed_over = metrics.counters(
            "pages_passed_over_total",
            "Pages of apps below a path that were passed on as they are",
            &["reason"],
        );
        EdgeMetrics {
            connections: metrics.gauges(
                "connections_open",
                "Connections that clients have open",
                &["transport"],
            ),
            handshakes_failed: metrics.counters(
                "tls_handshakes_failed_total",
                "TLS handshakes that came to nothing",
                &["reason"],
            ),
            turned_away: metrics.counter(
                "connections_turned_away_total",
                "Connections of clients that had too many already",
            ),
            upstream_connections: metrics
                .gauge("upstream_connections_open", "Connections that are open to apps"),
            cached_answers: metrics.gauge("cache_answers", "Answers of apps that are kept"),
            cached_bytes: metrics
                .gauge("cache_bytes", "Memory that the cache of answers takes, in bytes"),
            pages_passed_over: PassedOver::ALL
                .map(|reason| passed_over.with_label_values(&[reason.name()])),
        }
    }

    pub(crate) fn page_passed_over(&self, reason: PassedOver) {
        let place = PassedOver::ALL.iter().position(|one| *one == reason);
        self.pages_passed_over[place.unwrap_or_default()].inc();
    }

    pub(crate) fn turned_away(&self) {
        self.turned_away.inc();
    }

    pub(crate) fn upstream_connections(&self) -> &IntGauge {
        &self.upstream_connections
    }

    pub(crate) fn connections(&self, secure: bool) -> IntGauge {
        self.connections.with_label_values(&[if secure { "tls" } else { "plain" }])
    }

    pub(crate) fn cached(&self, answers: usize, bytes: u64) {
        self.cached_answers.set(i64::try_from(answers).unwrap_or(i64::MAX));
        self.cached_bytes.set(i64::try_from(bytes).unwrap_or(i64::MAX));
    }

    pub(crate) fn handshake_failed(&self, failure: HandshakeFailure) {
        let reason = match failure {
            HandshakeFailure::Timeout => "timeout",
            HandshakeFailure::PlainHttp => "plain_http",
            HandshakeFailure::Protocol => "protocol",
            HandshakeFailure::TooMany => "too_many",
        };
        self.handshakes_failed.with_label_values(&[reason]).inc();
    }
}
