//! Headers that speak of addresses, origins and policies.

use routing::Route;

use super::rewriting::{given, rewritten, saying};
use crate::client::{asking, bodiless};
use crate::lab::Lab;
use crate::raw_app::RawApp;
use crate::routes::choosing;

/// The header as the client gets it; `{own}` stands for the app's own address.
async fn passed(make: impl Fn(&str) -> Route, name: &str, value: &str) -> Option<String> {
    let line = format!("{name}: {value}\r\n");
    let app = RawApp::start(move |mut talk| {
        let line = line.clone();
        async move {
            while let Some(request) = talk.request().await {
                let own = request.value("x-test-own").expect("the test says it").to_owned();
                let lines = format!("Content-Type: text/html\r\n{line}").replace("{own}", &own);
                talk.say(saying(&lines, "<p>")).await;
            }
        }
    })
    .await;
    let lab = Lab::new();
    lab.lead(make(&app.to()));
    let own = app.address.to_string();
    let request = asking("GET", "/apps/x/a/b").header("x-test-own", own);
    let [one, other] = lab.ask_both(bodiless(request)).await;
    assert_eq!(one.values(name), other.values(name), "both protocols");
    one.value(name).map(str::to_owned)
}

async fn moved(name: &str, value: &str) -> String {
    passed(rewritten, name, value).await.unwrap_or_else(|| panic!("no {name}"))
}

#[tokio::test]
async fn every_address_in_a_head_leads_into_the_app() {
    for (name, said, expected) in [
        (
            "link",
            "</a>; rel=preload, <http://{own}/b>; rel=next",
            "</apps/x/a>; rel=preload, </apps/x/b>; rel=next",
        ),
        ("link", "<../../../c>; rel=up", "</apps/x/c>; rel=up"),
        ("sourcemap", "/a.js.map", "/apps/x/a.js.map"),
        ("x-sourcemap", "http://{own}/a.js.map", "/apps/x/a.js.map"),
        ("content-location", "/a", "/apps/x/a"),
        ("refresh", "0;URL='/a'", "0;URL='/apps/x/a'"),
        ("reporting-endpoints", "a=\"/r\"", "a=\"/apps/x/r\""),
        ("speculation-rules", "\"/rules.json\"", "\"/apps/x/rules.json\""),
        ("service-worker-allowed", "/", "/apps/x/"),
        ("access-control-allow-origin", "http://{own}", "http://localhost"),
    ] {
        assert_eq!(moved(name, said).await, expected, "{name}: {said}");
    }
    for (name, said) in [
        ("link", "<https://example.org/a>; rel=preload"),
        ("sourcemap", "a.js.map"),
        ("access-control-allow-origin", "*"),
        ("access-control-allow-origin", "https://example.org"),
        ("x-frame-options", "SAMEORIGIN"),
        ("referrer-policy", "same-origin"),
    ] {
        assert_eq!(moved(name, said).await, said, "{name}");
    }
}

#[tokio::test]
async fn several_lines_of_one_header_are_all_moved() {
    let lines = "Content-Type: text/html\r\nLink: </a>; rel=preload\r\nLink: </b>; rel=next\r\n";
    let answer = given(saying(lines, "<p>"), "").await;
    assert_eq!(answer.values("link"), ["</apps/x/a>; rel=preload", "</apps/x/b>; rel=next"]);
}

/// Other apps of the origin must be out of a worker's reach.
#[tokio::test]
async fn a_workers_scope_is_never_wider_than_its_app() {
    for said in ["/apps/x", "https://example.org/", "%2e%2e/%2e%2e/"] {
        assert_eq!(passed(rewritten, "service-worker-allowed", said).await, None, "{said}");
    }
    let kept = |to: &str| choosing(rewritten(to), |options| options.strip_prefix = false);
    assert_eq!(
        passed(kept, "service-worker-allowed", "/apps/x/").await.as_deref(),
        Some("/apps/x/")
    );
    let wide = passed(kept, "service-worker-allowed", "/").await;
    assert!(wide.is_none_or(|scope| scope.starts_with("/apps/x/")));
}

#[tokio::test]
async fn what_would_speak_for_every_app_is_dropped() {
    for (name, said) in [
        ("clear-site-data", "\"*\""),
        ("strict-transport-security", "max-age=1"),
        ("nel", "{}"),
        ("report-to", "{}"),
    ] {
        assert_eq!(passed(rewritten, name, said).await, None, "{name}");
    }
}

/// Requests that leave the prefix are led back by it.
#[tokio::test]
async fn pages_name_themselves_to_the_gateway_and_to_nobody_else() {
    assert_eq!(moved("referrer-policy", "no-referrer").await, "same-origin");
    assert_eq!(moved("referrer-policy", "strict-origin").await, "strict-origin-when-cross-origin");
}

#[tokio::test]
async fn a_policy_allows_the_run_time_script_and_what_it_allowed_before() {
    let policy = moved("content-security-policy", "default-src 'self'; report-uri /csp").await;
    assert!(policy.contains("'sha256-") && policy.contains("/apps/x/csp"), "{policy}");
    let policy = moved("content-security-policy-report-only", "script-src 'self'").await;
    assert!(policy.contains("'sha256-"), "{policy}");
    let off = |to: &str| choosing(rewritten(to), |options| options.rewrite_html = false);
    let left = passed(off, "content-security-policy", "default-src 'self'").await;
    assert_eq!(left.as_deref(), Some("default-src 'self'"));
}

/// The browser takes the new policy for the page that it has.
#[tokio::test]
async fn the_policy_of_a_page_that_did_not_change_allows_it_too() {
    let answer = "HTTP/1.1 304 Not Modified\r\nContent-Security-Policy: script-src 'self'\r\n\r\n";
    let answer = given(answer.into(), "If-None-Match: \"v1\"\r\n").await;
    let policy = answer.value("content-security-policy").expect("a policy");
    assert!(policy.contains("'sha256-"), "{policy}");
}

#[tokio::test]
async fn only_codings_that_can_be_read_are_asked_for() {
    let app = RawApp::fine().await;
    let lab = Lab::new();
    lab.lead(rewritten(&app.to()));
    let request = asking("GET", "/apps/x/")
        .header("accept-encoding", "gzip, deflate, br;q=0.9, zstd, dcb, dcz")
        .header("available-dictionary", ":x:");
    lab.ask(bodiless(request)).await;
    let request = app.request().await;
    assert_eq!(request.value("accept-encoding"), Some("gzip, deflate, br;q=0.9, zstd"));
    assert_eq!(request.value("available-dictionary"), None);
}
