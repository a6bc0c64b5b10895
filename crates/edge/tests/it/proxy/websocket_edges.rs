//! WebSockets whose sides are early, slow or not quite asking for one.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use edge::Limits;
use routing::Route;

use crate::lab::{Lab, Setup, until};
use crate::raw_app::{OK, RawApp, Talk};
use crate::routes::{choosing, route};

const ASKED: &str = "Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n";
const AGREED: &str =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: upgrade\r\n\r\n";

async fn echo(mut talk: Talk) {
    if talk.head().await.is_none() {
        return;
    }
    // The first words come with the agreement, in one packet.
    talk.say(format!("{AGREED}welcome")).await;
    loop {
        let piece = talk.some().await;
        if piece.is_empty() {
            return;
        }
        talk.say(piece).await;
    }
}

fn leading(app: &RawApp) -> Route {
    choosing(route("x", &app.to()), |options| options.websocket = true)
}

#[tokio::test]
async fn what_the_app_says_with_its_agreement_arrives() {
    let (lab, app) = (Lab::new(), RawApp::start(echo).await);
    lab.lead(leading(&app));
    let mut wire = lab.wire().await;
    wire.send(format!("GET /apps/x/ HTTP/1.1\r\n{ASKED}\r\n")).await;
    assert_eq!(wire.head().await.status(), 101);
    assert_eq!(wire.exactly(7).await, "welcome");
    wire.send("hello").await;
    assert_eq!(wire.exactly(5).await, "hello");
}

#[tokio::test]
async fn what_the_client_says_before_the_agreement_arrives() {
    let app = RawApp::start(echo).await;
    for secure in [false, true] {
        let lab = Lab::with(Setup { secure, ..Setup::default() });
        lab.lead(leading(&app));
        let mut wire = lab.wire().await;
        wire.send(format!("GET /apps/x/ HTTP/1.1\r\n{ASKED}\r\nearly\r\n\r\n\0")).await;
        assert_eq!(wire.head().await.status(), 101);
        assert_eq!(wire.exactly(17).await, "welcomeearly\r\n\r\n\0");
    }
}

/// Only a proper question is one; anything else is a request like any other.
#[tokio::test]
async fn a_question_that_is_not_one_is_an_ordinary_request() {
    let (lab, app) = (Lab::new(), RawApp::answering(OK).await);
    lab.lead(leading(&app));
    for head in [
        "POST /apps/x/ HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 0\r\n",
        "GET /apps/x/ HTTP/1.0\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n",
        "GET /apps/x/ HTTP/1.1\r\nUpgrade: websocket\r\n",
        "GET /apps/x/ HTTP/1.1\r\nConnection: Upgrade\r\n",
        "GET /apps/x/ HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket2\r\n",
    ] {
        let mut wire = lab.wire().await;
        wire.send(format!("{head}Host: localhost\r\n\r\n")).await;
        assert_eq!(wire.head().await.status(), 200, "{head}");
    }
    for request in app.requests().await {
        assert_eq!(request.value("upgrade"), None);
        assert_eq!(request.value("connection"), None);
    }
}

/// A handshake has no body. One that has must not leave an app waiting for it.
#[tokio::test]
async fn a_handshake_with_a_body_is_refused_or_loses_it() {
    for (framing, body) in [
        ("Content-Length: 5\r\n", "hello"),
        ("Transfer-Encoding: chunked\r\n", "2\r\nhi\r\n0\r\n\r\n"),
    ] {
        let (lab, app) = (Lab::new(), RawApp::start(echo).await);
        lab.lead(leading(&app));
        let mut wire = lab.wire().await;
        wire.send(format!("GET /apps/x/ HTTP/1.1\r\n{ASKED}{framing}\r\n{body}")).await;
        let status = wire.head().await.status();
        assert!(matches!(status, 101 | 400), "{framing}: {status}");
        for request in app.requests().await {
            assert!(request.value("content-length").is_none_or(|length| length == "0"));
            assert_eq!(request.value("transfer-encoding"), None);
        }
    }
}

/// The app talks without end and nobody listens: it is made to wait, and in the end let go.
#[tokio::test]
async fn a_client_that_does_not_read_makes_the_app_wait() {
    let said = Arc::new(AtomicUsize::new(0));
    let count = said.clone();
    let app = RawApp::start(move |mut talk| {
        let count = count.clone();
        async move {
            talk.head().await;
            talk.say(AGREED).await;
            let piece = vec![b'x'; 64 * 1024];
            while talk.say(&piece).await {
                count.fetch_add(piece.len(), Ordering::SeqCst);
            }
        }
    })
    .await;
    let limits = Limits { lanes: 1, write_time: Duration::from_secs(2), ..Limits::default() };
    let lab = Lab::with(Setup { limits, ..Setup::default() });
    lab.lead(leading(&app));
    let mut wire = lab.wire().await;
    wire.send(format!("GET /apps/x/ HTTP/1.1\r\n{ASKED}\r\n")).await;
    assert_eq!(wire.head().await.status(), 101);
    until("the app is let go", || app.connections() == 1 && app.open() == 0).await;
    let said = said.load(Ordering::SeqCst);
    assert!(said < 64 * 1024 * 1024, "{said} bytes are held for a client that does not read");
    lab.holds(0).await;
}
