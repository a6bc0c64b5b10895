//! Credentials of the gateway's stay with the gateway; those of the app's reach the app.

use crate::client::{Wire, asking, bodiless};
use crate::lab::Lab;
use crate::message::Message;
use crate::raw_app::RawApp;
use crate::routes::{ada, choosing, phone, route};

const BASIC: &str = "Authorization: Basic dXNlcjpwYXNz\r\n";

/// What an app gets from a caller elsewhere that sends these lines.
async fn arriving(forward_authorization: bool, lines: &str) -> (u16, Option<Message>) {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.gate.add("ours-a", ada());
    lab.lead(choosing(route("x", &app.to()), |options| {
        options.forward_authorization = forward_authorization;
    }));
    let head = format!("GET /apps/x/ HTTP/1.1\r\nHost: gatehouse.test\r\n{lines}\r\n");
    let status = lab.wire().await.ask(head).await.status();
    (status, app.requests().await.pop())
}

async fn passed(forward_authorization: bool, lines: &str) -> Message {
    let (status, request) = arriving(forward_authorization, lines).await;
    assert_eq!(status, 200, "{lines}");
    request.expect("a request")
}

#[tokio::test]
async fn every_kind_of_our_credential_is_taken_out() {
    for forward in [false, true] {
        for lines in [
            "Authorization: Bearer ours-a\r\n",
            "authorization: bearer   ours-a\r\n",
            "X-API-Key: ours-a\r\n",
            "Cookie: svc_apps=ours-a\r\n",
            "Cookie: a=1; svc_apps=ours-a; b=2\r\n",
            "Cookie: a=1;svc_apps=ours-a;b=2\r\n",
            "Cookie: a=1\r\nCookie: svc_apps=ours-a\r\n",
            "Cookie: svc_apps=wrong; svc_apps=ours-a\r\n",
        ] {
            let request = passed(forward, lines).await;
            for (name, value) in &request.headers {
                assert!(!value.contains("ours-a"), "{lines}: {name}: {value}");
                assert!(!value.contains("svc_apps"), "{lines}: {name}: {value}");
            }
            assert_eq!(request.value("authorization"), None, "{lines}");
            assert_eq!(request.value("x-api-key"), None, "{lines}");
        }
    }
}

#[tokio::test]
async fn the_apps_own_cookies_stay() {
    for (lines, expected) in [
        ("Cookie: a=1; svc_apps=ours-a; b=2\r\n", Some("a=1; b=2")),
        ("Cookie: svc_apps=ours-a\r\n", None),
        ("Cookie: svc_apps_x=1; svc_apps=ours-a\r\n", Some("svc_apps_x=1")),
        ("Cookie: a=svc_apps\r\nX-API-Key: ours-a\r\n", Some("a=svc_apps")),
        ("Cookie: a=\"1 2\";b=2\r\nX-API-Key: ours-a\r\n", Some("a=\"1 2\";b=2")),
    ] {
        assert_eq!(passed(false, lines).await.value("cookie"), expected, "{lines}");
    }
}

#[tokio::test]
async fn cookies_that_came_in_pieces_become_one_line() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.gate.add("ours-a", ada());
    lab.lead(route("x", &app.to()));
    let asked = asking("GET", "/apps/x/").header("cookie", "a=1");
    let asked = asked.header("cookie", "svc_apps=ours-a").header("cookie", "b=2");
    assert_eq!(lab.ask_http2(bodiless(asked)).await.status, 200);
    assert_eq!(app.request().await.value("cookie"), Some("a=1; b=2"));
}

#[tokio::test]
async fn an_apps_own_authorization_passes_only_where_the_route_lets_it() {
    let ours = "Cookie: svc_apps=ours-a\r\n";
    for theirs in [BASIC, "Authorization: Digest x\r\n", "Authorization: Token abc\r\n"] {
        let lines = format!("{theirs}{ours}");
        assert_eq!(passed(false, &lines).await.value("authorization"), None, "{theirs}");
        let value = theirs.trim_end().split_once(": ").map(|(_, value)| value);
        assert_eq!(passed(true, &lines).await.value("authorization"), value, "{theirs}");
    }
    let foreign = format!("Authorization: Bearer theirs\r\n{ours}");
    assert_eq!(arriving(false, &foreign).await.0, 401, "every bearer token is ours here");
    assert_eq!(passed(true, &foreign).await.value("authorization"), Some("Bearer theirs"));
    let both = "Authorization: Bearer theirs\r\nX-API-Key: ours-a\r\n";
    assert_eq!(passed(true, both).await.value("authorization"), Some("Bearer theirs"));
}

#[tokio::test]
async fn a_bad_token_of_ours_is_refused_and_never_passed_on() {
    for forward in [false, true] {
        for lines in [
            "Authorization: Bearer ours-bad\r\n",
            "Authorization: Bearer ours-bad\r\nCookie: svc_apps=ours-a\r\n",
            "X-API-Key: ours-bad\r\n",
        ] {
            let (status, request) = arriving(forward, lines).await;
            assert_eq!((status, request.is_none()), (401, true), "{lines}");
        }
    }
}

#[tokio::test]
async fn an_authorization_of_the_apps_is_no_credential_of_ours() {
    for lines in [BASIC, "Authorization: Bearer theirs\r\n"] {
        let (status, request) = arriving(true, lines).await;
        assert_eq!((status, request.is_none()), (401, true), "{lines}");
    }
}

/// An app that hangs up after its first answer, so that the next request must be sent again.
async fn forgetful() -> RawApp {
    RawApp::start(|mut talk| async move {
        if talk.request().await.is_some() {
            talk.say(crate::raw_app::OK).await;
        }
        if talk.number == 0 {
            // The second request is read, and lost.
            talk.request().await;
            return;
        }
        while talk.request().await.is_some() {
            talk.say(crate::raw_app::OK).await;
        }
    })
    .await
}

async fn ask(wire: &mut Wire, lines: &str) -> u16 {
    let head = format!("GET /apps/x/ HTTP/1.1\r\nHost: gatehouse.test\r\n{lines}\r\n");
    wire.ask(head).await.status()
}

#[tokio::test]
async fn our_credentials_are_taken_out_of_a_repeated_request_too() {
    let (lab, app) = (Lab::new(), forgetful().await);
    lab.gate.add("ours-a", ada());
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    let lines = "Authorization: Bearer ours-a\r\nCookie: svc_apps=ours-a; a=1\r\n";
    assert_eq!(ask(&mut wire, lines).await, 200);
    assert_eq!(ask(&mut wire, lines).await, 200);
    assert_eq!(app.connections(), 2);
    let seen = String::from_utf8(app.bytes()).expect("text");
    assert_eq!(seen.matches("GET / HTTP/1.1").count(), 3, "{seen}");
    assert!(!seen.contains("ours-a") && !seen.contains("svc_apps"), "{seen}");
    assert_eq!(seen.matches("cookie: a=1").count(), 3, "{seen}");
}

#[tokio::test]
async fn cookies_are_kept_for_devices_that_forget_them() {
    let answer = "HTTP/1.1 200 OK\r\nSet-Cookie: s=1; Path=/\r\nContent-Length: 0\r\n\r\n";
    let (lab, app) = (Lab::new(), RawApp::answering(answer).await);
    lab.gate.add("ours-p", phone());
    lab.gate.add("ours-a", ada());
    lab.lead(choosing(route("x", &app.to()), |options| options.persist_cookies = true));
    let mut wire = lab.wire().await;
    for lines in [
        "X-API-Key: ours-p\r\n",
        "X-API-Key: ours-p\r\nCookie: a=2\r\n",
        "X-API-Key: ours-p\r\nCookie: s=own\r\n",
        "X-API-Key: ours-a\r\n",
    ] {
        assert_eq!(ask(&mut wire, lines).await, 200);
    }
    let requests = app.requests().await;
    let cookies: Vec<_> = requests.iter().map(|request| request.value("cookie")).collect();
    assert_eq!(cookies[0], None);
    assert!(cookies[1].is_some_and(|line| line.starts_with("a=2; s=1")), "{cookies:?}");
    assert_eq!(cookies[2], Some("s=own"));
    assert_eq!(cookies[3], None, "a user's browser keeps its own");
}
