//! Bodies that go through piece by piece, however long they are.

use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use tokio::sync::Mutex;

use crate::bodies::{Fed, Feed, Pattern, check_pattern, feed};
use crate::client::{Serving, asking, bodiless, for_http2, stranger};
use crate::lab::{Lab, soon, until};
use crate::raw_app::RawApp;
use crate::real_app::RealApp;
use crate::routes::{ada, route};

const LARGE: u64 = 64 * 1024 * 1024;
const GET: &str = "GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// An app that answers with a feed of the test's.
async fn feeding(kind: &'static str) -> (RealApp, Feed) {
    let (sender, body) = feed();
    let body = std::sync::Arc::new(Mutex::new(Some(body)));
    let app = RealApp::start(move |_| -> Serving {
        let body = body.clone();
        Box::pin(async move {
            let body: Fed = body.lock().await.take().expect("one request");
            let head = Response::builder().header("content-type", kind);
            head.body(body.boxed()).expect("a response")
        })
    })
    .await;
    (app, sender)
}

#[tokio::test]
async fn events_arrive_one_by_one() {
    for http2 in [false, true] {
        let lab = Lab::new();
        let (app, feed) = feeding("text/event-stream").await;
        let to = if http2 { app.to_http2() } else { app.to() };
        lab.lead(route("x", &to));
        let mut wire = lab.wire().await;
        wire.send(GET).await;
        assert_eq!(wire.head().await.value("content-type"), Some("text/event-stream"));
        for number in 0..5 {
            let event = format!("data: {number}\n\n");
            assert!(feed.send(event.clone()));
            assert_eq!(wire.line().await, format!("{:X}", event.len()));
            assert_eq!(wire.exactly(event.len()).await, event);
            assert_eq!(wire.line().await, "");
        }
        drop(feed);
        assert_eq!((wire.line().await, wire.line().await), ("0".to_owned(), String::new()));
    }
}

#[tokio::test]
async fn events_arrive_one_by_one_over_http2() {
    let lab = Lab::tls(edge::Limits { lanes: 1, ..edge::Limits::default() });
    let (app, feed) = feeding("text/event-stream").await;
    lab.lead(route("x", &app.to()));
    let mut sender = lab.http2(lab.connect("h2").await).await;
    let request = for_http2(bodiless(asking("GET", "/apps/x/")), true);
    let mut body = soon(sender.send_request(request)).await.expect("an answer").into_body();
    for number in 0..5 {
        assert!(feed.send(format!("data: {number}\n\n")));
        let frame = soon(body.frame()).await.expect("a frame").expect("data");
        assert_eq!(frame.into_data().expect("data"), format!("data: {number}\n\n"));
    }
    drop(feed);
    assert_eq!(soon(body.collect()).await.expect("a proper end").to_bytes(), "");
}

#[tokio::test]
async fn an_upload_arrives_piece_by_piece() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    wire.send("POST /apps/x/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12\r\n\r\nfirst,")
        .await;
    let has = |part: &'static str| {
        let app = &app;
        move || app.bytes().ends_with(part.as_bytes())
    };
    until("the first piece", has("first,")).await;
    wire.send("second").await;
    assert_eq!(wire.answer().await.text(), "ok");
    assert_eq!(app.request().await.text(), "first,second");
}

/// Checks what comes, and answers with as much of the same.
fn mirror(request: Request<Incoming>) -> Serving {
    Box::pin(async move {
        let length = check_pattern(request.into_body()).await;
        Response::new(BodyExt::boxed_unsync(Pattern::new(length)))
    })
}

#[tokio::test]
async fn large_bodies_arrive_whole_both_ways() {
    let app = RealApp::start(mirror).await;
    for (to, secure) in [(app.to(), false), (app.to_http2(), true)] {
        let limits = edge::Limits { lanes: 1, ..edge::Limits::default() };
        let lab = if secure { Lab::tls(limits) } else { Lab::plain(limits) };
        let route = lab.lead(route("x", &to));
        let mut http1 = lab.http1(lab.connect("http/1.1").await).await;
        let request = asking("POST", "/apps/x/").body(Pattern::new(LARGE)).expect("a request");
        let answer = soon(http1.send_request(request)).await.expect("an answer");
        assert_eq!(soon(check_pattern(answer.into_body())).await, LARGE);
        let mut http2 = lab.http2(lab.connect("h2").await).await;
        let request = asking("POST", "/apps/x/").body(Pattern::new(LARGE)).expect("a request");
        let answer = soon(http2.send_request(for_http2(request, secure))).await.expect("an answer");
        assert_eq!(soon(check_pattern(answer.into_body())).await, LARGE);
        until("all is counted", || route.app.traffic.figures().received == 2 * LARGE).await;
        assert_eq!(route.app.traffic.figures().faults, [0; 6]);
    }
}

#[tokio::test]
async fn an_app_may_answer_while_it_still_reads() {
    let app = RealApp::start(|request: Request<Incoming>| -> Serving {
        Box::pin(async move {
            Response::new(BodyExt::boxed_unsync(request.into_body().map_err(Into::into)))
        })
    })
    .await;
    for to in [app.to(), app.to_http2()] {
        let lab = Lab::new();
        lab.lead(route("x", &to));
        let mut sender = lab.http2(lab.connect("h2").await).await;
        let (sending, body): (_, Fed) = feed();
        let request = for_http2(asking("POST", "/apps/x/").body(body).expect("a request"), false);
        let answer = soon(sender.send_request(request)).await.expect("an answer");
        let mut body = answer.into_body();
        for piece in ["one", "two", "three"] {
            assert!(sending.send(piece));
            let frame = soon(body.frame()).await.expect("a frame").expect("data");
            assert_eq!(frame.into_data().expect("data"), piece, "{to}");
        }
        drop(sending);
        assert_eq!(soon(body.collect()).await.expect("a proper end").to_bytes(), "");
    }
}

#[tokio::test]
async fn ranges_pass_through() {
    let part = "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 2-4/10\r\n\
                Accept-Ranges: bytes\r\nContent-Length: 3\r\n\r\ncde";
    let (lab, app) = (Lab::new(), RawApp::answering(part).await);
    lab.lead(route("x", &app.to()));
    let asked = asking("GET", "/apps/x/").header("range", "bytes=2-4").header("if-range", "\"e\"");
    for answer in lab.ask_both(bodiless(asked)).await {
        assert_eq!((answer.status.as_u16(), answer.body.as_str()), (206, "cde"));
        assert_eq!(answer.value("content-range"), Some("bytes 2-4/10"));
    }
    for request in app.requests().await {
        assert_eq!(request.value("range"), Some("bytes=2-4"));
        assert_eq!(request.value("if-range"), Some("\"e\""));
    }
}

/// An app that never pauses.
async fn endless() -> RawApp {
    RawApp::start(|mut talk| async move {
        talk.request().await;
        talk.say("HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n").await;
        let piece = vec![b'x'; 64 * 1024];
        while talk.say(&piece).await {
            tokio::task::yield_now().await;
        }
    })
    .await
}

#[tokio::test]
async fn a_revoked_credential_ends_its_downloads() {
    let (lab, app) = (Lab::new(), endless().await);
    lab.lead(route("x", &app.to()));
    lab.gate.add("ours-a", ada());
    let mut wire = lab.wire().await;
    wire.send("GET /apps/x/ HTTP/1.1\r\nHost: g.test\r\nX-API-Key: ours-a\r\n\r\n").await;
    assert_eq!(wire.head().await.status(), 200);
    wire.exactly(1_000_000).await;
    lab.gate.revoke("ours-a");
    soon(async { while wire.some().await.is_some() {} }).await;
    lab.holds(0).await;
}

/// The client is slower than the app, so that nobody ever waits for the app.
#[tokio::test]
async fn a_revoked_credential_ends_a_slow_download_too() {
    let (lab, app) = (Lab::new(), endless().await);
    lab.lead(route("x", &app.to()));
    lab.gate.add("ours-a", ada());
    let mut sender = lab.http2(lab.connect("h2").await).await;
    let request = stranger("GET", "/apps/x/").header("x-api-key", "ours-a");
    let request = for_http2(bodiless(request), false);
    let mut body = soon(sender.send_request(request)).await.expect("an answer").into_body();
    let mut read = 0;
    while read < 50_000_000 {
        let Some(Ok(frame)) = soon(body.frame()).await else { break };
        if read < 5_000_000 && read + frame.data_ref().map_or(0, Bytes::len) >= 5_000_000 {
            lab.gate.revoke("ours-a");
        }
        read += frame.data_ref().map_or(0, Bytes::len);
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert!(read < 50_000_000, "it went on after the credential was revoked");
    lab.holds(0).await;
}

#[tokio::test]
async fn a_revoked_credential_ends_a_stream_that_is_silent() {
    let lab = Lab::new();
    let (app, feed) = feeding("text/event-stream").await;
    lab.lead(route("x", &app.to()));
    lab.gate.add("ours-a", ada());
    let mut wire = lab.wire().await;
    wire.send("GET /apps/x/ HTTP/1.1\r\nHost: g.test\r\nX-API-Key: ours-a\r\n\r\n").await;
    assert_eq!(wire.head().await.status(), 200);
    lab.gate.revoke("ours-a");
    assert_eq!(wire.until_closed().await, Bytes::new());
    until("the app notices", || !feed.send("x")).await;
}

/// An app of HTTP/2 that says at once what it gets.
fn echo(request: Request<Incoming>) -> Serving {
    Box::pin(async { Response::new(request.into_body().map_err(Into::into).boxed_unsync()) })
}

/// The body is read by the connection to the app, which others use, too, and which stays.
#[tokio::test]
async fn a_revoked_credential_ends_an_upload_to_an_app_of_http2() {
    let (lab, app) = (Lab::new(), RealApp::start(echo).await);
    lab.lead(route("x", &app.to_http2()));
    lab.gate.add("ours-a", ada());
    let mut wire = lab.wire().await;
    let head = "POST /apps/x/ HTTP/1.1\r\nHost: g.test\r\nX-API-Key: ours-a\r\n";
    wire.send(format!("{head}Transfer-Encoding: chunked\r\n\r\n3\r\none\r\n")).await;
    assert_eq!(wire.head().await.status(), 200);
    assert_eq!((wire.line().await, wire.line().await), ("3".into(), "one".into()));
    lab.gate.revoke("ours-a");
    wire.send("3\r\ntwo\r\n").await;
    assert_eq!(wire.until_closed().await, Bytes::new());
    lab.holds(0).await;
}

#[tokio::test]
async fn a_download_that_nobody_asked_to_end_outlives_a_change_of_the_table() {
    let lab = Lab::new();
    let (app, feed) = feeding("text/plain").await;
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    wire.send(GET).await;
    wire.head().await;
    lab.publish([]);
    feed.send("still here");
    drop(feed);
    assert_eq!((wire.line().await, wire.exactly(10).await), ("a".into(), "still here".into()));
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.status, 404);
}
