//! Limits that hold whatever a client claims to be.

use std::net::Ipv4Addr;

use serde_json::json;
use testkit::{Gateway, PATIENCE, deadline};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::people::Calls;

#[tokio::test]
async fn headers_do_not_get_around_the_limit_on_sign_ins() {
    let gateway = Gateway::start().await;
    let who = json!({ "username": "nobody", "password": "wrong password" });
    let mut statuses = Vec::new();
    for number in 0..12 {
        let claimed = format!("198.51.100.{number}");
        let call = gateway.post("/api/v1/auth/login", &who).header("X-Forwarded-For", &claimed);
        let call = call.header("X-Real-IP", &claimed).header("Forwarded", format!("for={claimed}"));
        let answer = call.send().await.expect("an answer");
        assert_eq!(answer.headers()["x-ratelimit-limit"], "10");
        if answer.status() == 429 {
            assert!(answer.headers().contains_key("retry-after"));
        }
        statuses.push(answer.status().as_u16());
    }
    assert_eq!(statuses[..10], [401; 10]);
    assert_eq!(statuses[11], 429);
}

#[tokio::test]
async fn a_trusted_proxy_reports_the_address_that_counts() {
    // So slow that none comes back while the test runs.
    let config = "server: {trusted_proxies: [127.0.0.1]}\n\
                  rate_limits: {qr: {per_minute: 1, burst: 5}}\n";
    let gateway = Gateway::launch().config(config).start().await;
    let call = |client: &str| {
        gateway.get("/api/v1/auth/qr").header("X-Forwarded-For", client.to_owned()).answer()
    };
    for _ in 0..5 {
        assert_eq!(call("198.51.100.1").await.0, 200);
    }
    assert_eq!(call("198.51.100.1").await.0, 429);
    assert_eq!(call("198.51.100.2").await.0, 200);
}

/// A neighbour that opens connections and says nothing on them takes its own share alone.
#[tokio::test]
async fn a_flood_of_stalled_handshakes_delays_nobody_else() {
    let Some(address) = testkit::lan_address() else { return };
    let gateway =
        Gateway::launch().https().without_rate_limits().listen(Ipv4Addr::UNSPECIFIED).start().await;
    let mut stalled = Vec::new();
    for _ in 0..200 {
        let mut tcp = TcpStream::connect((address, gateway.port())).await.expect("a connection");
        // The beginning of a handshake.
        tcp.write_all(&[0x16, 0x03, 0x01, 0x02]).await.expect("it is taken");
        stalled.push(tcp);
    }
    let metrics = async || gateway.get("/metrics").send().await.expect("metrics").text().await;
    deadline("some are turned away", PATIENCE, async || {
        let line = "gatehouse_tls_handshakes_failed_total{reason=\"too_many\"}";
        metrics().await.expect("text").lines().any(|found| found.starts_with(line))
    })
    .await;
    let client = gateway.client_builder().build().expect("a client");
    let fresh = client.get(gateway.url("/livez")).send().await.expect("an answer");
    assert_eq!(fresh.status(), 200);
}

#[tokio::test]
async fn a_flood_of_sign_ins_does_not_become_a_flood_of_memory() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let who = json!({ "username": "nobody", "password": "wrong password" });
    let flood = (0..150).map(|_| gateway.post("/api/v1/auth/login", &who).answer());
    let answers = futures::future::join_all(flood).await;
    assert!(answers.iter().all(|(status, _)| matches!(status, 401 | 503)));
    assert!(answers.iter().any(|(status, _)| *status == 503));
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", gateway.pid())).expect("a status");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(kilobytes < 200 * 1024, "{kilobytes} kB for four hashes of 19 MiB each");
}
