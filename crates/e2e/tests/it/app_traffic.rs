//! The figures agree with what was sent, to the last request and byte.

use axum::Router;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::routing::{get, post};
use serde_json::{Value, json};
use testkit::Gateway;

use crate::people::Calls;
use crate::routes::{metric, put_route};
use crate::upstream::Upstream;

fn app() -> Router {
    let status = async |Path(code): Path<u16>| StatusCode::from_u16(code).expect("a status");
    let size = async |body: Bytes| body.len().to_string();
    Router::new().route("/status/{code}", get(status)).route("/size", post(size))
}

async fn stats(gateway: &Gateway) -> u64 {
    let stats = gateway.get("/api/v1/stats").answer().await.1;
    stats["requests"]["value"].as_u64().expect("a number")
}

#[tokio::test]
async fn every_request_and_byte_is_counted_once() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let app = Upstream::serve(app()).await;
    let quiet = json!({ "disabled": true });
    put_route(&gateway, "a", json!({ "to": app.url(), "healthCheck": quiet })).await;
    put_route(&gateway, "b", json!({ "to": app.url(), "healthCheck": quiet })).await;
    put_route(&gateway, "dead", json!({ "to": "http://127.0.0.1:9", "healthCheck": quiet })).await;
    let before = stats(&gateway).await;

    let plan = [("a", 200, 17), ("a", 204, 5), ("a", 302, 3), ("a", 404, 7), ("a", 503, 2)];
    let mut sent = 0;
    for (app, status, count) in plan.into_iter().chain([("b", 200, 4)]) {
        for _ in 0..count {
            let answer = gateway.get(&format!("/apps/{app}/status/{status}")).answer().await;
            assert_eq!(answer.0, status);
            sent += 1;
        }
    }
    for size in [0, 1, 70_000] {
        let call = gateway.client().post(gateway.url("/apps/a/size")).body(vec![b'x'; size]);
        let answer = call.send().await.expect("an answer").text().await.expect("a body");
        assert_eq!(answer, size.to_string());
        sent += 1;
    }
    for _ in 0..6 {
        assert_eq!(gateway.get("/apps/dead/").answer().await.0, 502);
        sent += 1;
    }
    // The second look counts itself.
    assert_eq!(stats(&gateway).await - before, sent + 1);

    for (class, count) in [("2xx", 17 + 5 + 3), ("3xx", 3), ("4xx", 7), ("5xx", 2)] {
        let series = format!("gatehouse_app_requests_total{{app=\"a\",class=\"{class}\"}}");
        assert_eq!(metric(&gateway, &series).await, f64::from(count), "{class}");
    }
    let total = |app: &str, name: &str| format!("gatehouse_app_{name}{{app=\"{app}\"}}");
    assert_eq!(metric(&gateway, &total("a", "received_bytes_total")).await, 70_001.0);
    assert_eq!(metric(&gateway, &total("a", "sent_bytes_total")).await, 7.0);
    assert_eq!(metric(&gateway, &total("a", "latency_seconds_count")).await, 37.0);
    assert_eq!(metric(&gateway, &total("b", "latency_seconds_count")).await, 4.0);
    let failed = "gatehouse_app_failures_total{app=\"dead\",cause=\"connect\"}";
    assert_eq!(metric(&gateway, failed).await, 6.0);

    let traffic = gateway.get("/api/v1/apps/a/traffic").answer().await.1;
    assert_eq!(traffic["requests"], 37);
    assert_eq!(traffic["statusClasses"], json!({"1xx":0,"2xx":25,"3xx":3,"4xx":7,"5xx":2}));
    assert_eq!((&traffic["bytesReceived"], &traffic["bytesSent"]), (&json!(70_001), &json!(7)));
    let series = traffic["series"].as_array().expect("minutes");
    let minutes: u64 = series.iter().filter_map(|minute| minute["requests"].as_u64()).sum();
    assert_eq!(minutes, 37);
    let dead = gateway.get("/api/v1/apps/dead/traffic").answer().await.1;
    assert_eq!((&dead["requests"], &dead["failures"]["connect"]), (&json!(6), &json!(6)));
}

async fn series(gateway: &Gateway) -> Vec<String> {
    let text = gateway.get("/metrics").send().await.expect("metrics").text().await.expect("text");
    let names = text.lines().filter(|line| !line.starts_with('#'));
    names.filter_map(|line| Some(line.rsplit_once(' ')?.0.to_owned())).collect()
}

/// Paths, hosts and methods come from outside, and there is no end of them.
#[tokio::test]
async fn what_clients_make_up_does_not_become_a_series() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let app = Upstream::echo("tv").await;
    let quiet = json!({ "disabled": true });
    put_route(&gateway, "tv", json!({ "to": app.url(), "healthCheck": quiet })).await;
    let ask = async |number: usize| {
        let method = format!("M{number}").parse().expect("a method");
        let host = format!("h{number}.lan");
        for path in
            [format!("/apps/tv/{number}"), format!("/x/{number}"), format!("/apps/{number}")]
        {
            gateway.get(&path).header("Host", &host).answer().await;
            gateway.get(&path).answer().await;
            let call =
                gateway.client().request(reqwest::Method::clone(&method), gateway.url(&path));
            call.answer().await;
        }
        gateway.get(&format!("/api/v1/routes/{number}")).answer().await;
        gateway.get(&format!("/api/v1/apps/{number}/favicon")).answer().await;
    };
    ask(0).await;
    // The first look is a request, too.
    series(&gateway).await;
    let before = series(&gateway).await;
    for number in 1..100 {
        ask(number).await;
    }
    let after = series(&gateway).await;
    let new: Vec<&String> = after.iter().filter(|name| !before.contains(name)).collect();
    assert!(new.is_empty(), "{new:?}");
    let shown: Value = gateway.get("/api/v1/apps/tv/traffic").answer().await.1;
    // By the method that nobody knows, by name and by address.
    assert_eq!(shown["requests"], 300);
}
