//! Who may open a socket.

use std::time::Duration;

use hub::Limits;
use kit::Presence;
use serde_json::{Value, json};
use testkit::deadline;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::error::Error;

use crate::client::{Client, Headers, REMOTE};
use crate::server::{PATIENCE, Server};

fn auth(token: &str) -> Value {
    json!({"type": "auth", "data": {"token": token}})
}

#[tokio::test]
async fn a_good_token_is_welcomed_and_told_what_it_may() {
    let server = Server::start().await;
    let mut client = Client::open(&server, REMOTE).await;
    client.say(auth("phone")).await;
    assert_eq!(
        client.hear().await,
        json!({"type": "auth_success", "data": {
            "deviceId": "phone-1",
            "scopes": ["access:*", "read:catalog", "read:events"],
        }})
    );
    assert_eq!(
        client.hear().await,
        json!({"type": "hello", "data": {
            "instanceId": "gh_0123456789abcdef",
            "version": "1.2.3",
            "deviceId": "phone-1",
            "timestamp": 1_700_000_000,
        }})
    );
    let mut client = Client::open(&server, REMOTE).await;
    client.say(auth("admin")).await;
    assert_eq!(client.hear().await["data"]["deviceId"], "user-admin");
}

#[tokio::test]
async fn a_program_on_this_machine_needs_no_token() {
    let server = Server::start().await;
    for first in [auth(""), json!({"type": "auth"}), json!({"type": "auth", "data": {}})] {
        let mut client = Client::open(&server, &[]).await;
        client.say(first).await;
        let answer = client.hear().await;
        assert_eq!(answer["type"], "auth_success");
        assert_eq!(answer["data"]["deviceId"], "local");
    }
    // A token is judged, also from here.
    turned_away(&server, &[], Message::text(auth("wrong").to_string()), "UNAUTHORIZED").await;
    // So is one in a header, and a page in a browser is not a program.
    let own = format!("http://{}", server.address);
    let headers: [Headers; 2] = [&[("authorization", "Bearer wrong")], &[("origin", &own)]];
    for headers in headers {
        turned_away(&server, headers, Message::text(auth("").to_string()), "UNAUTHORIZED").await;
    }
}

#[tokio::test]
async fn whoever_does_not_pass_is_told_why_and_closed_with_4003() {
    let server = Server::start().await;
    for (first, code) in [
        (Message::text(auth("wrong").to_string()), "UNAUTHORIZED"),
        (Message::text(auth("").to_string()), "UNAUTHORIZED"),
        (Message::text(auth("key").to_string()), "UNAUTHORIZED"),
        (Message::text(auth("waiting").to_string()), "FORBIDDEN"),
        (Message::text(r#"{"type":"auth","data":{"token":7}}"#), "INVALID_REQUEST"),
        (Message::text(r#"{"type":"ping","data":{}}"#), "INVALID_REQUEST"),
        (Message::text("hello?"), "INVALID_REQUEST"),
        (Message::text("[".repeat(10_000)), "INVALID_REQUEST"),
        (Message::binary(vec![1, 2, 3]), "INVALID_REQUEST"),
    ] {
        turned_away(&server, REMOTE, first, code).await;
    }
}

async fn turned_away(server: &Server, headers: Headers<'_>, first: Message, code: &str) {
    let mut client = Client::open(server, headers).await;
    client.send(first.clone()).await;
    let answer = client.hear().await;
    assert_eq!(answer["type"], "auth_failed", "{first}");
    assert_eq!(answer["data"]["error"], code, "{first}");
    assert!(answer["data"]["message"].as_str().is_some_and(|text| !text.is_empty()));
    assert_eq!(client.closed().await, 4003, "{first}");
}

#[tokio::test]
async fn whoever_says_nothing_is_closed_with_4001() {
    let limits = Limits { auth_time: Duration::from_millis(200), ..Limits::default() };
    let server = Server::limited(limits).await;
    let mut client = Client::open(&server, REMOTE).await;
    client.send(Message::Ping(Default::default())).await;
    assert_eq!(client.closed().await, 4001);
}

#[tokio::test]
async fn a_foreign_page_is_refused_before_the_upgrade() {
    let server = Server::start().await;
    let headers: [Headers; 4] = [
        &[("origin", "https://evil.example")],
        &[("origin", "null")],
        &[("sec-fetch-site", "cross-site")],
        &[("origin", "https://evil.example"), ("authorization", "Bearer phone")],
    ];
    for headers in headers {
        let (status, body) = refused(&server, headers).await;
        assert_eq!((status, body["error"]["code"].as_str()), (403, Some("FORBIDDEN")));
    }
}

async fn refused(server: &Server, headers: Headers<'_>) -> (u16, Value) {
    match Client::try_open(server, headers).await {
        Err(Error::Http(response)) => {
            let body = response.body().as_deref().unwrap_or_default();
            (response.status().as_u16(), serde_json::from_slice(body).unwrap_or_default())
        }
        Err(error) => panic!("refused in some other way: {error}"),
        Ok(_) => panic!("not refused"),
    }
}

#[tokio::test]
async fn a_device_is_present_while_its_socket_is_open() {
    let server = Server::start().await;
    assert!(!server.hub.is_online("phone-1"));
    let first = Client::welcomed(&server, "phone").await;
    let second = Client::welcomed(&server, "phone").await;
    assert!(server.hub.is_online("phone-1"));
    drop(first);
    let one_left = async || server.measured("gatehouse_sockets_open 1");
    deadline("one socket is left", PATIENCE, one_left).await;
    assert!(server.hub.is_online("phone-1"));
    drop(second);
    deadline("the phone is away", PATIENCE, async || !server.hub.is_online("phone-1")).await;
}

#[tokio::test]
async fn sockets_are_counted_for_each_device_and_for_all() {
    let limits = Limits { sockets: 4, sockets_per_device: 2, ..Limits::default() };
    let server = Server::limited(limits).await;
    let _first = Client::welcomed(&server, "phone").await;
    let _second = Client::welcomed(&server, "phone").await;
    let third = Message::text(auth("phone").to_string());
    turned_away(&server, REMOTE, third, "RATE_LIMIT_EXCEEDED").await;
    let _other = Client::welcomed(&server, "tablet").await;
    let two_left = async || server.measured("gatehouse_sockets_open 3");
    deadline("the refused socket is gone", PATIENCE, two_left).await;
    let _last = Client::welcomed(&server, "admin").await;
    let (status, body) = refused(&server, REMOTE).await;
    assert_eq!((status, body["error"]["code"].as_str()), (503, Some("SERVICE_UNAVAILABLE")));
}
