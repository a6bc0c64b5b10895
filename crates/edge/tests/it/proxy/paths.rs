//! Paths that could mean two things reach no app.

use http::StatusCode;
use routing::{Prefix, Route};

use crate::client::{asking, bodiless};
use crate::frames::Frames;
use crate::lab::Lab;
use crate::raw_app::RawApp;
use crate::routes::{choosing, route};

/// An app `foo` that must not be reached, and `bar` beside it.
async fn two_apps() -> (Lab, RawApp, RawApp) {
    let (lab, asked, beside) = (Lab::new(), RawApp::fine().await, RawApp::fine().await);
    lab.publish([route("foo", &asked.to()), route("bar", &beside.to())]);
    (lab, asked, beside)
}

const AMBIGUOUS: [&str; 30] = [
    "/apps/foo/../bar/",
    "/apps/foo/..",
    "/apps/foo/../../api/v1/apps",
    "/apps/foo/%2e%2e/bar/",
    "/apps/foo/%2E%2E/bar/",
    "/apps/foo/.%2e/bar/",
    "/apps/foo/..%2fbar/",
    "/apps/foo/..%2Fbar/",
    "/apps/foo/a%2f..%2f..%2fbar",
    "/apps/foo/..;/bar/",
    "/apps/foo/..;x=y/bar/",
    "/apps/foo/%2e%2e;/bar/",
    "/apps/foo/..\\bar/",
    "/apps/foo/..%5cbar/",
    "/apps/foo/a%5Cb",
    "/apps/foo/%00",
    "/apps/foo/a%00b",
    "/apps/foo/a%0d%0aX:%201",
    "/apps/foo/a%7fb",
    "/apps//foo/",
    "/apps/foo/./x",
    "/apps/foo/.",
    "/apps/foo/%2e/x",
    "/apps/./foo/",
    "/apps/foo../admin",
    "/apps/foo%2e%2e/admin",
    "/apps/foo%2fbar/",
    "/apps/%66oo/",
    "/apps/foo/%ff",
    "/apps/foo/%zz",
];

#[tokio::test]
async fn ambiguous_paths_are_refused_over_http1() {
    let (lab, asked, beside) = two_apps().await;
    for path in AMBIGUOUS {
        let mut wire = lab.wire().await;
        let answer = wire.ask(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")).await;
        assert_eq!(answer.status(), 400, "{path}");
        assert!(answer.text().contains("\"INVALID_REQUEST\""), "{path}: {}", answer.text());
    }
    assert_eq!((asked.connections(), beside.connections()), (0, 0));
}

#[tokio::test]
async fn ambiguous_paths_are_refused_over_http2() {
    let (lab, asked, beside) = two_apps().await;
    for path in AMBIGUOUS {
        let mut frames = Frames::open(lab.tcp().await).await;
        frames.get(1, path).await;
        assert_eq!(frames.status(1).await, Some(400), "{path}");
    }
    assert_eq!((asked.connections(), beside.connections()), (0, 0));
}

/// Paths that do not even parse: whatever is said, no app hears of them.
#[tokio::test]
async fn malformed_targets_are_refused() {
    let (lab, asked, beside) = two_apps().await;
    let long = format!("/apps/foo/{}", "a".repeat(64 * 1024));
    let targets: [&[u8]; 9] = [
        b"/apps/foo/#top",
        b"/apps/foo/a#?b",
        b"/apps/foo/\xff",
        b"/apps/foo/\xc3\xbc",
        b"/apps/foo/a b",
        b"/apps/foo/a\0b",
        b"/apps/foo/a\tb",
        b"apps/foo/",
        long.as_bytes(),
    ];
    for target in targets {
        let bytes = [b"GET ", target, b" HTTP/1.1\r\nHost: localhost\r\n\r\n"].concat();
        let mut wire = lab.wire().await;
        wire.send(bytes).await;
        let answer = wire.answer().await;
        let shown = String::from_utf8_lossy(&target[..target.len().min(40)]);
        assert!(matches!(answer.status(), 400 | 404 | 414), "{shown}: {}", answer.start);
        assert_eq!(answer.value("x-api-version"), Some("v1"), "{shown}");
        assert!(answer.text().contains("\"error\""), "{shown}: {}", answer.text());
    }
    assert_eq!((asked.connections(), beside.connections()), (0, 0));
}

#[tokio::test]
async fn malformed_targets_are_refused_over_http2() {
    let (lab, asked, beside) = two_apps().await;
    let long = format!("/apps/foo/{}", "a".repeat(64 * 1024 + 16));
    for path in ["/apps/foo/a b", "/apps/foo/\u{fc}", "apps/foo/", "", &long] {
        let mut frames = Frames::open(lab.tcp().await).await;
        frames.get(1, path).await;
        let status = frames.status(1).await;
        let refused = status.is_none_or(|status| (400..500).contains(&status));
        assert!(refused, "{:?}: {status:?}", &path[..path.len().min(40)]);
    }
    assert_eq!((asked.connections(), beside.connections()), (0, 0));
}

/// HTTP/2 has no place for it, and it ends here: the app cannot see it.
#[tokio::test]
async fn a_fragment_over_http2_never_arrives() {
    let (lab, asked, beside) = two_apps().await;
    for (stream, path) in
        [(1, "/apps/foo/a#/../bar?q"), (3, "/apps/foo/a#"), (5, "/apps/foo/a?q#b")]
    {
        let mut frames = Frames::open(lab.tcp().await).await;
        frames.get(stream, path).await;
        assert!(matches!(frames.status(stream).await, Some(200 | 400)), "{path}");
    }
    for request in asked.requests().await {
        assert!(matches!(request.target(), "/a" | "/a?q"), "{}", request.target());
    }
    assert_eq!(beside.connections(), 0);
}

#[tokio::test]
async fn an_encoded_character_that_changes_nothing_passes_as_it_is() {
    let (lab, asked, _) = two_apps().await;
    let paths =
        ["/a%3Fb", "/a%23b", "/group%2Fproject", "/%252e%252e/x", "/a;b=c/d", "/a..b", "/..."];
    for path in paths {
        let request = asking("GET", &format!("/apps/foo{path}"));
        for answer in lab.ask_both(bodiless(request)).await {
            assert_eq!(answer.status, 200, "{path}");
        }
    }
    let seen: Vec<_> = asked.requests().await.iter().map(|r| r.target().to_owned()).collect();
    assert_eq!(seen, paths.iter().flat_map(|path| [*path; 2]).collect::<Vec<_>>());
}

/// A route inside another one may have stricter rules, which no spelling gets around.
#[tokio::test]
async fn a_route_inside_another_is_not_reached_through_it() {
    let (lab, outer, inner) = (Lab::new(), RawApp::fine().await, RawApp::fine().await);
    let prefix = Prefix::parse("/apps/foo/admin/").expect("a prefix");
    let admin = Route { prefix, ..route("admin", &inner.to()) };
    lab.publish([
        choosing(route("foo", &outer.to()), |options| options.public_access = true),
        admin,
    ]);
    for path in [
        "/apps/foo/%61dmin/",
        "/apps/foo/admi%6e/x",
        "/apps/foo/admin%2Fx",
        "/apps/foo/admin%2f",
        "/apps/foo/admin;a=b/x",
        "/apps/foo/admin;/",
    ] {
        let head = format!("GET {path} HTTP/1.1\r\nHost: gatehouse.test\r\n\r\n");
        assert_eq!(lab.wire().await.ask(head).await.status(), 400, "{path}");
    }
    let straight = "GET /apps/foo/admin/ HTTP/1.1\r\nHost: gatehouse.test\r\n\r\n";
    assert_eq!(lab.wire().await.ask(straight).await.status(), 401);
    assert_eq!((outer.connections(), inner.connections()), (0, 0));
}

#[tokio::test]
async fn at_an_apps_own_host_paths_are_looked_at_as_well() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    let host = Some("x.home.test".into());
    lab.lead(choosing(Route { host, ..route("x", &app.to()) }, |options| {
        options.public_access = true;
    }));
    for path in ["//evil.example/", "/a/../b", "/%2e%2e/", "/a%00", "/a\\b", "/..;/a"] {
        let head = format!("GET {path} HTTP/1.1\r\nHost: x.home.test\r\n\r\n");
        assert_eq!(lab.wire().await.ask(head).await.status(), 400, "{path}");
    }
    assert_eq!(app.connections(), 0);
}

#[tokio::test]
async fn an_absolute_target_means_the_same_app() {
    let (lab, asked, _) = two_apps().await;
    let head = "GET http://localhost/apps/foo/a?b HTTP/1.1\r\nHost: localhost\r\n\r\n";
    assert_eq!(lab.wire().await.ask(head).await.status(), 200);
    let elsewhere = "GET http://other/apps/foo/a HTTP/1.1\r\nHost: localhost\r\n\r\n";
    assert_eq!(lab.wire().await.ask(elsewhere).await.status(), 400);
    assert_eq!(asked.request().await.target(), "/a?b");
}

#[tokio::test]
async fn an_app_that_is_not_there_is_an_envelope_or_a_page() {
    let (lab, ..) = two_apps().await;
    for path in ["/apps/nobody/", "/apps/nobody", "/apps/", "/apps", "/apps/foo.bar/x"] {
        for answer in lab.ask_both(bodiless(asking("GET", path))).await {
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
            assert_eq!(answer.value("content-type"), Some("application/json"));
            assert_eq!(answer.code(), "NOT_FOUND", "{path}");
        }
        let person = asking("GET", path).header("accept", "text/html,*/*;q=0.8");
        let answer = lab.ask(bodiless(person)).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.value("content-type"), Some("text/html; charset=utf-8"));
        assert!(answer.body.contains("<h1>"), "{}", answer.body);
        let policy = answer.value("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'none'"), "{policy}");
    }
}
