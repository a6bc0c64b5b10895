use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::Method;
use kit::{ErrorKind, Metrics};
use prometheus::{HistogramVec, IntCounterVec};
use routing::ClientInfo;

use crate::error::Logged;

const SECONDS: [f64; 8] = [0.001, 0.005, 0.025, 0.1, 0.25, 1.0, 5.0, 30.0];

/// Counts management requests by route template, never by raw path, and logs their errors.
#[derive(Debug, Clone)]
pub(crate) struct Observer {
    requests: IntCounterVec,
    seconds: HistogramVec,
}

impl Observer {
    pub(crate) fn new(metrics: &Metrics) -> Self {
        let requests = metrics.counters(
            "http_requests_total",
            "Management requests, by route template.",
            &["method", "route", "status"],
        );
        let seconds = metrics.histograms(
            "http_request_duration_seconds",
            "Time to answer a management request, by route template.",
            &["route"],
            &SECONDS,
        );
        Observer { requests, seconds }
    }
}

/// Runs inside the router, where the template is known.
pub(crate) async fn observe(
    State(observer): State<Observer>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let method = known(request.method());
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let route = matched.as_ref().map_or("unmatched", MatchedPath::as_str);
    let id = request.extensions().get::<ClientInfo>().map(|client| client.request_id.clone());
    let id = id.as_deref().unwrap_or_default();

    let response = next.run(request).await;

    let status = response.status();
    observer.requests.with_label_values(&[method, route, status.as_str()]).inc();
    observer.seconds.with_label_values(&[route]).observe(started.elapsed().as_secs_f64());
    match response.extensions().get::<Logged>() {
        Some(Logged { kind: ErrorKind::Internal, text }) => {
            tracing::error!(request = id, method, route, "{text}");
        }
        Some(Logged { kind: ErrorKind::StorageUnavailable, text }) => {
            tracing::warn!(request = id, method, route, "{text}");
        }
        Some(Logged { text, .. }) => {
            tracing::debug!(request = id, method, route, "{text}");
        }
        None => tracing::trace!(request = id, method, route, status = status.as_u16()),
    }
    response
}

/// Clients may make methods up; labels may not grow with them.
fn known(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}
