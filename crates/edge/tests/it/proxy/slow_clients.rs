//! Clients that are slow on purpose cost little, and nobody else notices them.

use std::time::Duration;

use edge::{Limits, ProxyConfig};
use kit::Span;
use routing::Fault;
use socket2::SockRef;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::client::{asking, bodiless};
use crate::lab::{Lab, Setup, soon, until};
use crate::raw_app::RawApp;
use crate::routes::route;

/// Enough for a request to come in time on a busy machine.
const SHORT: Duration = Duration::from_secs(2);

fn impatient(secure: bool) -> Setup {
    let limits = Limits {
        lanes: 1,
        handshake_time: SHORT,
        header_time: SHORT,
        write_time: SHORT,
        ..Limits::default()
    };
    Setup { limits, secure, ..Setup::default() }
}

/// Sends a little now and then, until the gateway has had enough.
async fn drip(mut tcp: TcpStream, start: &[u8], piece: &[u8]) {
    let dripping = async {
        let mut seen = [0; 1024];
        let _ = tcp.write_all(start).await;
        loop {
            let read = tokio::time::timeout(Duration::from_millis(50), tcp.read(&mut seen)).await;
            let ended = matches!(read, Ok(Ok(0) | Err(_)));
            if ended || tcp.write_all(piece).await.is_err() {
                return;
            }
        }
    };
    soon(dripping).await;
}

#[tokio::test]
async fn headers_that_come_drop_by_drop_are_not_waited_for() {
    let (lab, app) = (Lab::with(impatient(false)), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let head = b"GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n";
    drip(lab.tcp().await, head, b"X: y\r\n").await;
    drip(lab.tcp().await, b"G", b"E").await;
    drip(lab.tcp().await, b"\r\n", b"\r\n").await;
    assert_eq!(app.connections(), 0);
}

#[tokio::test]
async fn a_handshake_that_comes_drop_by_drop_is_not_waited_for() {
    let lab = Lab::with(impatient(true));
    let hello = [0x16, 0x03, 0x01, 0x02, 0x00, 0x01];
    drip(lab.tcp().await, &hello, &[0]).await;
    lab.counts("gatehouse_tls_handshakes_failed_total{reason=\"timeout\"} 1").await;
    lab.counts("gatehouse_connections_open{transport=\"tls\"} 0").await;
}

#[tokio::test]
async fn a_second_request_must_come_in_time_too() {
    let (lab, app) = (Lab::with(impatient(false)), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    let answer = wire.ask("GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert_eq!(answer.text(), "ok");
    wire.send("GET /apps/x/ HTTP/1.1\r\nHost: loc").await;
    let rest = wire.until_closed().await;
    assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 4"), "{rest:?}");
    lab.counts("gatehouse_connections_open{transport=\"plain\"} 0").await;
}

/// A large answer that nobody reads.
#[tokio::test]
async fn an_answer_that_is_not_read_is_given_up() {
    let app = RawApp::start(|mut talk| async move {
        talk.request().await;
        talk.say("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n").await;
        let piece = vec![b'x'; 64 * 1024];
        while talk.say(&piece).await {}
    })
    .await;
    for secure in [false, true] {
        let lab = Lab::with(impatient(secure));
        let route = lab.lead(route("x", &app.to()));
        let mut stream = lab.connect("http/1.1").await;
        stream.write_all(b"GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n\r\n").await.expect("sent");
        stream.flush().await.expect("sent");
        lab.holds(1).await;
        lab.holds(0).await;
        let kind = if secure { "tls" } else { "plain" };
        lab.counts(&format!("gatehouse_connections_open{{transport=\"{kind}\"}} 0")).await;
        let client = || route.app.traffic.figures().faults[Fault::Client as usize];
        until("it is counted", || client() == 1).await;
    }
}

/// A client that reads slowly, but reads, gets everything.
#[tokio::test]
async fn an_answer_that_is_read_slowly_arrives() {
    const LENGTH: usize = 8_000_000;
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {LENGTH}\r\n\r\n");
    let (lab, app) = (
        Lab::with(impatient(false)),
        RawApp::answering([head.as_bytes(), &vec![b'x'; LENGTH]].concat()).await,
    );
    lab.lead(route("x", &app.to()));
    let mut tcp = lab.tcp().await;
    SockRef::from(&tcp).set_recv_buffer_size(64 * 1024).expect("a TCP option");
    tcp.write_all(b"GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .await
        .expect("sent");
    let mut piece = vec![0; 100_000];
    let mut read = 0;
    while let Ok(count @ 1..) = soon(tcp.read(&mut piece)).await {
        read += count;
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
    assert!(read > LENGTH, "{read}");
}

#[tokio::test]
async fn many_idle_connections_keep_nobody_out() {
    let (lab, app) = (Lab::with(impatient(false)), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let mut idle = Vec::new();
    for _ in 0..500 {
        idle.push(lab.tcp().await);
    }
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.status, 200);
    lab.counts("gatehouse_connections_open{transport=\"plain\"} 0").await;
    drop(idle);
}

/// A body that comes drop by drop moves, and one that stops is ended by its own limit.
#[tokio::test]
async fn a_body_that_stops_is_ended_and_costs_the_app_nothing() {
    let proxy = ProxyConfig {
        idle_timeout: Span(SHORT),
        response_timeout: Span(SHORT),
        ..ProxyConfig::default()
    };
    let lab = Lab::with(Setup { proxy, ..Setup::default() });
    let app = RawApp::fine().await;
    lab.lead(route("x", &app.to()));
    let mut stuck = Vec::new();
    for _ in 0..50 {
        let mut wire = lab.wire().await;
        wire.send("POST /apps/x/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx").await;
        stuck.push(wire);
    }
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.status, 200);
    for mut wire in stuck {
        assert_eq!(wire.answer().await.status(), 408);
    }
    assert_eq!(app.requests().await.len(), 1);
    lab.counts("gatehouse_connections_open{transport=\"plain\"} 0").await;
}
