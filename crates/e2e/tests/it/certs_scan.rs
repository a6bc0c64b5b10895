//! What a scanner finds: current versions and suites, and HTTP/2.

use std::process::Command;

use reqwest::Version;
use testkit::{Gateway, skipped};

#[tokio::test]
async fn only_current_versions_and_strong_suites_are_spoken() {
    if skipped("sslscan") {
        return;
    }
    let gateway = Gateway::launch().https().start().await;
    let target = format!("127.0.0.1:{}", gateway.port());
    let scan = Command::new("sslscan").args(["--no-colour", &target]).output();
    let scan = scan.expect("sslscan starts: it is a Debian package");
    let found = String::from_utf8_lossy(&scan.stdout).into_owned();
    for (version, state) in [
        ("SSLv2", "disabled"),
        ("SSLv3", "disabled"),
        ("TLSv1.0", "disabled"),
        ("TLSv1.1", "disabled"),
        ("TLSv1.2", "enabled"),
        ("TLSv1.3", "enabled"),
    ] {
        let line = found.lines().find(|line| line.split_whitespace().next() == Some(version));
        let line = line.unwrap_or_else(|| panic!("no word of {version}:\n{found}"));
        assert!(line.trim_end().ends_with(state), "{line}");
    }
    let suites: Vec<&str> = found
        .lines()
        .filter(|line| line.starts_with("Preferred") || line.starts_with("Accepted"))
        .filter_map(|line| line.split_whitespace().nth(4))
        .collect();
    assert!(suites.len() >= 3, "{found}");
    for suite in suites {
        let strong = suite.contains("GCM") || suite.contains("CHACHA20");
        let fresh = suite.starts_with("TLS_") || suite.starts_with("ECDHE");
        assert!(strong && fresh, "{suite} in\n{found}");
    }
}

#[tokio::test]
async fn clients_that_can_are_led_to_http_2() {
    let gateway = Gateway::launch().https().start().await;
    let answer = gateway.get("/livez").send().await.expect("an answer");
    assert_eq!(answer.version(), Version::HTTP_2);
    let old = gateway.client_builder().http1_only().build().expect("a client");
    let answer = old.get(gateway.url("/livez")).send().await.expect("an answer");
    assert_eq!(answer.version(), Version::HTTP_11);
}
