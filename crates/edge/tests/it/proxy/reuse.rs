//! Connections to apps: kept, used again, given up, and requests that are sent once more.

use edge::Limits;
use routing::Fault;

use crate::client::{Wire, asking, bodiless};
use crate::lab::{Lab, Setup, until};
use crate::message::Message;
use crate::raw_app::{OK, RawApp};
use crate::routes::route;

const GET: &str = "GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n\r\n";

async fn ask(wire: &mut Wire, method: &str, body: &str) -> Message {
    let length = body.len();
    let head = format!("{method} /apps/x/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}");
    wire.ask(format!("{head}\r\n\r\n{body}")).await
}

#[tokio::test]
async fn one_connection_serves_many_requests() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    let route = lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    for _ in 0..20 {
        assert_eq!(wire.ask(GET).await.text(), "ok");
        assert_eq!(ask(&mut wire, "POST", "hello").await.text(), "ok");
    }
    for _ in 0..5 {
        assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.status, 200);
        assert_eq!(lab.ask_http2(bodiless(asking("GET", "/apps/x/"))).await.status, 200);
    }
    assert_eq!((app.connections(), app.requests().await.len()), (1, 50));
    lab.holds(1).await;
    let figures = route.app.traffic.figures();
    assert_eq!((figures.answers, figures.faults), ([0, 50, 0, 0, 0], [0; 6]));
    assert_eq!((figures.received, figures.sent), (100, 100));
}

/// Apps that answer each request on a connection of its own must not leave them with us.
#[tokio::test]
async fn a_connection_that_cannot_be_used_again_is_not_kept() {
    for answer in [
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.0 200 OK\r\n\r\nok",
    ] {
        let (lab, app) = (Lab::new(), RawApp::answering_once(answer).await);
        lab.lead(route("x", &app.to()));
        assert_eq!(lab.wire().await.ask(GET).await.text(), "ok", "{answer}");
        lab.holds(0).await;
    }
}

#[tokio::test]
async fn requests_at_the_same_time_have_connections_of_their_own() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let mut wires = Vec::new();
    for _ in 0..10 {
        wires.push(lab.wire().await);
    }
    for wire in &mut wires {
        wire.send(GET).await;
    }
    for wire in &mut wires {
        assert_eq!(wire.answer().await.text(), "ok");
    }
    let used = app.connections();
    assert!((1..=10).contains(&used), "{used}");
    lab.holds(used).await;
}

#[tokio::test]
async fn routes_to_the_same_address_share_connections_and_others_do_not() {
    let (lab, one, two) = (Lab::new(), RawApp::fine().await, RawApp::fine().await);
    lab.publish([route("a", &one.to()), route("b", &one.to()), route("c", &two.to())]);
    for path in ["/apps/a/", "/apps/b/", "/apps/c/", "/apps/a/"] {
        assert_eq!(lab.ask(bodiless(asking("GET", path))).await.status, 200);
    }
    assert_eq!((one.connections(), two.connections()), (1, 1));
    assert_eq!((one.requests().await.len(), two.requests().await.len()), (3, 1));
}

#[tokio::test]
async fn beyond_the_bound_no_connection_to_an_app_is_opened() {
    let limits = Limits { lanes: 1, upstream_connections: 1, ..Limits::default() };
    let lab = Lab::with(Setup { limits, ..Setup::default() });
    let busy = RawApp::start(|mut talk| async move { talk.until_closed().await }).await;
    let fine = RawApp::fine().await;
    lab.lead(route("busy", &busy.to()));
    let mut waiting = lab.wire().await;
    waiting.send("GET /apps/busy/ HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    lab.holds(1).await;
    let leading = lab.lead(route("x", &fine.to()));
    let answer = lab.ask(bodiless(asking("GET", "/apps/x/"))).await;
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (503, "SERVICE_UNAVAILABLE"));
    assert!(answer.headers.contains_key("retry-after"));
    assert_eq!(leading.app.traffic.figures().faults[Fault::Unavailable as usize], 1);
    drop(waiting);
    lab.holds(0).await;
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.status, 200);
}

/// On its first connection this app answers once, reads the next request and hangs up without an
/// answer, as one does that closed the connection while the request was on its way.
async fn forgetful() -> RawApp {
    RawApp::start(|mut talk| async move {
        let forgets = talk.number == 0;
        let mut count = 0;
        while talk.request().await.is_some() {
            count += 1;
            if forgets && count == 2 {
                return;
            }
            talk.say(OK).await;
        }
    })
    .await
}

fn sent(requests: &[Message], method: &str) -> usize {
    requests.iter().filter(|request| request.start.starts_with(method)).count()
}

#[tokio::test]
async fn a_request_that_may_happen_twice_is_sent_again_over_a_new_connection() {
    for method in ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"] {
        let (lab, app) = (Lab::new(), forgetful().await);
        let route = lab.lead(route("x", &app.to()));
        let mut wire = lab.wire().await;
        assert_eq!(wire.ask(GET).await.text(), "ok");
        wire.send(format!("{method} /apps/x/ HTTP/1.1\r\nHost: localhost\r\n\r\n")).await;
        assert_eq!(wire.head().await.status(), 200, "{method}");
        assert_eq!(app.connections(), 2, "{method}");
        let figures = route.app.traffic.figures();
        assert_eq!((figures.answers, figures.faults), ([0, 2, 0, 0, 0], [0; 6]), "{method}");
    }
}

#[tokio::test]
async fn a_request_that_must_not_happen_twice_is_not_sent_again() {
    for (method, body) in [("POST", "pay"), ("POST", ""), ("PATCH", "x"), ("PUT", "whole")] {
        let (lab, app) = (Lab::new(), forgetful().await);
        let route = lab.lead(route("x", &app.to()));
        let mut wire = lab.wire().await;
        assert_eq!(wire.ask(GET).await.text(), "ok");
        let answer = ask(&mut wire, method, body).await;
        assert_eq!(answer.status(), 502, "{method}");
        assert_eq!(sent(&app.requests().await, method), 1, "{method}");
        assert_eq!(app.connections(), 1, "{method}");
        assert_eq!(route.app.traffic.figures().faults[Fault::Closed as usize], 1);
        lab.holds(0).await;
    }
}

#[tokio::test]
async fn a_request_is_sent_again_only_once() {
    let app = RawApp::start(|mut talk| async move {
        if talk.number == 0 && talk.request().await.is_some() {
            talk.say(OK).await;
        }
        talk.request().await;
    })
    .await;
    let lab = Lab::new();
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    assert_eq!(wire.ask(GET).await.text(), "ok");
    assert_eq!(wire.ask(GET).await.status(), 502);
    assert_eq!(app.connections(), 2);
}

/// The app closes between two requests: nothing of the second has left, so it may go anywhere.
#[tokio::test]
async fn a_connection_that_was_closed_while_idle_costs_nobody_a_request() {
    let app = RawApp::answering_once(OK).await;
    let lab = Lab::new();
    let route = lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    for count in 1..=20 {
        let answer = ask(&mut wire, "POST", "once").await;
        assert_eq!(answer.text(), "ok", "{count}");
        until("the app has hung up", || app.open() == 0).await;
    }
    let requests = app.requests().await;
    assert_eq!((requests.len(), app.connections()), (20, 20));
    assert!(requests.iter().all(|request| request.text() == "once"));
    assert_eq!(route.app.traffic.figures().faults, [0; 6]);
}
