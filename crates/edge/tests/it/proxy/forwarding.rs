//! Which request an app gets, and which answer the client: target, method and body.

use bytes::Bytes;
use http_body_util::Full;
use routing::{HostHeader, Prefix, Route};

use crate::client::{asking, bodiless};
use crate::frames::{END_STREAM, Frames, head};
use crate::lab::Lab;
use crate::message::Kind;
use crate::raw_app::RawApp;
use crate::routes::{choosing, route};

/// The target that an app sees for the one that was asked for.
async fn target(route: impl Fn(&str) -> Route, asked: &str) -> String {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route(&app.to()));
    let answer = lab.ask(bodiless(asking("GET", asked))).await;
    assert_eq!((answer.status.as_u16(), answer.body.as_str()), (200, "ok"), "{asked}");
    app.request().await.target().to_owned()
}

#[tokio::test]
async fn the_prefix_is_taken_off_where_the_route_says_so() {
    let kept = |to: &str| choosing(route("x", to), |options| options.strip_prefix = false);
    for (asked, stripped, whole) in [
        ("/apps/x/", "/", "/apps/x/"),
        ("/apps/x/a/b.c", "/a/b.c", "/apps/x/a/b.c"),
        ("/apps/x/apps/x/", "/apps/x/", "/apps/x/apps/x/"),
        ("/apps/x/?q", "/?q", "/apps/x/?q"),
        ("/apps/x/a%20b/%C3%BC", "/a%20b/%C3%BC", "/apps/x/a%20b/%C3%BC"),
    ] {
        assert_eq!(target(|to| route("x", to), asked).await, stripped);
        assert_eq!(target(kept, asked).await, whole);
    }
}

#[tokio::test]
async fn the_path_of_the_upstreams_address_stands_before_every_path() {
    let below = |to: &str| route("x", &format!("{to}/base/y/"));
    assert_eq!(target(below, "/apps/x/").await, "/base/y/");
    assert_eq!(target(below, "/apps/x/a?b").await, "/base/y/a?b");
    let kept = |to: &str| choosing(below(to), |options| options.strip_prefix = false);
    assert_eq!(target(kept, "/apps/x/a").await, "/base/y/apps/x/a");
}

#[tokio::test]
async fn an_apps_own_host_name_leads_to_it_without_a_prefix() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(choosing(
        Route { host: Some("x.home.test".into()), by_path: false, ..route("x", &app.to()) },
        |options| options.public_access = true,
    ));
    let mut wire = lab.wire().await;
    for host in ["x.home.test", "X.Home.TEST", "x.home.test.", "x.home.test:8443"] {
        let head = format!("GET /apps/y/?a HTTP/1.1\r\nHost: {host}\r\n\r\n");
        assert_eq!(wire.ask(head).await.status(), 200, "{host}");
    }
    for request in app.requests().await {
        assert_eq!(request.target(), "/apps/y/?a");
        assert_eq!(request.value("x-forwarded-prefix"), None);
        assert_eq!(request.value("x-script-name"), None);
        assert_eq!(request.value("x-ingress-path"), None);
    }
    let answer = lab.ask(bodiless(asking("GET", "/apps/x/"))).await;
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (404, "NOT_FOUND"));
}

#[tokio::test]
async fn the_query_arrives_byte_for_byte() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let queries = [
        "a=b&a=c&a",
        "//x//",
        "u=http://e.org/../x",
        "%2F%2f%2E%2e",
        "a;b;c=d",
        "",
        "?",
        "a=%zz&b=%",
        "+%20+",
        "a=|&b=^&c=`&d={}&e=[0]",
        "x=\\..\\",
        "=&=&&",
    ];
    let mut wire = lab.wire().await;
    for query in queries {
        let head = format!("GET /apps/x/p?{query} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assert_eq!(wire.ask(head).await.status(), 200, "{query}");
    }
    for query in queries.iter().filter(|query| query.parse::<http::uri::PathAndQuery>().is_ok()) {
        let asked = asking("GET", &format!("/apps/x/p?{query}"));
        assert_eq!(lab.ask_http2(bodiless(asked)).await.status, 200, "{query}");
    }
    let seen: Vec<_> = app.requests().await.iter().map(|r| r.target().to_owned()).collect();
    let expected: Vec<_> = queries.iter().map(|query| format!("/p?{query}")).collect();
    assert_eq!(seen[..queries.len()], expected);
    assert!(seen[queries.len()..].iter().all(|target| expected.contains(target)), "{seen:#?}");
}

#[tokio::test]
async fn the_method_is_the_clients() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "REPORT"];
    for method in methods {
        for answer in lab.ask_both(bodiless(asking(method, "/apps/x/"))).await {
            assert_eq!(answer.status, 200, "{method}");
        }
    }
    let requests = app.requests().await;
    let seen: Vec<_> =
        requests.iter().map(|r| r.start.split(' ').next().expect("a word")).collect();
    assert_eq!(seen, methods.iter().flat_map(|method| [*method; 2]).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_body_of_known_length_keeps_its_length() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    for body in ["", "hello"] {
        let body = || Full::new(Bytes::from(body));
        let asked = || asking("POST", "/apps/x/").header("content-length", body_length(&body()));
        let answers = lab.ask_both(asked().body(body()).expect("a request")).await;
        assert!(answers.iter().all(|answer| answer.status == 200));
    }
    let requests = app.requests().await;
    assert_eq!(requests.len(), 4);
    for (request, body) in requests.iter().zip(["", "", "hello", "hello"]) {
        assert_eq!(request.text(), body);
        assert_eq!(request.value("content-length"), Some(body.len().to_string().as_str()));
        assert_eq!(request.value("transfer-encoding"), None);
    }
}

/// Servers of HTTP/1.1 want to know that there is no body where there could be one.
#[tokio::test]
async fn a_missing_body_is_said_to_be_missing_where_one_could_be() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    for (method, length) in
        [("POST", Some("0")), ("PUT", Some("0")), ("PATCH", Some("0")), ("GET", None)]
    {
        let mut frames = Frames::open(lab.tcp().await).await;
        frames.request(1, END_STREAM, &head(method, "/apps/x/", &[])).await;
        assert_eq!(frames.status(1).await, Some(200));
        let requests = app.requests().await;
        let request = requests.last().expect("a request");
        assert_eq!(request.value("content-length"), length, "{method}");
        assert_eq!(request.value("transfer-encoding"), None, "{method}");
    }
}

#[tokio::test]
async fn methods_that_reveal_or_tunnel_reach_no_app() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    for method in ["TRACE", "TRACK"] {
        for answer in lab.ask_both(bodiless(asking(method, "/apps/x/"))).await {
            assert_eq!(answer.status, 405, "{method}");
        }
    }
    let connect = "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\n\r\n";
    assert_eq!(lab.wire().await.ask(connect).await.status(), 405);
    assert_eq!(app.connections(), 0);
}

fn body_length(body: &Full<Bytes>) -> u64 {
    hyper::body::Body::size_hint(body).exact().expect("a known length")
}

#[tokio::test]
async fn a_body_in_chunks_arrives_whole_whatever_the_method() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    for method in ["POST", "PUT", "DELETE", "GET"] {
        let head = format!("{method} /apps/x/ HTTP/1.1\r\nHost: localhost\r\n");
        wire.send(format!("{head}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")).await;
        wire.send("2;x=y\r\nde\r\n0\r\n\r\n").await;
        assert_eq!(wire.answer().await.status(), 200, "{method}");
        let requests = app.requests().await;
        assert_eq!(requests.last().expect("a request").text(), "abcde", "{method}");
    }
}

#[tokio::test]
async fn answers_keep_their_framing() {
    let date = "Date: Mon, 01 Jan 2024 00:00:00 GMT\r\n";
    for (method, rest, status, body) in [
        ("GET", "200 OK\r\nContent-Length: 3\r\n\r\nabc", 200, "abc"),
        ("GET", "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", 200, "abc"),
        ("GET", "200 OK\r\nContent-Length: 0\r\n\r\n", 200, ""),
        ("HEAD", "200 OK\r\nContent-Length: 3000\r\n\r\n", 200, ""),
        ("GET", "204 No Content\r\n\r\n", 204, ""),
        ("GET", "304 Not Modified\r\nETag: \"x\"\r\n\r\n", 304, ""),
        (
            "GET",
            "206 Partial\r\nContent-Range: bytes 0-2/9\r\nContent-Length: 3\r\n\r\nabc",
            206,
            "abc",
        ),
        ("POST", "418 Teapot\r\nContent-Length: 3\r\n\r\ntea", 418, "tea"),
        ("GET", "500 Oh\r\nContent-Length: 2\r\n\r\nno", 500, "no"),
    ] {
        let (head, payload) = rest.split_once("\r\n\r\n").expect("a head");
        let app = RawApp::answering(format!("HTTP/1.1 {head}\r\n{date}\r\n{payload}")).await;
        let lab = Lab::new();
        lab.lead(route("x", &app.to()));
        let mut wire = lab.wire().await;
        wire.send(format!("{method} /apps/x/ HTTP/1.1\r\nHost: localhost\r\n\r\n")).await;
        let kind = if method == "HEAD" { Kind::AnswerToHead } else { Kind::Answer };
        let answer = wire.next(kind).await.expect("a whole answer").expect("an answer");
        assert_eq!((answer.status(), answer.text()), (status, body), "{rest:?}");
        for (name, value) in head.lines().skip(1).filter_map(|line| line.split_once(": ")) {
            assert_eq!(answer.value(name), Some(value), "{rest:?}");
        }
        assert_eq!(answer.value("date"), Some("Mon, 01 Jan 2024 00:00:00 GMT"));
        let answer = lab.ask_http2(bodiless(asking(method, "/apps/x/"))).await;
        assert_eq!((answer.status.as_u16(), answer.body.as_str()), (status, body), "{rest:?}");
        // Nothing was left over that would confuse the next one.
        assert_eq!(app.connections(), 1, "{rest:?}");
    }
}

#[tokio::test]
async fn the_longest_prefix_wins_and_a_prefix_ends_at_a_slash() {
    let (lab, short, long) = (Lab::new(), RawApp::fine().await, RawApp::fine().await);
    let admin = Route {
        prefix: Prefix::parse("/apps/foo/admin/").expect("a prefix"),
        ..route("admin", &long.to())
    };
    lab.publish([route("foo", &short.to()), admin]);
    for (path, status) in [
        ("/apps/foo/a", 200),
        ("/apps/foo/administrator", 200),
        ("/apps/foo/admin/b", 200),
        ("/apps/foobar/", 404),
        ("/apps/FOO/", 404),
        ("/apps/fo/", 404),
    ] {
        let answers = lab.ask_both(bodiless(asking("GET", path))).await;
        assert!(answers.iter().all(|answer| answer.status == status), "{path}: {answers:?}");
    }
    let targets = |requests: Vec<crate::message::Message>| -> Vec<String> {
        requests.iter().map(|request| request.target().to_owned()).collect()
    };
    assert_eq!(targets(short.requests().await), ["/a", "/a", "/administrator", "/administrator"]);
    assert_eq!(targets(long.requests().await), ["/b", "/b"]);
}

#[tokio::test]
async fn the_host_is_the_clients_or_the_upstreams() {
    for (host_header, expected) in
        [(HostHeader::Client, Some("localhost:4711")), (HostHeader::Upstream, None)]
    {
        let (lab, app) = (Lab::new(), RawApp::fine().await);
        lab.lead(choosing(route("x", &app.to()), |options| options.host_header = host_header));
        let own = app.address.to_string();
        let head = "GET /apps/x/ HTTP/1.1\r\nHost: localhost:4711\r\n\r\n";
        assert_eq!(lab.wire().await.ask(head).await.status(), 200);
        let http2 = http::Request::get("/apps/x/").header("host", "localhost:4711");
        assert_eq!(lab.ask_http2(bodiless(http2)).await.status, 200);
        for request in app.requests().await {
            assert_eq!(request.value("host"), Some(expected.unwrap_or(&own)));
            assert_eq!(request.value("x-forwarded-host"), Some("localhost:4711"));
        }
    }
}

/// An app that insists on its own host finds its own pages behind it, and others as they are.
#[tokio::test]
async fn an_app_that_is_told_its_own_host_sees_its_own_pages() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(choosing(route("x", &app.to()), |options| options.host_header = HostHeader::Upstream));
    let own = format!("http://{}", app.address);
    for (site, page, origin, referer) in [
        ("http://localhost:4711", "/apps/x/a?b=/apps/x/c", &*own, format!("{own}/a?b=/apps/x/c")),
        ("http://localhost:4711", "/elsewhere", &*own, format!("{own}/elsewhere")),
    ] {
        let head = format!(
            "POST /apps/x/ HTTP/1.1\r\nHost: localhost:4711\r\nOrigin: {site}\r\n\
             Referer: {site}{page}\r\nContent-Length: 0\r\n\r\n"
        );
        assert_eq!(lab.wire().await.ask(head).await.status(), 200);
        let requests = app.requests().await;
        let request = requests.last().expect("it arrived");
        assert_eq!(request.value("origin"), Some(origin));
        assert_eq!(request.value("referer"), Some(&*referer));
    }
    let head = "GET /apps/x/ HTTP/1.1\r\nHost: localhost:4711\r\n\
                Referer: http://localhost:4711.evil.example/apps/x/\r\n\r\n";
    assert_eq!(lab.wire().await.ask(head).await.status(), 200);
    let requests = app.requests().await;
    let request = requests.last().expect("it arrived");
    assert_eq!(request.value("referer"), Some("http://localhost:4711.evil.example/apps/x/"));
}

/// Pages join a folder and a path as they like; a second slash is the app's to judge.
#[tokio::test]
async fn slashes_behind_the_prefix_arrive_as_they_were_sent() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    let inner = RawApp::fine().await;
    let nested = Prefix::parse("/apps/x/inner").expect("a prefix");
    lab.publish([route("x", &app.to()), Route { prefix: nested, ..route("inner", &inner.to()) }]);
    for path in ["//api/v1/info", "///a//b/"] {
        let head = format!("GET /apps/x{path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assert_eq!(lab.wire().await.ask(head).await.status(), 200, "{path}");
        assert_eq!(app.requests().await.last().expect("it arrived").target(), path);
    }
    // Many apps read several slashes as one, and would serve what another route keeps apart.
    let head = "GET /apps/x//inner/a HTTP/1.1\r\nHost: localhost\r\n\r\n";
    assert_eq!(lab.wire().await.ask(head).await.status(), 400);
}
