//! `Expect: 100-continue`: the app decides whether the body is sent at all.

use std::time::Duration;

use bytes::Bytes;
use edge::ProxyConfig;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use kit::Span;
use routing::full;

use crate::client::{Serving, asking};
use crate::lab::{Lab, Setup, until};
use crate::raw_app::{OK, RawApp};
use crate::real_app::RealApp;
use crate::routes::route;

const HEAD: &str = "POST /apps/x/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\
                    Expect: 100-continue\r\n\r\n";

#[tokio::test]
async fn an_app_that_wants_the_body_gets_it() {
    let app = RawApp::start(|mut talk| async move {
        while talk.head().await.is_some() {
            talk.say("HTTP/1.1 100 Continue\r\n\r\n").await;
            talk.body(5).await;
            talk.say(OK).await;
        }
    })
    .await;
    let lab = Lab::new();
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    for _ in 0..2 {
        wire.send(HEAD).await;
        assert_eq!(wire.answer().await.start, "HTTP/1.1 100 Continue");
        wire.send("hello").await;
        assert_eq!(wire.answer().await.text(), "ok");
    }
    let requests = app.requests().await;
    assert_eq!((requests.len(), app.connections()), (2, 1));
    for request in requests {
        assert_eq!(request.value("expect"), Some("100-continue"));
        assert_eq!(request.text(), "hello");
    }
}

#[tokio::test]
async fn an_app_that_does_not_want_the_body_never_sees_it() {
    for refusal in [417, 401, 413] {
        let answer = format!("HTTP/1.1 {refusal} No\r\nContent-Length: 2\r\n\r\nno");
        let app = RawApp::start(move |mut talk| {
            let answer = answer.clone();
            async move {
                talk.head().await;
                talk.say(answer).await;
                talk.until_closed().await;
            }
        })
        .await;
        let lab = Lab::new();
        lab.lead(route("x", &app.to()));
        let mut wire = lab.wire().await;
        let answer = wire.ask(HEAD).await;
        assert_eq!((answer.status(), answer.text()), (refusal, "no"));
        // The app still waits for a body on this connection, so it is given up.
        lab.holds(0).await;
        assert!(app.bytes().ends_with(b"\r\n\r\n"));
    }
}

#[tokio::test]
async fn a_client_that_does_not_wait_is_served_all_the_same() {
    let app = RealApp::start(|request: Request<Incoming>| -> Serving {
        Box::pin(async move {
            let body = request.into_body().collect().await.expect("a body").to_bytes();
            Response::new(full(body))
        })
    })
    .await;
    let lab = Lab::new();
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    wire.send(format!("{HEAD}hello")).await;
    let mut answer = wire.answer().await;
    if answer.status() == 100 {
        answer = wire.answer().await;
    }
    assert_eq!((answer.status(), answer.text()), (200, "hello"));
}

/// Many small servers have never heard of it and just wait for the body. Clients do not wait for
/// ever either.
#[tokio::test]
async fn an_app_that_ignores_the_expectation_gets_the_body_after_a_while() {
    let short = Span(Duration::from_secs(5));
    let proxy = ProxyConfig { idle_timeout: short, ..ProxyConfig::default() };
    let (lab, app) = (Lab::with(Setup { proxy, ..Setup::default() }), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    wire.send(format!("{HEAD}hello")).await;
    let mut answer = wire.answer().await;
    if answer.status() == 100 {
        answer = wire.answer().await;
    }
    assert_eq!((answer.status(), answer.text()), (200, "ok"));
    assert_eq!(app.request().await.text(), "hello");
}

/// An app that says nothing at all is at fault, not the client, who waits to be asked.
#[tokio::test]
async fn an_app_that_never_reacts_is_a_gateway_timeout() {
    let short = Span(Duration::from_millis(300));
    let proxy = ProxyConfig {
        response_timeout: short,
        idle_timeout: Span::seconds(3),
        ..ProxyConfig::default()
    };
    let lab = Lab::with(Setup { proxy, ..Setup::default() });
    let app = RawApp::start(|mut talk| async move { talk.until_closed().await }).await;
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    wire.send(HEAD).await;
    let mut answer = wire.answer().await;
    if answer.status() == 100 {
        wire.send("hello").await;
        answer = wire.answer().await;
    }
    assert_eq!(answer.status(), 504, "{}", answer.text());
}

#[tokio::test]
async fn over_http2_to_the_app_the_body_gets_through_as_well() {
    let app = RealApp::start(|request: Request<Incoming>| -> Serving {
        Box::pin(async move {
            let body = request.into_body().collect().await.expect("a body").to_bytes();
            Response::new(full(body))
        })
    })
    .await;
    let short = Span(Duration::from_secs(5));
    let proxy = ProxyConfig { idle_timeout: short, ..ProxyConfig::default() };
    let lab = Lab::with(Setup { proxy, ..Setup::default() });
    lab.lead(route("x", &app.to_http2()));
    let request = asking("POST", "/apps/x/").header("expect", "100-continue");
    let request = request.body(Full::new(Bytes::from("hello"))).expect("a request");
    for answer in lab.ask_both(request).await {
        assert_eq!((answer.status.as_u16(), answer.body.as_str()), (200, "hello"));
    }
}

/// Only `100` asks for the body; other early answers say nothing about it.
#[tokio::test]
async fn a_hint_is_not_a_wish_for_the_body() {
    let app = RawApp::start(|mut talk| async move {
        talk.head().await;
        talk.say("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n").await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        talk.say("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n").await;
        talk.until_closed().await;
    })
    .await;
    let lab = Lab::new();
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    wire.send(format!("{HEAD}hello")).await;
    assert_eq!(wire.answer().await.status(), 401);
    until("the connection is given up", || app.connections() == 1).await;
    assert!(app.bytes().ends_with(b"\r\n\r\n"), "the body was sent");
}
