use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use journal::MetricsConfig;
use kit::{Clock, Timestamp};
use routing::{Fault, Traffic};
use serde_json::{Value, json};
use testkit::{Database, PATIENCE, both, deadline};

use crate::apps::serve;
use crate::metrics::check;
use crate::server::{MIGRATIONS, START, Server};

fn answer(traffic: &Traffic, count: u64, latency: Duration) {
    (0..count).for_each(|_| traffic.answered(StatusCode::OK, latency));
}

fn fail(traffic: &Traffic, count: u64, fault: Fault) {
    for _ in 0..count {
        traffic.answered(StatusCode::BAD_GATEWAY, Duration::from_millis(1));
        traffic.failed(fault);
    }
}

async fn requests_today(server: &Server) -> u64 {
    let quick = server.ok("admin", "/api/v1/stats/quick").await;
    quick["requestsToday"].as_u64().expect("a number")
}

fn sample(metrics: &str, series: &str) -> Option<f64> {
    let line = metrics.lines().find(|line| line.starts_with(&format!("{series} ")))?;
    line.rsplit(' ').next()?.parse().ok()
}

#[tokio::test]
async fn nothing_is_lost_and_nothing_counted_twice() {
    const THREADS: u64 = 8;
    const EACH: u64 = 20_000;
    let database = Database::sqlite();
    let server = Server::new(database.open(&MIGRATIONS).await).await;
    let counters = serve(&server.routes, &["photos", "music"]);
    let threads: Vec<_> = (0..THREADS)
        .map(|number| {
            let traffic = counters[usize::from(number % 2 == 1)].clone();
            std::thread::spawn(move || {
                answer(&traffic, EACH, Duration::from_micros(1_500));
                (0..EACH).for_each(|_| traffic.failed(Fault::Client));
                traffic.received(7);
                traffic.sent(11);
                traffic.escaped();
            })
        })
        .collect();
    // Whoever looks meanwhile takes nothing away.
    let mut management = 0;
    while threads.iter().any(|thread| !thread.is_finished()) {
        let seen = requests_today(&server).await;
        assert!(seen <= THREADS * EACH + management, "{seen}");
        management += 1;
    }
    threads.into_iter().for_each(|thread| thread.join().expect("it ends"));
    assert_eq!(requests_today(&server).await, THREADS * EACH + management);
    assert_eq!(requests_today(&server).await, THREADS * EACH + management + 1);

    let (_, metrics) = server.text("nobody", "/metrics").await;
    let half = (THREADS * EACH / 2) as f64;
    for app in ["photos", "music"] {
        for (series, expected) in [
            (format!("gatehouse_app_requests_total{{app=\"{app}\",class=\"2xx\"}}"), half),
            (format!("gatehouse_app_failures_total{{app=\"{app}\",cause=\"client\"}}"), half),
            (format!("gatehouse_app_received_bytes_total{{app=\"{app}\"}}"), 28.0),
            (format!("gatehouse_app_sent_bytes_total{{app=\"{app}\"}}"), 44.0),
            (format!("gatehouse_app_escaped_requests_total{{app=\"{app}\"}}"), 4.0),
            (format!("gatehouse_app_latency_seconds_count{{app=\"{app}\"}}"), half),
            (format!("gatehouse_app_latency_seconds_sum{{app=\"{app}\"}}"), half * 0.0015),
            (format!("gatehouse_app_latency_seconds_bucket{{app=\"{app}\",le=\"30\"}}"), half),
        ] {
            assert_eq!(sample(&metrics, &series), Some(expected), "{series} in\n{metrics}");
        }
    }
}

#[tokio::test]
async fn metrics_name_apps_with_traffic_alone_and_promtool_is_content() {
    let database = Database::sqlite();
    let server = Server::new(database.open(&MIGRATIONS).await).await;
    let (_, before) = server.text("nobody", "/metrics").await;
    assert!(!before.contains("gatehouse_app_"), "{before}");
    let names: Vec<String> = (0..10_000).map(|number| format!("app-{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let counters = serve(&server.routes, &names);
    answer(&counters[7], 3, Duration::from_millis(40));
    fail(&counters[7], 2, Fault::Timeout);
    let (_, metrics) = server.text("nobody", "/metrics").await;
    let series: Vec<&str> =
        metrics.lines().filter(|line| line.starts_with("gatehouse_app_")).collect();
    assert!(series.iter().all(|line| line.contains("{app=\"app-7\"")), "{series:?}");
    // Two classes, one cause, two kinds of bytes, what escaped, and the histogram.
    assert_eq!(series.len(), 2 + 1 + 2 + 1 + 13 + 2, "{series:?}");
    let bucket = |bound: &str| {
        let name = format!("gatehouse_app_latency_seconds_bucket{{app=\"app-7\",le=\"{bound}\"}}");
        sample(&metrics, &name)
    };
    assert_eq!(bucket("0.001"), Some(2.0));
    assert_eq!(bucket("0.025"), Some(2.0));
    assert_eq!(bucket("0.05"), Some(5.0));
    assert_eq!(bucket("+Inf"), Some(5.0));
    if !testkit::skipped("promtool") {
        check(&metrics);
    }
}

#[tokio::test]
async fn traffic_counts_in_the_figures_and_survives_apps_and_restarts() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db.clone()).await;
        let counters = serve(&server.routes, &["photos", "music"]);
        answer(&counters[0], 10, Duration::from_millis(3));
        assert_eq!(requests_today(&server).await, 10);
        let quick = server.ok("admin", "/api/v1/stats/quick").await;
        let average = quick["avgLatency"].as_f64().expect("a number");
        assert!((1.0..=30.0).contains(&average), "{average}");

        // An app goes, and a request of it ends later; another one comes under the same name.
        answer(&counters[0], 5, Duration::from_millis(3));
        serve(&server.routes, &["photos"]);
        answer(&counters[0], 1, Duration::from_millis(3));
        assert_eq!(requests_today(&server).await, 16 + 2);
        answer(&counters[0], 1, Duration::from_millis(3));
        drop(counters);
        serve(&server.routes, &[]);
        assert_eq!(requests_today(&server).await, 17 + 3);
        let stats = server.ok("local", "/api/v1/stats").await;
        assert_eq!(stats["requests"]["value"], 17 + 4);
        server.journal.finish().await;

        let clock = Clock::manual(Timestamp(START.0 + 60_000));
        let again = Server::at(db, MetricsConfig::default(), clock).await;
        assert_eq!(requests_today(&again).await, 17 + 5);
    })
    .await;
}

#[tokio::test]
async fn an_app_shows_what_went_through_it() {
    let database = Database::sqlite();
    let server = Server::new(database.open(&MIGRATIONS).await).await;
    let counters = serve(&server.routes, &["photos"]);
    let path = "/api/v1/apps/photos/traffic";
    let quiet = server.ok("phone", path).await;
    assert_eq!((&quiet["requests"], &quiet["p99Ms"]), (&json!(0), &json!(0.0)));
    assert_eq!(quiet["series"].as_array().map(Vec::len), Some(60));

    answer(&counters[0], 3, Duration::from_millis(8));
    counters[0].received(100);
    counters[0].sent(2_000);
    (0..2).for_each(|_| counters[0].escaped());
    server.ok("local", path).await;
    server.clock.advance(Duration::from_secs(60));
    fail(&counters[0], 1, Fault::Connect);
    let mut body = server.ok("key", path).await;
    let series = body.as_object_mut().and_then(|body| body.remove("series")).expect("a series");
    let day = body.as_object_mut().and_then(|body| body.remove("lastDay")).expect("a day");
    assert_eq!((&day["requests"], &day["p95Ms"]), (&json!(4), &json!(9.67)));
    assert_eq!(
        body,
        json!({
            "appId": "photos",
            "requests": 4,
            "failures": {
                "connect": 1, "timeout": 0, "closed": 0, "protocol": 0, "unavailable": 0,
                "client": 0,
            },
            "bytesReceived": 100,
            "bytesSent": 2000,
            "escaped": 2,
            "avgLatencyMs": 6.25,
            "p50Ms": 6.67,
            "p95Ms": 9.67,
            "p99Ms": 9.93,
            "statusClasses": {"1xx": 0, "2xx": 3, "3xx": 0, "4xx": 0, "5xx": 1},
            "callers": [],
        })
    );
    assert_eq!(
        series[58],
        json!({
            "at": "2023-11-14T22:13:00Z", "requests": 3, "failures": 0, "bytesSent": 2000,
            "avgLatencyMs": 8.0,
        })
    );
    assert_eq!(
        series[59],
        json!({
            "at": "2023-11-14T22:14:00Z", "requests": 1, "failures": 1, "bytesSent": 0,
            "avgLatencyMs": 1.0,
        })
    );
    assert_eq!(series[57]["requests"], 0);

    let (status, body) = server.get("local", "/api/v1/apps/other/traffic").await;
    assert_eq!((status, &body["error"]["code"]), (StatusCode::NOT_FOUND, &json!("NOT_FOUND")));
    let (status, _) = server.get("nobody", path).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    assert!(server.openapi.paths.paths.contains_key("/api/v1/apps/{appId}/traffic"));
}

async fn messages(server: &Server) -> Vec<Value> {
    let feed = server.ok("local", "/api/v1/activity/recent").await;
    let feed = feed.as_array().expect("a list").iter();
    feed.map(|entry| entry["message"].clone()).collect()
}

#[tokio::test]
async fn an_app_that_begins_to_fail_is_told_of_once_and_so_is_its_recovery() {
    both(&MIGRATIONS, async |db| {
        let mut server = Server::new(db).await;
        let counters = serve(&server.routes, &["photos", "music"]);
        let running = server.run();
        let (photos, music) = (&counters[0], &counters[1]);
        answer(photos, 2, Duration::from_millis(1));
        fail(photos, 12, Fault::Connect);
        // Clients that went away are not the app's fault, and four failures are few.
        fail(music, 50, Fault::Client);
        fail(music, 4, Fault::Connect);
        server.clock.advance(Duration::from_secs(10));
        let failing = "The photos is not answering: 12 of 14 requests failed in the last minute \
                       (connect)";
        let told = async |wanted: &[&str]| messages(&server).await == wanted;
        deadline("the failure is told", PATIENCE, async || told(&[failing]).await).await;
        let feed = server.ok("local", "/api/v1/activity/recent").await;
        assert_eq!(
            (&feed[0]["type"], &feed[0]["iconClass"]),
            (&json!("app.failing"), &json!("warning"))
        );

        server.clock.advance(Duration::from_secs(60));
        answer(photos, 1, Duration::from_millis(1));
        let back = "The photos is answering again";
        server.clock.advance(Duration::from_secs(10));
        deadline("the recovery is told", PATIENCE, async || told(&[back, failing]).await).await;

        // Within ten minutes of the first time it is not told of again; another app is.
        fail(photos, 30, Fault::Timeout);
        fail(music, 70, Fault::Timeout);
        server.clock.advance(Duration::from_secs(10));
        let other = "The music is not answering: 70 of 70 requests failed in the last minute \
                     (timeout)";
        let both_told = [other, back, failing];
        deadline("the other failure is told", PATIENCE, async || told(&both_told).await).await;
        server.clock.advance(Duration::from_secs(600));
        fail(photos, 6, Fault::Closed);
        server.clock.advance(Duration::from_secs(10));
        let later =
            "The photos is not answering: 6 of 6 requests failed in the last minute (closed)";
        let all = [later, other, back, failing];
        deadline("the next failure is told", PATIENCE, async || told(&all).await).await;
        let audit = server.ok("admin", "/api/v1/audit-logs").await;
        assert_eq!(audit["total"], 0, "nobody did it");
        running.stop().await;
    })
    .await;
}

/// The counters outlive a change of the table, as long as somebody holds them.
#[tokio::test]
async fn an_app_keeps_its_counters_when_routes_change() {
    let database = Database::sqlite();
    let server = Server::new(database.open(&MIGRATIONS).await).await;
    let counters = serve(&server.routes, &["photos"]);
    assert_eq!(requests_today(&server).await, 0);
    answer(&counters[0], 2, Duration::from_millis(1));
    let table = server.routes.load_full();
    server.routes.store(Arc::default());
    assert_eq!(requests_today(&server).await, 2 + 1);
    server.routes.store(table);
    answer(&counters[0], 3, Duration::from_millis(1));
    assert_eq!(requests_today(&server).await, 5 + 2);
}
