//! What a client may say, and what it is answered.

use std::time::{Duration, Instant};

use hub::Limits;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::client::Client;
use crate::server::Server;

#[tokio::test]
async fn what_is_not_understood_is_answered_and_the_socket_stays_open() {
    let server = Server::start().await;
    let mut client = Client::welcomed(&server, "phone").await;
    for (message, code) in [
        (Message::text(r#"{"type":"dance","data":{}}"#), "UNKNOWN_TYPE"),
        (Message::text(r#"{"data":{}}"#), "INVALID_REQUEST"),
        (Message::text("{"), "INVALID_REQUEST"),
        (Message::text(""), "INVALID_REQUEST"),
        (Message::binary(b"{}".as_slice()), "INVALID_REQUEST"),
        (Message::text(r#"{"type":"auth","data":{"token":"admin"}}"#), "INVALID_REQUEST"),
    ] {
        client.send(message.clone()).await;
        let answer = client.hear().await;
        assert_eq!(answer["type"], "error", "{message}");
        assert_eq!(answer["data"]["error"], code, "{message}");
        assert!(answer["data"]["message"].is_string());
    }
    client.say(json!({"type": "pong"})).await;
    client.say(json!({"type": "ping", "data": {"more": 1}, "timestamp": "x"})).await;
    assert_eq!(client.hear().await, json!({"type": "pong", "data": {}}));
}

#[tokio::test]
async fn a_message_over_1_mib_is_closed_with_1009() {
    let server = Server::start().await;
    let mut client = Client::welcomed(&server, "phone").await;
    client.send(Message::text("x".repeat(1 << 20))).await;
    assert_eq!(client.hear().await["data"]["error"], "INVALID_REQUEST");
    client.send(Message::text("x".repeat((1 << 20) + 1))).await;
    assert_eq!(client.closed().await, 1009);

    let mut client = Client::welcomed(&server, "phone").await;
    client.send(Message::text("x".repeat(4 << 20))).await;
    assert_eq!(client.closed().await, 1009);
}

#[tokio::test]
async fn a_message_in_pieces_counts_as_a_whole() {
    let server = Server::start().await;
    let mut client = Client::welcomed(&server, "phone").await;
    let piece =
        |kind, last| Message::Frame(Frame::message(vec![b'x'; 400_000], OpCode::Data(kind), last));
    client.send(piece(Data::Text, false)).await;
    client.send(piece(Data::Continue, false)).await;
    client.send(piece(Data::Continue, true)).await;
    assert_eq!(client.closed().await, 1009);
}

#[tokio::test]
async fn a_text_that_is_not_utf_8_is_closed_with_1007() {
    let server = Server::start().await;
    let mut client = Client::welcomed(&server, "phone").await;
    let frame = Frame::message(vec![0xff, 0xfe], OpCode::Data(Data::Text), true);
    client.send(Message::Frame(frame)).await;
    assert_eq!(client.closed().await, 1007);
}

#[tokio::test]
async fn a_flood_is_slowed_down_and_loses_nothing() {
    let (burst, period) = (10, Duration::from_millis(5));
    let limits = Limits { burst, message_period: period, ..Limits::default() };
    let server = Server::limited(limits).await;
    let mut client = Client::welcomed(&server, "phone").await;
    let started = Instant::now();
    for _ in 0..60 {
        client.say(json!({"type": "ping"})).await;
    }
    for _ in 0..60 {
        assert_eq!(client.hear().await["type"], "pong");
    }
    assert!(started.elapsed() >= period * 45, "only {:?}", started.elapsed());
}

#[tokio::test]
async fn what_is_no_websocket_gets_the_envelope() {
    let server = Server::start().await;
    for (request, status, code) in [
        ("GET /api/v1/ws HTTP/1.1", "400", "INVALID_REQUEST"),
        ("GET /api/v1/ws HTTP/1.1\r\nUpgrade: websocket", "400", "INVALID_REQUEST"),
        ("POST /api/v1/ws HTTP/1.1\r\nContent-Length: 0", "405", "METHOD_NOT_ALLOWED"),
    ] {
        let mut stream = TcpStream::connect(server.address).await.expect("the server listens");
        let text = format!("{request}\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        stream.write_all(text.as_bytes()).await.expect("it is sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{request}: {answer}");
        assert!(answer.contains(&format!("{{\"error\":{{\"code\":\"{code}\"")), "{answer}");
    }
}
