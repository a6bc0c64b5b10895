//! Requests of an app's pages for paths at the gateway's root.

use edge::Apps;
use routing::Route;

use super::rewriting::rewritten;
use crate::client::{Answer, asking, bodiless};
use crate::lab::{Lab, Setup};
use crate::raw_app::RawApp;
use crate::routes::route;

const PAGE: &str = "http://localhost/apps/x/page?a=/b";

async fn behind(apps: Apps) -> (Lab, RawApp, Route) {
    let (lab, app) = (Lab::with(Setup { apps, ..Setup::default() }), RawApp::fine().await);
    let leading = lab.lead(rewritten(&app.to()));
    (lab, app, leading)
}

async fn ask(lab: &Lab, method: &str, path: &str, referer: &str) -> Answer {
    lab.ask(bodiless(asking(method, path).header("referer", referer))).await
}

fn location(answer: &Answer) -> Option<(u16, &str)> {
    answer.value("location").map(|location| (answer.status.as_u16(), location))
}

/// The management application of the lab answers with what it knows of the client.
fn is_local(answer: &Answer) -> bool {
    answer.body.contains("\"requestId\"")
}

#[tokio::test]
async fn they_are_led_back_by_the_page_they_come_from() {
    let (lab, app, leading) = behind(Apps::Here).await;
    for (method, path, back) in [
        ("GET", "/static/a.js?v=%2F", "/apps/x/static/a.js?v=%2F"),
        ("POST", "/save", "/apps/x/save"),
        ("DELETE", "/apis/v2/thing", "/apps/x/apis/v2/thing"),
        ("GET", "/v1/unknown", "/apps/x/v1/unknown"),
        ("GET", "/a%20b/c;d%2Fe", "/apps/x/a%20b/c;d%2Fe"),
        ("PROPFIND", "/dav/", "/apps/x/dav/"),
        ("GET", "/apps/files/a.js", "/apps/x/apps/files/a.js"),
    ] {
        let asked = || bodiless(asking(method, path).header("referer", PAGE));
        for answer in lab.ask_both(asked()).await {
            assert_eq!(location(&answer), Some((307, back)), "{method} {path}");
            assert_eq!(answer.value("cache-control"), Some("no-store"));
            assert_eq!(answer.value("referrer-policy"), None, "the app wants it, too");
        }
    }
    assert_eq!(leading.app.traffic.figures().escaped, 14);
    assert_eq!(app.connections(), 0);
    assert_eq!(ask(&lab, "GET", "/apps/x/static/a.js", PAGE).await.body, "ok");
    assert_eq!(leading.app.traffic.figures().escaped, 14);
}

/// A page of an app gains nothing at the gateway's own paths by where it lies, nor are they taken
/// away from people who come from there.
#[tokio::test]
async fn the_gateways_own_paths_stay_its_own() {
    let (lab, app, leading) = behind(Apps::Here).await;
    for path in [
        "/",
        "/?a",
        "/metrics",
        "/api/v1/apikeys",
        "/api/v1/ws",
        "/api/v1/unknown",
        "/api/v2/thing",
        "/_gh/enter",
        "/_gh/x",
    ] {
        for method in ["GET", "POST", "DELETE"] {
            let answer = ask(&lab, method, path, PAGE).await;
            assert!(is_local(&answer), "{method} {path}: {answer:?}");
        }
    }
    let own = ask(&lab, "GET", "/apps/_gh/handoff", PAGE).await;
    assert!(is_local(&own), "{own:?}");
    assert_eq!(leading.app.traffic.figures().escaped, 0);
    assert_eq!(app.connections(), 0);
}

#[tokio::test]
async fn only_pages_of_apps_here_are_believed() {
    let (lab, _app, leading) = behind(Apps::Here).await;
    for referer in [
        "http://localhost/",
        "http://localhost/appsx/x/",
        "http://localhost/apps/",
        "http://localhost/apps/xy/",
        "http://localhost/apps/nobody/",
        "https://localhost/apps/x/",
        "http://localhost:81/apps/x/",
        "http://localhost.evil.example/apps/x/",
        "http://evil.example/apps/x/",
        "http://localhost@evil.example/apps/x/",
        "/apps/x/",
        "nonsense",
    ] {
        assert!(is_local(&ask(&lab, "GET", "/static/a.js", referer).await), "{referer}");
    }
    assert!(is_local(&lab.ask(bodiless(asking("GET", "/static/a.js"))).await));
    assert_eq!(leading.app.traffic.figures().escaped, 0);
}

/// No path leads to another host, out of the app, or round and round.
#[tokio::test]
async fn nothing_else_is_redirected() {
    let (lab, _app, _) = behind(Apps::Here).await;
    for path in [
        "//evil.example/a",
        "///evil.example/a",
        "/a/../../b",
        "/%2e%2e/b",
        "/..;/b",
        "/a%5cb",
        "/\\evil.example",
        "/%2F/evil.example",
    ] {
        let mut wire = lab.wire().await;
        let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nReferer: {PAGE}\r\n\r\n");
        let answer = wire.ask(head).await;
        let location = answer.value("location");
        assert!(location.is_none_or(|to| to.starts_with("/apps/x/")), "{path}: {location:?}");
        assert!(location.is_none_or(|to| !to.contains("..")), "{path}: {location:?}");
    }
    for path in ["/apps/x", "/apps/x/", "/apps/x/a"] {
        let answer = ask(&lab, "GET", path, PAGE).await;
        assert_ne!(answer.status, 307, "{path}");
    }
}

#[tokio::test]
async fn nested_routes_and_paths_before_the_apps_own_are_minded() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    let inner = Route {
        prefix: routing::Prefix::parse("/apps/x/admin/").expect("a prefix"),
        ..route("y", &format!("{}/photos", app.to()))
    };
    lab.publish([rewritten(&app.to()), inner]);
    let from_inner = "http://localhost/apps/x/admin/page";
    for (path, referer, back) in [
        ("/a", from_inner, "/apps/x/admin/a"),
        ("/photos/a", from_inner, "/apps/x/admin/a"),
        ("/a", PAGE, "/apps/x/a"),
    ] {
        let answer = ask(&lab, "GET", path, referer).await;
        assert_eq!(location(&answer), Some((307, back)), "{path} {referer}");
    }
}

/// The second origin has nothing but apps, so that everything else there is some app's.
#[tokio::test]
async fn at_the_second_origin_the_apis_paths_are_the_apps() {
    let (lab, _app, _) = behind(Apps::Only).await;
    let answer = ask(&lab, "POST", "/api/v1/apikeys", PAGE).await;
    assert_eq!(location(&answer), Some((307, "/apps/x/api/v1/apikeys")));
    let answer = ask(&lab, "GET", "/", PAGE).await;
    assert_eq!(answer.status, 404);
    assert!(is_local(&ask(&lab, "GET", "/_gh/enter?code=x", PAGE).await));
}

#[tokio::test]
async fn a_door_without_apps_leads_nowhere() {
    let (lab, _app, _) = behind(Apps::None).await;
    assert!(is_local(&ask(&lab, "GET", "/static/a.js", PAGE).await));
}
