//! Rate limits: by class and address, told on every answer, changed while running.

use std::time::Duration;

use web::limits::{Config, Rule};

use crate::lab::{Answer, Lab, REMOTE, request, with};

const HEADERS: [&str; 6] = [
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "ratelimit-limit",
    "ratelimit-remaining",
    "ratelimit-reset",
];
/// Draws from the class `auth`: 10 a minute, 10 at once.
const AUTH: &str = "/api/v1/auth/open";

async fn get(lab: &Lab, from: &str, path: &str) -> Answer {
    lab.send(from, request("GET", path)).await
}

fn numbers(answer: &Answer) -> [u64; 6] {
    HEADERS.map(|name| answer.header(name).parse().unwrap_or_else(|_| panic!("no {name}")))
}

#[track_caller]
fn assert_unlimited(answer: &Answer) {
    for name in HEADERS.into_iter().chain(["retry-after"]) {
        assert_eq!(answer.header(name), "", "{name}");
    }
}

/// Uses up the burst of `auth`.
async fn exhaust(lab: &Lab, from: &str) {
    for _ in 0..10 {
        assert_eq!(get(lab, from, AUTH).await.status, 200);
    }
    assert_eq!(get(lab, from, AUTH).await.status, 429);
}

#[tokio::test]
async fn a_burst_passes_and_then_the_client_is_told_to_wait() {
    let lab = Lab::limited(Config::default());
    let now = 1_700_000_000;
    for used in 1..=10 {
        let answer = get(&lab, REMOTE, AUTH).await;
        assert_eq!(answer.status, 200);
        let full_in = used * 6;
        assert_eq!(numbers(&answer), [10, 10 - used, now + full_in, 10, 10 - used, full_in]);
        assert_eq!(answer.header("retry-after"), "");
    }
    let refused = get(&lab, REMOTE, AUTH).await;
    refused.assert_error(429, "RATE_LIMIT_EXCEEDED");
    assert_eq!(numbers(&refused), [10, 0, now + 60, 10, 0, 60]);
    assert_eq!(refused.header("retry-after"), "6");

    lab.clock.advance(Duration::from_millis(5_999));
    let still = get(&lab, REMOTE, AUTH).await;
    assert_eq!((still.status.as_u16(), still.header("retry-after")), (429, "1"));
    lab.clock.advance(Duration::from_millis(1));
    assert_eq!(get(&lab, REMOTE, AUTH).await.status, 200);
    assert_eq!(get(&lab, REMOTE, AUTH).await.status, 429);
    let refused = "gatehouse_rate_limited_total{class=\"auth\"} 3";
    assert!(lab.metrics.render().contains(refused), "{}", lab.metrics.render());
}

#[tokio::test]
async fn every_answer_of_a_limited_path_says_what_is_left() {
    let lab = Lab::limited(Config::default());
    for (method, path, status) in [
        ("GET", "/api/v1/list", 200),
        ("GET", "/api/v1/none", 404),
        ("GET", "/api/v1/things/x", 400),
        ("DELETE", "/api/v1/things/1", 405),
        ("POST", "/api/v1/things", 415),
        ("GET", "/api/v1/broken", 500),
    ] {
        let answer = lab.send(REMOTE, request(method, path)).await;
        assert_eq!(answer.status, status, "{method} {path}");
        numbers(&answer);
    }
    for path in ["/plain", "/api/docs", "/nowhere", "/class/read"] {
        assert_unlimited(&get(&lab, REMOTE, path).await);
    }
}

#[tokio::test]
async fn classes_and_addresses_have_pools_of_their_own() {
    let lab = Lab::limited(Config::default());
    exhaust(&lab, REMOTE).await;
    for (path, limit) in
        [("/api/v1/auth/qr", 5), ("/healthz", 50), ("/metrics", 30), ("/api/v1/list", 30)]
    {
        let answer = get(&lab, REMOTE, path).await;
        assert_eq!((answer.status.as_u16(), numbers(&answer)[0]), (200, limit), "{path}");
    }
    assert_eq!(get(&lab, "192.0.2.8", AUTH).await.status, 200);
    assert_eq!(get(&lab, "127.0.0.1", AUTH).await.status, 200);
    let mapped = get(&lab, "::ffff:192.0.2.7", AUTH).await;
    assert_eq!(mapped.status, 429, "the same address in another spelling");
}

#[tokio::test]
async fn neighbours_in_an_ipv6_network_share_a_pool() {
    let lab = Lab::limited(Config::default());
    exhaust(&lab, "2001:db8:1:2::1").await;
    assert_eq!(get(&lab, "2001:db8:1:2:ffff::9", AUTH).await.status, 429);
    assert_eq!(get(&lab, "2001:db8:1:3::1", AUTH).await.status, 200);
}

#[tokio::test]
async fn headers_of_the_client_do_not_buy_another_pool() {
    let lab = Lab::limited(Config::default());
    exhaust(&lab, REMOTE).await;
    for header in ["x-forwarded-for", "x-real-ip", "forwarded", "true-client-ip", "authorization"] {
        let disguised = with(request("GET", AUTH), &[(header, "for=198.51.100.1")]);
        assert_eq!(lab.send(REMOTE, disguised).await.status, 429, "{header}");
    }
    for path in ["/api/v1/auth/open?x=1", "/api/v1/auth/none", "/api/v1/auth/"] {
        assert_eq!(get(&lab, REMOTE, path).await.status, 429, "{path}");
    }
}

#[tokio::test]
async fn new_figures_are_in_force_at_once() {
    let lab = Lab::limited(Config::default());
    exhaust(&lab, REMOTE).await;
    let auth = Rule { per_second: Some(1), per_minute: None, burst: Some(20) };
    lab.limiter.reload(Config { auth, ..Config::default() });
    let answer = get(&lab, REMOTE, AUTH).await;
    assert_eq!(numbers(&answer)[0], 20);
    lab.clock.advance(Duration::from_secs(60));
    let answer = get(&lab, REMOTE, AUTH).await;
    assert_eq!((answer.status.as_u16(), numbers(&answer)[1]), (200, 19));

    lab.limiter.reload(Config { enabled: false, ..Config::default() });
    for _ in 0..40 {
        let answer = get(&lab, REMOTE, AUTH).await;
        assert_eq!(answer.status, 200);
        assert_unlimited(&answer);
    }
    lab.limiter.reload(Config::default());
    assert_eq!(numbers(&get(&lab, REMOTE, AUTH).await)[0], 10);
}
