//! The management socket of the real program.

use futures::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Gateway, PATIENCE};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::people::{Calls, pair};

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// Connects, with an `Origin` as browsers send it where one is given.
async fn connect(gateway: &Gateway, origin: Option<&str>) -> Result<Socket, Error> {
    let url = gateway.url("/api/v1/ws").replace("http://", "ws://");
    let mut request = url.into_client_request()?;
    if let Some(origin) = origin {
        request.headers_mut().insert("Origin", origin.parse().expect("a value"));
    }
    let stream = TcpStream::connect(("127.0.0.1", gateway.port())).await?;
    Ok(client_async(request, stream).await?.0)
}

pub(crate) async fn open(gateway: &Gateway, token: &str) -> Socket {
    let mut socket = connect(gateway, None).await.expect("a socket");
    let auth = json!({ "type": "auth", "data": { "token": token } });
    socket.send(Message::text(auth.to_string())).await.expect("sent");
    assert_eq!(message(&mut socket).await["type"], "auth_success");
    assert_eq!(message(&mut socket).await["type"], "hello");
    socket
}

/// The next message that is JSON.
pub(crate) async fn message(socket: &mut Socket) -> Value {
    loop {
        let next = timeout(PATIENCE, socket.next()).await.expect("a message in time");
        match next.expect("an open socket").expect("a frame") {
            Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
            Message::Close(frame) => panic!("closed: {frame:?}"),
            _ => {}
        }
    }
}

pub(crate) async fn close_code(socket: &mut Socket) -> u16 {
    loop {
        let next = timeout(PATIENCE, socket.next()).await.expect("an end in time");
        if let Message::Close(frame) = next.expect("a close frame").expect("a close frame") {
            return frame.expect("a reason").code.into();
        }
    }
}

#[tokio::test]
async fn events_reach_a_paired_phone_and_revocation_ends_its_socket() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let phone = pair(&gateway, "phone", "ios").await.token;
    let mut socket = open(&gateway, &phone).await;
    let shown = gateway.get("/api/v1/devices/phone").answer().await.1;
    assert_eq!(shown["status"], "online");

    pair(&gateway, "tablet", "android").await;
    let mut event = message(&mut socket).await;
    // Its own pairing may still be on its way when the socket opens.
    if event["data"]["deviceId"] == "phone" {
        event = message(&mut socket).await;
    }
    assert_eq!(event["type"], "device_paired");
    let data = json!({ "deviceId": "tablet", "deviceName": "Test device", "platform": "android" });
    assert_eq!(event["data"], data);

    assert_eq!(gateway.request(Method::DELETE, "/api/v1/devices/phone").answer().await.0, 200);
    assert_eq!(close_code(&mut socket).await, 4003);
}

#[tokio::test]
async fn signing_out_ends_the_sockets_of_that_token() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let admin = gateway.admin_token().await;
    let mut socket = open(&gateway, &admin).await;
    let out = gateway.post("/api/v1/auth/logout", &json!({})).bearer_auth(&admin);
    assert_eq!(out.answer().await.0, 200);
    assert_eq!(close_code(&mut socket).await, 4003);
}

#[tokio::test]
async fn a_page_of_another_site_cannot_open_it() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
        match connect(&gateway, Some(origin)).await {
            Err(Error::Http(answer)) => assert_eq!(answer.status(), 403, "{origin}"),
            other => panic!("{origin}: {other:?}"),
        }
    }
    let mut socket = connect(&gateway, Some(&gateway.base_url())).await.expect("a socket");
    let auth = json!({ "type": "auth", "data": { "token": "" } });
    socket.send(Message::text(auth.to_string())).await.expect("sent");
    assert_eq!(message(&mut socket).await["type"], "auth_failed");
    assert_eq!(close_code(&mut socket).await, 4003);
}

#[tokio::test]
async fn stopping_says_goodbye_to_sockets() {
    let mut gateway = Gateway::launch().without_rate_limits().start().await;
    let mut socket = open(&gateway, "").await;
    gateway.signal("TERM");
    assert_eq!(close_code(&mut socket).await, 1001);
    assert!(gateway.ended().await.success());
}
