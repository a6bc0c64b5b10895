//! Apps that know their prefix, and those that only seem to.

use routing::Route;

use super::rewriting::{rewritten, saying};
use crate::client::{asking, bodiless};
use crate::lab::Lab;
use crate::raw_app::RawApp;

/// Whether an app is taken for one that knows its prefix after it said this.
async fn knows(before: bool, answer: Vec<u8>, lines: &[(&str, &str)]) -> bool {
    let (lab, app) = (Lab::new(), RawApp::answering(answer).await);
    let route: Route = lab.lead(rewritten(&app.to()));
    route.app.learned.set_knows_prefix(before);
    let request = lines.iter().fold(asking("GET", "/apps/x/"), |r, (n, v)| r.header(*n, *v));
    lab.ask(bodiless(request)).await;
    route.app.learned.knows_prefix()
}

fn page(body: &str) -> Vec<u8> {
    saying("Content-Type: text/html\r\n", body)
}

fn head(line: &str) -> Vec<u8> {
    format!("HTTP/1.1 302 Found\r\n{line}\r\nContent-Length: 0\r\n\r\n").into()
}

#[tokio::test]
async fn an_app_that_writes_the_prefix_knows_it() {
    for answer in [
        head("Location: /apps/x/login"),
        head("Location: http://localhost/apps/x/login"),
        head("Link: </apps/x/a.css>; rel=preload"),
        head("Set-Cookie: a=1; Path=/apps/x/"),
        page("<script src=/apps/x/a.js></script>"),
    ] {
        let said = String::from_utf8_lossy(&answer).into_owned();
        assert!(knows(false, answer, &[]).await, "{said}");
    }
}

#[tokio::test]
async fn others_do_not() {
    for answer in [
        head("Location: /login"),
        head("Location: /apps/xylophone"),
        head("Location: /login?next=/apps/x/"),
        head("Set-Cookie: a=1; Path=/"),
        page("<script src=a.js></script>"),
        page("<script src=/a.js></script>"),
    ] {
        let said = String::from_utf8_lossy(&answer).into_owned();
        assert!(!knows(false, answer, &[]).await, "{said}");
    }
}

/// Sending people back to where they came from takes no knowledge.
#[tokio::test]
async fn an_app_that_repeats_the_referrer_has_learned_nothing() {
    for location in ["http://localhost/apps/x/page?a", "/apps/x/page"] {
        let answer = head(&format!("Location: {location}"));
        assert!(!knows(false, answer, &[("referer", "http://localhost/apps/x/page?a")]).await);
    }
}

#[tokio::test]
async fn what_was_learned_is_unlearned_by_a_page_without_the_prefix() {
    assert!(!knows(true, page("<script src=/a.js></script>"), &[]).await);
    assert!(knows(true, page("<script src=a.js></script>"), &[]).await, "it says nothing");
    assert!(knows(true, head("Location: /login"), &[]).await, "only pages do");
}

#[tokio::test]
async fn the_next_page_is_told() {
    let (lab, app) = (Lab::new(), RawApp::answering(page("<script src=a.js></script>")).await);
    let route = lab.lead(rewritten(&app.to()));
    let mut seen = Vec::new();
    for knows in [false, true] {
        route.app.learned.set_knows_prefix(knows);
        seen.push(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.body);
    }
    assert_ne!(seen[0], seen[1]);
    assert!(seen[1].contains("\"a\":true") && seen[0].contains("\"a\":false"), "{}", seen[0]);
}
