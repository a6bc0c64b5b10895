//! What every request meets, whatever the protocol.

use edge::Limits;
use http::{Request, Version};
use http_body_util::Empty;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::client::{Answer, get, read};
use crate::lab::{Lab, soon};

const H2_TARGET: &str = "https://localhost/";

/// The same request over both protocols, with and without TLS.
async fn everywhere(method: &str, path: &str) -> Vec<Answer> {
    let mut answers = Vec::new();
    let request = |target: String| {
        let request = Request::builder().method(method).uri(target).header("host", "localhost");
        request.body(Empty::new()).expect("a request")
    };
    for lab in [Lab::plain(Limits::default()), Lab::tls(Limits::default())] {
        let secure = lab.handshake("http/1.1").await.ok();
        let mut http1 = match secure {
            Some(stream) => lab.http1(stream).await,
            None => lab.http1(lab.tcp().await).await,
        };
        let mut http2 = match lab.handshake("h2").await {
            Ok(stream) => lab.http2(stream).await,
            Err(_) => lab.http2(lab.tcp().await).await,
        };
        let response = soon(http1.send_request(request(path.to_owned()))).await;
        answers.push(read(response.expect("an answer")).await);
        let response = soon(http2.send_request(request(format!("https://localhost{path}")))).await;
        answers.push(read(response.expect("an answer")).await);
    }
    answers
}

#[tokio::test]
async fn both_protocols_are_served_plain_and_encrypted() {
    let answers = everywhere("GET", "/").await;
    let expected = [
        (Version::HTTP_11, false),
        (Version::HTTP_2, false),
        (Version::HTTP_11, true),
        (Version::HTTP_2, true),
    ];
    for (answer, (version, secure)) in answers.iter().zip(expected) {
        assert_eq!((answer.status.as_u16(), answer.version), (200, version));
        let seen: Value = serde_json::from_str(&answer.body).expect("JSON");
        assert_eq!(seen["secure"], secure);
        assert_eq!(seen["local"], true);
        assert_eq!(seen["address"], "127.0.0.1");
        assert_eq!(answer.headers["x-api-version"], "v1");
        assert_eq!(seen["requestId"], answer.headers["x-request-id"].to_str().expect("text"));
        assert_eq!(answer.headers["x-request-id"].len(), 16);
    }
    let ids: std::collections::HashSet<_> =
        answers.iter().map(|answer| &answer.headers["x-request-id"]).collect();
    assert_eq!(ids.len(), 4);
}

#[tokio::test]
async fn a_panic_is_an_answer_without_details_and_the_connection_lives() {
    for answer in everywhere("GET", "/panic").await {
        assert_eq!(answer.status, 500);
        let body: Value = serde_json::from_str(&answer.body).expect("JSON");
        assert_eq!(body["error"]["code"], "INTERNAL_ERROR");
        assert!(!answer.body.contains("4711"), "{}", answer.body);
        assert_eq!(answer.headers["x-api-version"], "v1");
        assert!(answer.headers.contains_key("x-request-id"));
    }
    let lab = Lab::tls(Limits::default());
    let mut sender = lab.http2(lab.handshake("h2").await.expect("TLS")).await;
    let panicked = soon(sender.send_request(get("https://localhost/panic"))).await;
    assert_eq!(panicked.expect("an answer").status(), 500);
    assert_eq!(soon(sender.send_request(get(H2_TARGET))).await.expect("an answer").status(), 200);
}

#[tokio::test]
async fn methods_that_reveal_or_tunnel_are_refused() {
    for method in ["TRACE", "TRACK"] {
        for answer in everywhere(method, "/").await {
            assert_eq!(answer.status, 405, "{method}");
            let body: Value = serde_json::from_str(&answer.body).expect("JSON");
            assert_eq!(body["error"]["code"], "METHOD_NOT_ALLOWED");
            assert!(answer.headers["allow"].to_str().expect("text").contains("GET"));
        }
    }
    let lab = Lab::plain(Limits::default());
    let connect =
        b"CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\nConnection: close\r\n\r\n";
    let answer = lab.raw(connect).await;
    assert!(answer.starts_with("HTTP/1.1 405"), "{answer}");
    assert!(answer.contains("METHOD_NOT_ALLOWED"), "{answer}");
    let mut sender = lab.http2(lab.tcp().await).await;
    let connect = Request::connect("localhost:22").body(Empty::new()).expect("a request");
    assert_eq!(soon(sender.send_request(connect)).await.expect("an answer").status(), 405);
}

#[tokio::test]
async fn a_request_whose_host_is_in_doubt_is_refused() {
    let lab = Lab::plain(Limits::default());
    for head in [
        "GET / HTTP/1.1\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n",
        "GET / HTTP/1.1\r\nHost: user@localhost\r\n",
        "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n",
    ] {
        let answer = lab.raw(format!("{head}Connection: close\r\n\r\n").as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{head}: {answer}");
        assert!(answer.contains("INVALID_REQUEST"), "{head}: {answer}");
        assert!(answer.contains("x-api-version: v1"), "{head}: {answer}");
    }
    let mut sender = lab.http2(lab.tcp().await).await;
    let mut request = get("http://evil.example/");
    request.headers_mut().insert("host", "localhost".parse().expect("a value"));
    assert_eq!(soon(sender.send_request(request)).await.expect("an answer").status(), 400);
}

#[tokio::test]
async fn headers_beyond_the_limit_are_refused() {
    let lab = Lab::plain(Limits::default());
    let path = "a".repeat(70_000);
    let answer =
        lab.raw(format!("GET /{path} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes()).await;
    assert!(
        answer.starts_with("HTTP/1.1 414") || answer.starts_with("HTTP/1.1 431"),
        "{}",
        &answer[..answer.len().min(200)]
    );
}

#[tokio::test]
async fn an_upgraded_connection_carries_bytes_and_keeps_its_place() {
    let lab = Lab::tls(Limits::default());
    let mut sender = lab.http1(lab.handshake("http/1.1").await.expect("TLS")).await;
    let mut request = get("/echo");
    request.headers_mut().insert("connection", "upgrade".parse().expect("a value"));
    request.headers_mut().insert("upgrade", "echo".parse().expect("a value"));
    let response = soon(sender.send_request(request)).await.expect("an answer");
    assert_eq!(response.status(), 101);
    let mut stream = TokioIo::new(soon(hyper::upgrade::on(response)).await.expect("an upgrade"));
    stream.write_all(b"hello").await.expect("an open stream");
    let mut echoed = [0; 5];
    soon(stream.read_exact(&mut echoed)).await.expect("an echo");
    assert_eq!(&echoed, b"hello");
    lab.counts("gatehouse_connections_open{transport=\"tls\"} 1").await;
    drop(stream);
    lab.counts("gatehouse_connections_open{transport=\"tls\"} 0").await;
}
