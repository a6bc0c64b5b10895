//! Clients that are slow, silent or many.

use std::time::Duration;

use edge::{Limits, Listener};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::client::{get, read};
use crate::lab::{Lab, soon};

/// Enough for a request to come in time on a machine that is busy with other tests.
const IN_TIME: Duration = Duration::from_secs(4);

/// For clients that are to be too late.
fn impatient() -> Limits {
    let short = Duration::from_millis(200);
    Limits { handshake_time: short, header_time: short, ..Limits::default() }
}

/// Sends `start`, then waits for the server to hang up.
async fn is_dropped(lab: &Lab, start: &[u8]) {
    let mut tcp = lab.tcp().await;
    tcp.write_all(start).await.expect("bytes are sent");
    // Whether it ends with a close or a reset makes no difference.
    let _ = soon(tcp.read_to_end(&mut Vec::new())).await;
}

#[tokio::test]
async fn a_handshake_that_stalls_is_dropped() {
    let lab = Lab::tls(impatient());
    is_dropped(&lab, b"").await;
    is_dropped(&lab, &[0x16, 0x03, 0x01]).await;
    lab.counts("gatehouse_tls_handshakes_failed_total{reason=\"timeout\"} 2").await;
}

#[tokio::test]
async fn slow_headers_and_silence_are_dropped() {
    let lab = Lab::plain(impatient());
    for start in [
        &b""[..],
        b"G",
        b"GET / HTTP/1.1\r\nHost: loc",
        b"PRI * HT",
        b"PRI * HTTP/2.0\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
    ] {
        is_dropped(&lab, start).await;
    }
}

#[tokio::test]
async fn a_kept_connection_that_stays_idle_is_closed() {
    let lab = Lab::plain(Limits { header_time: IN_TIME, ..Limits::default() });
    let answer = lab.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn an_http2_connection_in_use_outlives_the_first_request_limit() {
    let lab = Lab::plain(Limits { header_time: IN_TIME, ..Limits::default() });
    let mut sender = lab.http2(lab.tcp().await).await;
    assert_eq!(
        soon(sender.send_request(get("http://localhost/"))).await.expect("ok").status(),
        200
    );
    tokio::time::sleep(IN_TIME + Duration::from_secs(1)).await;
    assert_eq!(
        soon(sender.send_request(get("http://localhost/"))).await.expect("ok").status(),
        200
    );
}

#[tokio::test]
async fn beyond_the_bound_clients_wait_until_another_leaves() {
    let lab = Lab::plain(Limits { connections: 1, ..Limits::default() });
    let mut first = lab.http1(lab.tcp().await).await;
    assert_eq!(soon(first.send_request(get("/"))).await.expect("an answer").status(), 200);
    let mut second = lab.http1(lab.tcp().await).await;
    let mut waiting = Box::pin(second.send_request(get("/")));
    let early = tokio::time::timeout(Duration::from_millis(100), &mut waiting).await;
    assert!(early.is_err(), "the second was served beside the first");
    drop(first);
    assert_eq!(soon(waiting).await.expect("an answer").status(), 200);
}

#[tokio::test]
async fn a_plain_request_on_the_tls_port_is_told_so() {
    let lab = Lab::tls(Limits::default());
    let answer = lab.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
    let expected = json!({
        "error": { "code": "INVALID_REQUEST", "message": "This port speaks HTTPS" }
    });
    assert_eq!(body.parse::<Value>().expect("JSON"), expected);
    for header in ["x-api-version: v1", "content-type: application/json", "x-frame-options: DENY"] {
        assert!(head.contains(header), "{head}");
    }
    assert!(head.contains(&format!("content-length: {}\r\n", body.len())), "{head}");
}

#[tokio::test]
async fn an_empty_host_means_every_interface_of_both_families() {
    let listener = Listener::bind(":0").expect("a free port");
    let address = listener.local_addr();
    let port = address.port();
    assert_ne!(port, 0);
    let lab = Lab::plain(Limits::default());
    lab.serve_also(&listener);
    let both = address.is_ipv6();
    for host in ["127.0.0.1", "[::1]"].into_iter().take(if both { 2 } else { 1 }) {
        let tcp = soon(tokio::net::TcpStream::connect(format!("{host}:{port}"))).await;
        let mut sender = lab.http1(tcp.expect("a connection")).await;
        let answer = read(soon(sender.send_request(get("/"))).await.expect("an answer")).await;
        assert!(answer.body.contains("\"local\":true"), "{host}: {}", answer.body);
    }
}

#[tokio::test]
async fn a_name_is_bound_at_every_address_it_has_under_one_port() {
    let listener = Listener::bind("localhost:0").expect("a free port");
    let port = listener.local_addr().port();
    let taken = Listener::bind(&format!("localhost:{port}")).expect_err("it is taken");
    assert_eq!(taken.kind(), std::io::ErrorKind::AddrInUse);
    assert!(taken.to_string().contains(&format!("`localhost:{port}`")), "{taken}");
}

#[tokio::test]
async fn what_is_no_address_is_a_clear_error() {
    for address in ["", ":", ":http", "8443", ":99999", "127.0.0.1:x"] {
        let error = Listener::bind(address).expect_err(address);
        assert!(error.to_string().contains(&format!("`{address}`")), "{error}");
    }
}

/// Clients that keep connections would lose their next request.
#[tokio::test]
async fn an_answer_before_the_body_was_read_says_that_the_connection_ends() {
    let lab = Lab::plain(Limits::default());
    for (start, body, closes) in [
        ("POST /", "hello", true),
        ("POST /apps/nobody/", "hello", true),
        ("TRACE /", "hello", true),
        ("POST /read", "hello", false),
        ("POST /", "", false),
    ] {
        let mut wire = lab.wire().await;
        let length = body.len();
        let head =
            format!("{start} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n");
        wire.send(head).await;
        if !closes {
            wire.send(body).await;
        }
        let answer = wire.head().await;
        assert_eq!(answer.value("connection") == Some("close"), closes, "{start} {body:?}");
    }
}
