//! Cookies that apps set, on an origin that they share.

use http::Request;
use routing::Route;

use crate::client::{asking, bodiless};
use crate::lab::Lab;
use crate::raw_app::RawApp;
use crate::routes::{choosing, route};

/// What the browser is given of the cookies that an app sets.
async fn given(make: impl Fn(&str) -> Route, host: &str, lines: &[&str]) -> Vec<String> {
    let set: String = lines.iter().map(|line| format!("Set-Cookie: {line}\r\n")).collect();
    let answer = format!("HTTP/1.1 200 OK\r\n{set}Content-Length: 0\r\n\r\n");
    let (lab, app) = (Lab::new(), RawApp::answering(answer).await);
    lab.lead(choosing(make(&app.to()), |options| options.public_access = true));
    let path = if host == "x.home.test" { "/" } else { "/apps/x/" };
    let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let answer = lab.wire().await.ask(head).await;
    answer.values("set-cookie").iter().map(ToString::to_string).collect()
}

async fn here(lines: &[&str]) -> Vec<String> {
    given(|to| route("x", to), "localhost", lines).await
}

#[tokio::test]
async fn paths_are_moved_into_the_prefix() {
    let found = here(&[
        "a=1; Path=/",
        "b=2; path=/admin; HttpOnly; Secure; SameSite=Lax",
        "c=3",
        "d=4;PATH=/;Max-Age=5; Expires=Wed, 21 Oct 2026 07:28:00 GMT",
        "e=5; Path=relative",
        "f=6; Path=",
        "g=\"q;\"; Path=/",
    ])
    .await;
    assert_eq!(found[0], "a=1; Path=/apps/x/");
    assert_eq!(found[1], "b=2; Path=/apps/x/admin; HttpOnly; Secure; SameSite=Lax");
    assert_eq!(found[2], "c=3");
    assert_eq!(found[3], "d=4; Path=/apps/x/; Max-Age=5; Expires=Wed, 21 Oct 2026 07:28:00 GMT");
    assert_eq!(found[4], "e=5; Path=/apps/x/");
    assert_eq!(found[5], "f=6; Path=/apps/x/");
    assert!(found[6].ends_with("Path=/apps/x/"), "{}", found[6]);
}

/// Apps that read `X-Forwarded-Prefix` or `X-Script-Name` know where they are.
#[tokio::test]
async fn a_path_that_is_inside_the_prefix_already_is_not_moved_again() {
    let found = here(&["a=1; Path=/apps/x/", "b=2; Path=/apps/x", "c=3; Path=/apps/x/admin"]).await;
    assert_eq!(found[0], "a=1; Path=/apps/x/");
    assert_eq!(found[1], "b=2; Path=/apps/x");
    assert_eq!(found[2], "c=3; Path=/apps/x/admin");
}

#[tokio::test]
async fn the_upstreams_own_path_is_taken_off() {
    let below = |to: &str| route("x", &format!("{to}/photos"));
    let found = given(below, "localhost", &["a=1; Path=/photos/", "b=2; Path=/photos/y"]).await;
    assert_eq!(found, ["a=1; Path=/apps/x/", "b=2; Path=/apps/x/y"]);
}

#[tokio::test]
async fn a_cookie_is_for_no_other_host() {
    let found = here(&["a=1; Domain=example.org; Path=/", "b=2;domain=.home.test", "c=3; Domain"]);
    assert_eq!(found.await, ["a=1; Path=/apps/x/", "b=2", "c=3"]);
}

#[tokio::test]
async fn with_the_prefix_kept_or_at_the_apps_own_host_paths_are_right() {
    let kept = |to: &str| choosing(route("x", to), |options| options.strip_prefix = false);
    let lines = ["a=1; Path=/apps/x/; Domain=example.org", "b=2; Path=/"];
    let expected = ["a=1; Path=/apps/x/", "b=2; Path=/"];
    assert_eq!(given(kept, "localhost", &lines).await, expected);
    let named = |to: &str| Route { host: Some("x.home.test".into()), ..route("x", to) };
    assert_eq!(given(named, "x.home.test", &lines).await, expected);
}

/// A browser sends a cookie without a name as its bare value, so that one is in our name as well.
#[tokio::test]
async fn no_app_sets_a_cookie_in_the_gateways_name() {
    let lines = [
        "svc_apps=evil; Path=/",
        "svc_apps=evil; Path=/apps/; HttpOnly",
        " svc_apps =evil",
        "svc_apps",
        "svc_apps=",
        "=svc_apps=evil",
        " = svc_apps=evil; Path=/apps/",
        "good=1",
    ];
    assert_eq!(here(&lines).await, ["good=1"]);
    let named = |to: &str| Route { host: Some("x.home.test".into()), ..route("x", to) };
    assert_eq!(given(named, "x.home.test", &lines).await, ["good=1"]);
}

/// Below a prefix browsers take no cookie with such a name.
#[tokio::test]
async fn cookies_that_are_bound_to_the_host_go_by_another_name() {
    let found = here(&[
        "__Host-sid=1; Path=/; Secure; HttpOnly; SameSite=Strict",
        "__Secure-b=2; Path=/; Secure",
        "gh-host-c=3; Path=/",
        "gh-app=x; Path=/",
    ])
    .await;
    assert_eq!(
        found,
        [
            "gh-host-sid=1; Path=/apps/x/; Secure; HttpOnly; SameSite=Strict",
            "__Secure-b=2; Path=/apps/x/; Secure",
        ]
    );
    let named = |to: &str| Route { host: Some("x.home.test".into()), ..route("x", to) };
    let lines = ["__Host-sid=1; Path=/; Secure"];
    assert_eq!(given(named, "x.home.test", &lines).await, lines);
}

#[tokio::test]
async fn and_come_back_by_their_own() {
    let app = RawApp::fine().await;
    let lab = Lab::new();
    lab.lead(choosing(
        Route { host: Some("x.home.test".into()), ..route("x", &app.to()) },
        |options| options.public_access = true,
    ));
    let line = "a=1; gh-host-sid=2; gh-app=y.z; b=gh-host-c";
    for answer in lab.ask_both(bodiless(asking("GET", "/apps/x/").header("cookie", line))).await {
        assert_eq!(answer.status, 200);
    }
    let by_host = Request::get("/").header("host", "x.home.test").header("cookie", line);
    lab.ask(bodiless(by_host)).await;
    let seen = app.requests().await;
    let cookies: Vec<_> = seen.iter().map(|request| request.value("cookie")).collect();
    let below = Some("a=1; __Host-sid=2; b=gh-host-c");
    let named = Some("a=1; gh-host-sid=2; b=gh-host-c");
    assert_eq!(cookies, [below, below, named]);
}

/// Browsers send those of the longer path first, and that is what apps take.
#[tokio::test]
async fn of_routes_inside_each_other_the_inner_ones_cookies_stay_first() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    let prefix = routing::Prefix::parse("/apps/x/admin/").expect("a prefix");
    lab.publish([route("x", &app.to()), Route { prefix, ..route("y", &app.to()) }]);
    let request = asking("GET", "/apps/x/admin/").header("cookie", "sid=inner; sid=outer");
    lab.ask(bodiless(request)).await;
    assert_eq!(app.request().await.value("cookie"), Some("sid=inner; sid=outer"));
}
