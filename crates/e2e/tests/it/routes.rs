//! Routes as tests make them.

use reqwest::Method;
use serde_json::Value;
use testkit::Gateway;

use crate::people::Calls;

/// Makes or changes a route, which must succeed.
pub(crate) async fn put_route(gateway: &Gateway, id: &str, route: Value) -> Value {
    let call = gateway.request(Method::PUT, &format!("/api/v1/routes/{id}")).json(&route);
    let (status, body) = call.answer().await;
    assert!(matches!(status, 200 | 201), "{id}: {status} {body}");
    body
}

/// The value of one series in the metrics; 0 where it is not there.
pub(crate) async fn metric(gateway: &Gateway, series: &str) -> f64 {
    let answer = gateway.get("/metrics").send().await.expect("metrics");
    let text = answer.text().await.expect("a body");
    let line = text.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    line.map_or(0.0, |value| value.parse().expect("a number"))
}
