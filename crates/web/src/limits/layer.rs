use std::sync::Mutex;

use arc_swap::ArcSwap;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use kit::{Clock, Error, ErrorKind, Metrics, Timestamp, client_key};
use prometheus::IntCounterVec;
use routing::ClientInfo;
use std::sync::Arc;

use super::bucket::{Buckets, Verdict};
use super::{Config, LimitClass};
use crate::ApiError;

/// Counts requests per class and client address. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Limiter {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    clock: Clock,
    config: ArcSwap<Config>,
    metrics_path: String,
    buckets: Mutex<Buckets>,
    refused: IntCounterVec,
}

impl Limiter {
    pub fn new(config: Config, metrics_path: String, clock: Clock, metrics: &Metrics) -> Self {
        let help = "Requests refused by a rate limit.";
        let refused = metrics.counters("rate_limited_total", help, &["class"]);
        let config = ArcSwap::from_pointee(config);
        let buckets = Mutex::default();
        Limiter { inner: Arc::new(Inner { clock, config, metrics_path, buckets, refused }) }
    }

    pub fn reload(&self, config: Config) {
        self.inner.config.store(Arc::new(config));
    }

    fn judge(&self, class: LimitClass, client: &ClientInfo) -> Verdict {
        let quota = self.inner.config.load().quota(class);
        let now = self.inner.clock.now();
        let mut buckets =
            self.inner.buckets.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        buckets.take(class, client_key(client.address), quota, now)
    }
}

pub(crate) async fn enforce(
    State(limiter): State<Limiter>,
    request: Request,
    next: Next,
) -> Response {
    let class = LimitClass::of(request.uri().path(), &limiter.inner.metrics_path);
    let client = request.extensions().get::<ClientInfo>();
    let (Some(class), Some(client)) = (class, client) else { return next.run(request).await };
    if !limiter.inner.config.load().enabled {
        return next.run(request).await;
    }
    let verdict = limiter.judge(class, client);
    let mut response = if verdict.allowed {
        next.run(request).await
    } else {
        limiter.inner.refused.with_label_values(&[class.into_str()]).inc();
        let message = "Too many requests; try again later";
        ApiError(Error::new(ErrorKind::RateLimitExceeded, message)).into_response()
    };
    describe(&verdict, limiter.inner.clock.now(), response.headers_mut());
    response
}

/// Both families of headers: `X-RateLimit-Reset` is a moment, `RateLimit-Reset` a number of
/// seconds from now.
fn describe(verdict: &Verdict, now: Timestamp, headers: &mut HeaderMap) {
    let seconds_until = |moment: Timestamp| (moment.0 - now.0).max(0).unsigned_abs().div_ceil(1000);
    let until_full = seconds_until(verdict.full_at);
    let full_at = now.unix().max(0).unsigned_abs() + until_full;
    for (name, value) in [
        ("x-ratelimit-limit", u64::from(verdict.limit)),
        ("x-ratelimit-remaining", u64::from(verdict.remaining)),
        ("x-ratelimit-reset", full_at),
        ("ratelimit-limit", u64::from(verdict.limit)),
        ("ratelimit-remaining", u64::from(verdict.remaining)),
        ("ratelimit-reset", until_full),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from(value));
    }
    if !verdict.allowed {
        let wait = seconds_until(verdict.next_at).max(1);
        headers.insert(RETRY_AFTER, HeaderValue::from(wait));
    }
}
