//! Whoever is shut out is shut out at once, also in the middle of what an app is sending.

use std::time::Duration;

use futures::{SinkExt, StreamExt};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::json;
use testkit::{Gateway, PATIENCE};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, accept_async, client_async};

use crate::browser::PASSWORD;
use crate::people::{Calls, api_key, pair, text};
use crate::routes::{metric, put_route};
use crate::upstream::{Upstream, read_head};

/// An app that sends events without end, ten a second.
async fn ticker() -> Upstream {
    Upstream::raw(async |mut stream: TcpStream| {
        read_head(&mut stream).await;
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\
                    Transfer-Encoding: chunked\r\n\r\n";
        let _ = stream.write_all(head.as_bytes()).await;
        while stream.write_all(b"9\r\ndata: x\n\n\r\n").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    })
    .await
}

async fn gateway(app: &Upstream) -> Gateway {
    let config = "rate_limits: {enabled: false}\nhealth_checks: {enabled: false}\n";
    let gateway = Gateway::launch().config(config).start().await;
    put_route(&gateway, "app", json!({ "to": app.url(), "websocket": true })).await;
    gateway
}

async fn begun(call: RequestBuilder) -> Response {
    let mut answer = call.timeout(PATIENCE * 6).send().await.expect("an answer");
    assert_eq!(answer.status(), 200);
    assert!(answer.chunk().await.expect("a piece").is_some());
    answer
}

async fn ends(mut answer: Response) {
    let end = timeout(PATIENCE, async {
        while answer.chunk().await.is_ok_and(|piece| piece.is_some()) {}
    });
    assert!(end.await.is_ok(), "it goes on");
}

#[tokio::test]
async fn a_stream_ends_with_the_credential_that_opened_it() {
    let app = ticker().await;
    let gateway = gateway(&app).await;
    let phone = pair(&gateway, "phone", "ios").await.token;
    let tablet = pair(&gateway, "tablet", "ios").await.token;
    let (key_id, key) = api_key(&gateway, &["access:*"]).await;
    gateway.admin_token().await;
    let who = json!({ "username": "admin", "password": PASSWORD });
    let login = gateway.post("/api/v1/auth/login", &who).send().await.expect("an answer");
    let cookie = login.headers()["set-cookie"].to_str().expect("text").to_owned();
    let cookie = cookie.split(';').next().expect("a pair").to_owned();
    let admin = text(&login.json::<serde_json::Value>().await.expect("JSON")["token"]);

    let ask = || gateway.get("/apps/app/");
    let by_phone = begun(ask().bearer_auth(&phone)).await;
    let mut by_tablet = begun(ask().bearer_auth(&tablet)).await;
    let by_key = begun(ask().header("X-API-Key", &key)).await;
    let by_cookie = begun(ask().header("Cookie", &cookie)).await;
    let by_token = begun(ask().bearer_auth(&admin)).await;

    let revoke = gateway.request(Method::DELETE, "/api/v1/devices/phone");
    assert_eq!(revoke.answer().await.0, 200);
    ends(by_phone).await;
    assert_eq!(ask().bearer_auth(&phone).answer().await.0, 401);
    let revoke = gateway.request(Method::DELETE, &format!("/api/v1/apikeys/{key_id}"));
    assert_eq!(revoke.answer().await.0, 200);
    ends(by_key).await;
    assert_eq!(ask().header("X-API-Key", &key).answer().await.0, 401);
    let out = gateway.post("/api/v1/auth/logout", &json!({})).bearer_auth(&admin);
    assert_eq!(out.answer().await.0, 200);
    ends(by_cookie).await;
    ends(by_token).await;
    assert_eq!(ask().header("Cookie", &cookie).answer().await.0, 401);
    assert!(by_tablet.chunk().await.expect("a piece").is_some(), "others are not disturbed");
    assert_eq!(metric(&gateway, "gatehouse_upstream_connections_open").await, 1.0);
}

/// Opens a socket through the gateway to the app behind it.
async fn socket(gateway: &Gateway, token: &str) -> WebSocketStream<TcpStream> {
    let url = gateway.url("/apps/app/live").replace("http://", "ws://");
    let mut request = url.into_client_request().expect("a request");
    let bearer = format!("Bearer {token}").parse().expect("a value");
    request.headers_mut().insert("Authorization", bearer);
    let stream = TcpStream::connect(("127.0.0.1", gateway.port())).await.expect("a connection");
    client_async(request, stream).await.expect("a socket").0
}

#[tokio::test]
async fn a_socket_to_an_app_ends_with_the_device() {
    let app = Upstream::raw(async |stream: TcpStream| {
        let mut socket = accept_async(stream).await.expect("a socket");
        while let Some(Ok(message)) = socket.next().await {
            if message.is_text() && socket.send(message).await.is_err() {
                break;
            }
        }
    })
    .await;
    let gateway = gateway(&app).await;
    let phone = pair(&gateway, "phone", "ios").await.token;
    let tablet = pair(&gateway, "tablet", "ios").await.token;
    let (mut doomed, mut other) = (socket(&gateway, &phone).await, socket(&gateway, &tablet).await);
    for socket in [&mut doomed, &mut other] {
        socket.send(Message::text("hello")).await.expect("sent");
        let heard = timeout(PATIENCE, socket.next()).await.expect("in time").expect("open");
        assert_eq!(heard.expect("a message"), Message::text("hello"));
    }
    let revoke = gateway.request(Method::DELETE, "/api/v1/devices/phone");
    assert_eq!(revoke.answer().await.0, 200);
    let end = timeout(PATIENCE, async { while let Some(Ok(_)) = doomed.next().await {} }).await;
    assert!(end.is_ok(), "it goes on");
    other.send(Message::text("still here")).await.expect("sent");
    let heard = timeout(PATIENCE, other.next()).await.expect("in time").expect("open");
    assert_eq!(heard.expect("a message"), Message::text("still here"));
}
