//! Answers that break off. A client must notice, and never take a part for the whole.

use std::sync::Arc;

use http_body_util::BodyExt;
use routing::Fault;
use tokio::sync::Semaphore;

use crate::client::{asking, bodiless, for_http2};
use crate::lab::{Lab, soon, until};
use crate::raw_app::{OK, RawApp};
use crate::routes::route;

const GET: &str = "GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// The first connection breaks off behind this much of an answer, as soon as it is told to; the
/// others are fine.
async fn breaking(said: &'static str, reset: bool) -> (RawApp, Arc<Semaphore>) {
    let go = Arc::new(Semaphore::new(0));
    let told = go.clone();
    let app = RawApp::start(move |mut talk| {
        let told = told.clone();
        async move {
            if talk.number > 0 {
                while talk.request().await.is_some() {
                    talk.say(OK).await;
                }
                return;
            }
            talk.request().await;
            talk.say(said).await;
            let _told = told.acquire().await.expect("an open semaphore");
            if reset {
                talk.reset();
            }
        }
    })
    .await;
    (app, go)
}

const PARTS: [&str; 3] = [
    "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\npart",
];

#[tokio::test]
async fn a_body_that_breaks_off_is_broken_for_the_client_too() {
    for said in PARTS {
        for reset in [false, true] {
            let (lab, (app, go)) = (Lab::new(), breaking(said, reset).await);
            let route = lab.lead(route("x", &app.to()));
            let mut wire = lab.wire().await;
            wire.send(GET).await;
            let head = wire.head().await;
            go.add_permits(1);
            let ended = wire.body_of(&head).await;
            assert!(ended.is_err(), "{said:?}: {ended:?}");
            until("it is counted", || {
                route.app.traffic.figures().faults[Fault::Closed as usize] == 1
            })
            .await;
            assert_eq!(route.app.traffic.figures().requests(), 1);
            lab.holds(0).await;
            assert_eq!(lab.wire().await.ask(GET).await.text(), "ok");
            assert_eq!(app.connections(), 2);
        }
    }
}

#[tokio::test]
async fn over_http2_the_stream_is_reset_and_the_connection_lives() {
    for said in PARTS {
        let (lab, (app, go)) = (Lab::new(), breaking(said, true).await);
        lab.lead(route("x", &app.to()));
        let mut sender = lab.http2(lab.connect("h2").await).await;
        let request = || for_http2(bodiless(asking("GET", "/apps/x/")), false);
        let answer = soon(sender.send_request(request())).await.expect("a head");
        go.add_permits(1);
        assert!(soon(answer.into_body().collect()).await.is_err(), "{said:?}");
        let answer = soon(sender.send_request(request())).await.expect("an answer");
        assert_eq!(soon(answer.into_body().collect()).await.expect("whole").to_bytes(), "ok");
    }
}

/// Where only the end of the connection ends the body, a proper close is all there is to go by.
#[tokio::test]
async fn a_body_that_ends_with_its_connection_is_whole_only_after_a_proper_close() {
    let open = "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nall of it";
    for reset in [false, true] {
        let (lab, (app, go)) = (Lab::new(), breaking(open, reset).await);
        lab.lead(route("x", &app.to()));
        let mut wire = lab.wire().await;
        wire.send(GET).await;
        let head = wire.head().await;
        go.add_permits(1);
        let body = wire.body_of(&head).await;
        assert_eq!(body.ok().as_deref(), (!reset).then_some(&b"all of it"[..]));
    }
}

#[tokio::test]
async fn a_client_that_leaves_in_the_middle_frees_the_apps_connection() {
    let app = RawApp::start(|mut talk| async move {
        talk.request().await;
        talk.say("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\npart").await;
        talk.until_closed().await;
    })
    .await;
    let lab = Lab::new();
    let route = lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    wire.send(GET).await;
    assert_eq!(wire.head().await.status(), 200);
    lab.holds(1).await;
    drop(wire);
    lab.holds(0).await;
    until("it is counted", || route.app.traffic.figures().faults[Fault::Client as usize] == 1)
        .await;
}

#[tokio::test]
async fn a_client_that_leaves_before_the_answer_frees_the_apps_connection() {
    let app = RawApp::start(|mut talk| async move { talk.until_closed().await }).await;
    let lab = Lab::new();
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    wire.send(GET).await;
    app.has_got(10).await;
    lab.holds(1).await;
    drop(wire);
    lab.holds(0).await;

    let mut sender = lab.http2(lab.connect("h2").await).await;
    let asked = sender.send_request(for_http2(bodiless(asking("GET", "/apps/x/")), false));
    let early = tokio::time::timeout(std::time::Duration::from_millis(200), asked).await;
    assert!(early.is_err());
    lab.holds(0).await;
}

#[tokio::test]
async fn a_request_whose_body_breaks_off_never_looks_whole_to_the_app() {
    for (framing, part) in
        [("Content-Length: 100\r\n", "part"), ("Transfer-Encoding: chunked\r\n", "4\r\npart\r\n")]
    {
        let (lab, app) = (Lab::new(), RawApp::fine().await);
        let route = lab.lead(route("x", &app.to()));
        let mut wire = lab.wire().await;
        wire.send(format!("POST /apps/x/ HTTP/1.1\r\nHost: localhost\r\n{framing}\r\n{part}"))
            .await;
        app.has_got(200).await;
        drop(wire);
        lab.holds(0).await;
        assert_eq!(app.requests().await.len(), 0, "{framing}");
        assert!(!app.bytes().ends_with(b"0\r\n\r\n"), "{framing}");
        let faults = || route.app.traffic.figures().faults;
        until("it is counted", || faults().iter().sum::<u64>() <= 1).await;
        assert_eq!(faults()[Fault::Closed as usize], 0, "the app is not to blame");
    }
}

/// The app answers in the moment in which the client's body turns out to be broken. Whatever comes
/// first: what is left of that upload must not swallow the next request.
#[tokio::test]
async fn a_connection_with_half_an_upload_is_never_used_again() {
    const TRIES: usize = 100;
    let app = RawApp::start(|mut talk| async move {
        talk.head().await;
        talk.body("4\r\npart\r\n".len()).await;
        talk.say(OK).await;
        talk.until_closed().await;
    })
    .await;
    let lab = Lab::new();
    lab.lead(route("x", &app.to()));
    for _ in 0..TRIES {
        let mut wire = lab.wire().await;
        let head =
            "POST /apps/x/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
        wire.send(format!("{head}4\r\npart\r\n")).await;
        tokio::task::yield_now().await;
        wire.send("not a chunk\r\n").await;
        wire.until_closed().await;
    }
    lab.holds(0).await;
    assert_eq!(app.connections(), TRIES);
    assert!(!app.bytes().windows(5).any(|bytes| bytes == b"0\r\n\r\n"), "none looks whole");
}

/// Some apps do not read the body of such a request, and would take it for the next one.
#[tokio::test]
async fn a_connection_that_carried_an_unexpected_body_is_not_kept() {
    for (method, kept) in [("GET", false), ("DELETE", false), ("OPTIONS", false), ("POST", true)] {
        for framing in [
            "Content-Length: 4\r\n\r\nbody",
            "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
        ] {
            let (lab, app) = (Lab::new(), RawApp::fine().await);
            lab.lead(route("x", &app.to()));
            let mut wire = lab.wire().await;
            let request = format!("{method} /apps/x/ HTTP/1.1\r\nHost: localhost\r\n{framing}");
            assert_eq!(wire.ask(&request).await.status(), 200);
            assert_eq!(lab.wire().await.ask(GET).await.status(), 200);
            assert_eq!(app.connections(), if kept { 1 } else { 2 }, "{request}");
        }
    }
}
