//! What is written down about requests.

use std::sync::atomic::Ordering;

use http::{Method, Version};
use kit::Clock;
use routing::{AccessRecord, Fault};

use crate::client::{asking, bodiless, stranger};
use crate::lab::{Lab, until};
use crate::raw_app::RawApp;
use crate::routes::{ada, choosing, route};

fn writing() -> Lab {
    let lab = Lab::new();
    lab.log.on.store(true, Ordering::SeqCst);
    lab
}

/// The only record, once it is written.
async fn record(lab: &Lab) -> AccessRecord {
    until("a record", || !lab.log.written().is_empty()).await;
    let mut written = lab.log.written();
    assert_eq!(written.len(), 1, "{written:#?}");
    written.remove(0)
}

#[tokio::test]
async fn a_request_to_an_app_is_written_down_when_its_answer_has_ended() {
    let (lab, app) = (writing(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    lab.gate.add("ours-a", ada());
    let before = Clock::System.now();
    let head = "POST /apps/x/a?b=c HTTP/1.1\r\nHost: gatehouse.test:8080\r\nUser-Agent: test/1\r\n\
                Referer: http://gatehouse.test/\r\nX-API-Key: ours-a\r\nContent-Length: 5\r\n\r\nhello";
    let answer = lab.wire().await.ask(head).await;
    let found = record(&lab).await;
    assert_eq!(answer.value("x-request-id"), Some(&*found.request_id));
    assert!(found.at >= before && found.at <= Clock::System.now());
    assert_eq!(found.client.to_string(), "127.0.0.1");
    assert_eq!(found.caller.expect("a caller"), "user-ada");
    assert_eq!((found.method, found.version), (Method::POST, Version::HTTP_11));
    assert_eq!(found.target, "/apps/x/a?b=c");
    assert_eq!(found.host.expect("a host"), "gatehouse.test:8080");
    assert_eq!(found.user_agent.expect("an agent"), "test/1");
    assert_eq!(found.referer.expect("a referer"), "http://gatehouse.test/");
    assert_eq!(found.app.as_deref(), Some("x"));
    assert_eq!((found.status.as_u16(), found.fault), (200, None));
    assert_eq!((found.received, found.sent), (5, 2));
    assert!(found.latency <= found.duration);
}

#[tokio::test]
async fn over_http2_the_record_is_the_same() {
    let (lab, app) = (writing(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    assert_eq!(lab.ask_http2(bodiless(asking("GET", "/apps/x/"))).await.status, 200);
    let found = record(&lab).await;
    assert_eq!((found.version, found.status.as_u16(), found.sent), (Version::HTTP_2, 200, 2));
    assert_eq!(found.target.path(), "/apps/x/");
    assert_eq!(found.host.expect("a host"), "localhost");
    assert_eq!(found.caller, None);
}

#[tokio::test]
async fn what_the_gateway_answers_itself_has_no_app() {
    for path in ["/", "/apps/nobody/", "/apps/a/../b"] {
        let lab = writing();
        let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        let answer = lab.wire().await.ask(head).await;
        let found = record(&lab).await;
        assert_eq!((found.app, found.caller, found.fault), (None, None, None), "{path}");
        assert_eq!(found.status.as_u16(), answer.status(), "{path}");
        assert_eq!(found.sent, answer.body.len() as u64, "{path}");
        assert_eq!(answer.value("x-request-id"), Some(&*found.request_id), "{path}");
    }
}

#[tokio::test]
async fn a_refused_caller_is_nobody() {
    let (lab, app) = (writing(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    assert_eq!(lab.ask(bodiless(stranger("GET", "/apps/x/"))).await.status, 401);
    let found = record(&lab).await;
    assert_eq!((found.app.as_deref(), found.status.as_u16()), (Some("x"), 401));
    assert_eq!((found.caller, found.fault), (None, None));
}

#[tokio::test]
async fn a_failure_says_whose_fault_it_was() {
    let silent = RawApp::start(|mut talk| async move {
        talk.request().await;
    })
    .await;
    for (to, fault) in
        [("http://127.0.0.1:1".to_owned(), Fault::Connect), (silent.to(), Fault::Closed)]
    {
        let lab = writing();
        lab.lead(route("x", &to));
        assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.status, 502);
        let found = record(&lab).await;
        assert_eq!((found.fault, found.status.as_u16()), (Some(fault), 502));
        assert_eq!(found.app.as_deref(), Some("x"));
    }
}

#[tokio::test]
async fn a_body_that_broke_off_is_written_down_as_such() {
    let part = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart";
    let (lab, app) = (writing(), RawApp::answering_once(part).await);
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    wire.send("GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    let broken = wire.next(crate::message::Kind::Answer).await;
    assert!(!matches!(broken, Ok(Some(_))), "{broken:?}");
    let found = record(&lab).await;
    assert_eq!((found.status.as_u16(), found.fault), (200, Some(Fault::Closed)));
    assert_eq!(found.sent, 4);
}

#[tokio::test]
async fn a_websocket_is_written_down_as_one() {
    let agreed = "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n";
    let (lab, app) = (writing(), RawApp::answering(agreed).await);
    lab.lead(choosing(route("x", &app.to()), |options| options.websocket = true));
    let mut wire = lab.wire().await;
    wire.send("GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n")
        .await;
    assert_eq!(wire.head().await.status(), 101);
    let found = record(&lab).await;
    assert_eq!((found.status.as_u16(), found.app.as_deref()), (101, Some("x")));
}

#[tokio::test]
async fn switched_off_nothing_is_written() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.status, 200);
    assert_eq!(lab.log.written().len(), 0);
}
