//! WebSockets: the handshake, and bytes both ways until somebody has had enough.

use std::time::Duration;

use kit::{Clock, Principal};
use routing::{Fault, Route};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::client::Wire;
use crate::lab::{Lab, soon, until};
use crate::raw_app::{RawApp, Talk};
use crate::routes::{ada, choosing, route};

const ASKED: &str = "Connection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n\
                     Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: chat, log\r\n\
                     Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
const AGREED: &str = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\
                      Connection: Upgrade\r\nSec-WebSocket-Protocol: log\r\n\
                      Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";

/// Agrees and sends everything back.
async fn echo(mut talk: Talk) {
    if talk.head().await.is_none() {
        return;
    }
    talk.say(AGREED).await;
    loop {
        let piece = talk.some().await;
        if piece.is_empty() {
            return talk.hang_up().await;
        }
        talk.say(piece).await;
    }
}

async fn echoing() -> (Lab, RawApp, Route) {
    let (lab, app) = (Lab::new(), RawApp::start(echo).await);
    let route = lab.lead(choosing(route("x", &app.to()), |options| options.websocket = true));
    (lab, app, route)
}

fn asking(host: &str, lines: &str) -> String {
    format!("GET /apps/x/ws?a=b HTTP/1.1\r\nHost: {host}\r\n{ASKED}{lines}\r\n")
}

async fn opened(lab: &Lab) -> Wire {
    let mut wire = lab.wire().await;
    wire.send(asking("localhost", "")).await;
    assert_eq!(wire.head().await.status(), 101);
    wire
}

async fn echoes(wire: &mut Wire, said: &[u8]) {
    wire.send(said).await;
    assert_eq!(wire.exactly(said.len()).await, said);
}

/// The frame that closes a WebSocket with 1008.
const NOT_ALLOWED: [u8; 4] = [0x88, 2, 0x03, 0xf0];

#[tokio::test]
async fn the_handshake_passes_in_both_directions() {
    let (lab, app, _) = echoing().await;
    let mut wire = lab.wire().await;
    wire.send(asking("localhost", "Origin: http://localhost\r\nCookie: a=1\r\n")).await;
    let answer = wire.head().await;
    assert_eq!(answer.status(), 101);
    for (name, value) in [
        ("upgrade", "websocket"),
        ("connection", "upgrade"),
        ("sec-websocket-protocol", "log"),
        ("sec-websocket-accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="),
        ("x-api-version", "v1"),
    ] {
        assert_eq!(answer.value(name), Some(value), "{name}");
    }
    let request = app.request().await;
    assert_eq!(request.target(), "/ws?a=b");
    for (name, value) in [
        ("upgrade", "websocket"),
        ("connection", "upgrade"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-protocol", "chat, log"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ("origin", "http://localhost"),
        ("cookie", "a=1"),
        ("host", "localhost"),
        ("x-forwarded-for", "127.0.0.1"),
        ("x-forwarded-prefix", "/apps/x"),
    ] {
        assert_eq!(request.value(name), Some(value), "{name}");
    }
}

#[tokio::test]
async fn bytes_pass_both_ways_as_they_are() {
    let (lab, _app, _) = echoing().await;
    let mut wire = opened(&lab).await;
    echoes(&mut wire, b"\x81\x05hello").await;
    echoes(&mut wire, b"\x88\x00").await;
    // What looks like an answer of a server is none here.
    for said in ["HTTP/1.1 400 Bad Request\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n", "\r\n\r\n", "\0"] {
        echoes(&mut wire, said.as_bytes()).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn large_frames_pass_at_the_same_time_both_ways() {
    let (lab, _app, _) = echoing().await;
    let mut wire = opened(&lab).await;
    let said: Vec<u8> =
        (0..5_000_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let (mut reading, mut writing) = tokio::io::split(&mut wire.io);
    let mut heard = vec![0; said.len()];
    let both = async {
        tokio::try_join!(
            async { writing.write_all(&said).await.and(writing.flush().await) },
            reading.read_exact(&mut heard)
        )
    };
    soon(both).await.expect("an open socket");
    assert!(heard == said);
}

#[tokio::test]
async fn it_works_over_tls_and_at_an_apps_own_host() {
    let lab = Lab::tls(edge::Limits { lanes: 1, ..edge::Limits::default() });
    let app = RawApp::start(echo).await;
    let host = Some("x.home.test".into());
    lab.lead(choosing(Route { host, ..route("x", &app.to()) }, |options| {
        options.websocket = true;
        options.public_access = true;
    }));
    let mut wire = lab.wire().await;
    wire.send(asking("x.home.test", "")).await;
    assert_eq!(wire.head().await.status(), 101);
    echoes(&mut wire, b"hello").await;
    assert_eq!(app.request().await.target(), "/apps/x/ws?a=b");
}

#[tokio::test]
async fn where_the_route_does_not_allow_it_the_app_is_not_asked() {
    let (lab, app, route) = echoing().await;
    lab.lead(choosing(route, |options| options.websocket = false));
    let mut wire = lab.wire().await;
    let answer = wire.ask(asking("localhost", "")).await;
    assert_eq!(answer.status(), 400);
    assert!(answer.text().contains("INVALID_REQUEST"), "{}", answer.text());
    assert_eq!(app.connections(), 0);
}

#[tokio::test]
async fn a_refusal_of_the_app_is_passed_on() {
    let refusal = "HTTP/1.1 403 Forbidden\r\nX-Why: because\r\nContent-Length: 4\r\n\r\nnope";
    let (lab, app) = (Lab::new(), RawApp::answering(refusal).await);
    lab.lead(choosing(route("x", &app.to()), |options| options.websocket = true));
    let mut wire = lab.wire().await;
    let answer = wire.ask(asking("localhost", "")).await;
    assert_eq!((answer.status(), answer.text()), (403, "nope"));
    assert_eq!(answer.value("x-why"), Some("because"));
    assert_eq!(wire.until_closed().await.len(), 0);
    lab.holds(1).await;
}

#[tokio::test]
async fn an_app_that_is_not_there_is_a_bad_gateway() {
    let lab = Lab::new();
    let leading =
        lab.lead(choosing(route("x", "http://127.0.0.1:1"), |options| options.websocket = true));
    let answer = lab.wire().await.ask(asking("localhost", "")).await;
    assert_eq!(answer.status(), 502);
    assert_eq!(leading.app.traffic.figures().faults[Fault::Connect as usize], 1);
}

#[tokio::test]
async fn the_gateways_credentials_stay_here() {
    let (lab, app, _) = echoing().await;
    lab.gate.add("ours-a", ada());
    for lines in [
        "Authorization: Bearer ours-a\r\n",
        "X-API-Key: ours-a\r\n",
        "Cookie: svc_apps=ours-a; a=1\r\n",
    ] {
        let mut wire = lab.wire().await;
        wire.send(asking("gatehouse.test", lines)).await;
        assert_eq!(wire.head().await.status(), 101, "{lines}");
    }
    let seen = String::from_utf8(app.bytes()).expect("text");
    assert!(!seen.contains("ours-a") && !seen.contains("svc_apps"), "{seen}");
    assert_eq!(seen.matches("remote-user: user-ada").count(), 3, "{seen}");
    assert_eq!(seen.matches("cookie: a=1").count(), 1, "{seen}");
}

#[tokio::test]
async fn a_revoked_credential_ends_its_sockets_at_once() {
    let (lab, app, _) = echoing().await;
    lab.gate.add("ours-a", ada());
    lab.gate.add("ours-b", ada());
    let mut wires = Vec::new();
    for key in ["ours-a", "ours-b"] {
        let mut wire = lab.wire().await;
        wire.send(asking("gatehouse.test", &format!("X-API-Key: {key}\r\n"))).await;
        assert_eq!(wire.head().await.status(), 101);
        echoes(&mut wire, b"hello").await;
        wires.push(wire);
    }
    lab.gate.revoke("ours-a");
    // What was said before is no whole frame, so no other can follow it.
    assert_eq!(wires[0].until_closed().await.len(), 0);
    echoes(&mut wires[1], b"still here").await;
    until("the app notices", || app.open() == 1).await;
}

#[tokio::test]
async fn a_credential_that_expires_ends_its_sockets() {
    let (lab, app, _) = echoing().await;
    let end = Clock::System.now().after(Duration::from_secs(8));
    lab.gate.add("ours-a", Principal { expires_at: Some(end), ..ada() });
    let mut wire = lab.wire().await;
    wire.send(asking("gatehouse.test", "X-API-Key: ours-a\r\n")).await;
    assert_eq!(wire.head().await.status(), 101);
    assert_eq!(wire.until_closed().await, NOT_ALLOWED[..]);
    until("the app notices", || app.open() == 0).await;
}

#[tokio::test]
async fn an_open_socket_counts_among_the_connections_to_apps() {
    let (lab, _app, _) = echoing().await;
    let wire = opened(&lab).await;
    lab.holds(1).await;
    drop(wire);
    lab.holds(0).await;
}

#[tokio::test]
async fn the_drain_ends_sockets() {
    let (lab, _app, _) = echoing().await;
    let mut wire = opened(&lab).await;
    echoes(&mut wire, b"hello").await;
    lab.shutdown.drain();
    assert_eq!(wire.until_closed().await.len(), 0);
    soon(lab.supervisor.drained()).await;
}

#[tokio::test]
async fn when_one_side_has_said_everything_the_other_may_go_on() {
    let app = RawApp::start(|mut talk| async move {
        talk.head().await;
        talk.say(AGREED).await;
        talk.until_closed().await;
        talk.say("the last word").await;
    })
    .await;
    let lab = Lab::new();
    lab.lead(choosing(route("x", &app.to()), |options| options.websocket = true));
    let mut wire = opened(&lab).await;
    wire.send("bye").await;
    wire.io.shutdown().await.expect("a half-closed socket");
    assert_eq!(wire.until_closed().await, "the last word");
    assert!(app.bytes().ends_with(b"bye"));
}

#[tokio::test]
async fn an_app_that_hangs_up_ends_the_clients_side() {
    let app = RawApp::start(|mut talk| async move {
        talk.head().await;
        talk.say(AGREED).await;
        talk.say("bye").await;
    })
    .await;
    let lab = Lab::new();
    lab.lead(choosing(route("x", &app.to()), |options| options.websocket = true));
    let mut wire = opened(&lab).await;
    assert_eq!(wire.until_closed().await, "bye");
    drop(wire);
    until("the app notices", || app.open() == 0).await;
    lab.counts("gatehouse_connections_open{transport=\"plain\"} 0").await;
}

#[tokio::test]
async fn a_client_that_vanishes_ends_the_apps_side() {
    let (lab, app, route) = echoing().await;
    let wire = opened(&lab).await;
    assert_eq!(app.open(), 1);
    drop(wire);
    until("the app notices", || app.open() == 0).await;
    until("it is counted", || route.app.traffic.figures().answers == [1, 0, 0, 0, 0]).await;
}
