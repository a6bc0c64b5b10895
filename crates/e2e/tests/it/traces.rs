//! Requests as steps of distributed traces: what the app hears, and what the collector gets.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use testkit::{Gateway, PATIENCE, deadline};

use crate::people::Calls;
use crate::routes::put_route;
use crate::upstream::Upstream;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";

/// Every span that came.
type Spans = Arc<Mutex<Vec<Value>>>;

/// Takes OTLP as a collector does.
async fn collector() -> (Upstream, Spans) {
    let take = async |State(spans): State<Spans>, Json(body): Json<Value>| {
        let scope = &body["resourceSpans"][0]["scopeSpans"][0]["spans"];
        let came = scope.as_array().cloned().unwrap_or_default();
        spans.lock().unwrap_or_else(PoisonError::into_inner).extend(came);
        Json(json!({}))
    };
    let spans = Spans::default();
    let router = Router::new().route("/otel/v1/traces", post(take)).with_state(spans.clone());
    (Upstream::serve(router).await, spans)
}

fn attribute(span: &Value, key: &str) -> Value {
    let all = span["attributes"].as_array().cloned().unwrap_or_default();
    let found = all.into_iter().find(|attribute| attribute["key"] == key);
    found.map(|found| found["value"].clone()).unwrap_or_default()
}

#[tokio::test]
async fn a_request_is_a_step_between_its_caller_s_and_the_app_s() {
    let (collector, spans) = collector().await;
    let config = format!("traces: {{endpoint: '{}/otel'}}\n", collector.url());
    let gateway = Gateway::launch().config(&config).start().await;
    let app = Upstream::echo("tv").await;
    put_route(&gateway, "tv", json!({ "to": app.url(), "publicAccess": true })).await;

    let call = gateway.get("/apps/tv/films?token=hidden");
    let call = call.header("traceparent", format!("00-{TRACE}-{CALLER}-01"));
    let answer = call.send().await.expect("an answer");
    let step = answer.headers()["x-request-id"].to_str().expect("text").to_owned();
    let seen: Value = answer.json().await.expect("what the app saw");
    assert_eq!(seen["headers"]["traceparent"], format!("00-{TRACE}-{step}-01"));
    // The caller does not want this one to be kept; the app hears so.
    let call = gateway.get("/apps/tv/unwanted");
    let call = call.header("traceparent", format!("00-{TRACE}-{CALLER}-00"));
    let seen = call.answer().await.1;
    let told = seen["headers"]["traceparent"].as_str().unwrap_or_default();
    assert!(told.starts_with(&format!("00-{TRACE}-")) && told.ends_with("-00"), "{told}");
    // One that begins here.
    assert_eq!(gateway.get("/apps/nowhere/").answer().await.0, 404);

    let kept = || spans.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let of = |path: &str| {
        let is_it = |span: &&Value| attribute(span, "url.path")["stringValue"] == path;
        kept().iter().find(is_it).cloned()
    };
    let there = async || of("/apps/tv/films").is_some() && of("/apps/nowhere/").is_some();
    deadline("the collector has both spans", PATIENCE, there).await;
    let film = of("/apps/tv/films").expect("it is there");
    assert_eq!(film["traceId"], TRACE);
    assert_eq!(film["spanId"], step.as_str());
    assert_eq!(film["parentSpanId"], CALLER);
    assert_eq!(film["name"], "GET /apps/tv/");
    assert_eq!(attribute(&film, "http.response.status_code")["intValue"], "200");
    assert_eq!(attribute(&film, "gatehouse.app")["stringValue"], "tv");
    let nanos = |field: &str| film[field].as_str().and_then(|text| text.parse::<u64>().ok());
    assert!(nanos("startTimeUnixNano") <= nanos("endTimeUnixNano"), "{film}");
    let lost = of("/apps/nowhere/").expect("it is there");
    assert_eq!(lost["parentSpanId"], "");
    assert_ne!(lost["traceId"], TRACE);
    assert!(of("/apps/tv/unwanted").is_none());
    assert!(!json!(kept()).to_string().contains("hidden"));
}
