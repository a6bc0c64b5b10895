//! Pages of other sites, names that lie, and proxies that are not there: none of them is local.

use reqwest::{Client, Method};
use serde_json::json;
use testkit::Gateway;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::people::Calls;

/// The same program over HTTP/1.1 and HTTP/2.
pub(crate) fn both_protocols(gateway: &Gateway) -> [Client; 2] {
    let two = gateway.client_builder().http2_prior_knowledge().build().expect("a client");
    [gateway.client().clone(), two]
}

#[tokio::test]
async fn a_forwarding_header_takes_the_trust_away() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    for client in both_protocols(&gateway) {
        let devices = || client.get(gateway.url("/api/v1/devices"));
        assert_eq!(devices().answer().await.0, 200);
        for (name, value) in [
            ("X-Forwarded-For", "127.0.0.1"),
            ("X-Forwarded-For", "::1"),
            ("X-Real-IP", "127.0.0.1"),
            ("Forwarded", "for=127.0.0.1"),
            ("X-Client-IP", "127.0.0.1"),
            ("True-Client-IP", "127.0.0.1"),
            ("X_Forwarded_For", "127.0.0.1"),
            ("X-Forwarded-Host", "localhost"),
            ("X-Forwarded-Proto", "https"),
        ] {
            assert_eq!(devices().header(name, value).answer().await.0, 401, "{name}");
        }
    }
}

#[tokio::test]
async fn a_page_in_a_browser_is_never_local_under_the_api() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    for client in both_protocols(&gateway) {
        for (name, value) in [
            ("Origin", "https://evil.example"),
            ("Origin", "null"),
            ("Origin", gateway.base_url().as_str()),
            ("Referer", gateway.url("/apps/x/").as_str()),
            ("Sec-Fetch-Site", "cross-site"),
            ("Sec-Fetch-Site", "same-site"),
            ("Sec-Fetch-Site", "same-origin"),
        ] {
            let new = json!({ "name": "x", "scopes": ["read:*"] });
            let make = client.post(gateway.url("/api/v1/apikeys")).json(&new).header(name, value);
            assert_eq!(make.answer().await.0, 401, "{name}: {value}");
        }
        let keys = client.get(gateway.url("/api/v1/apikeys")).answer().await;
        assert_eq!(keys, (200, json!([])));
    }
}

#[tokio::test]
async fn another_site_cannot_use_what_is_open_to_everybody() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let who = json!({ "username": "eve", "password": "correct horse battery" });
    for client in both_protocols(&gateway) {
        for (name, value) in [
            ("Origin", "https://evil.example"),
            ("Origin", "null"),
            ("Sec-Fetch-Site", "cross-site"),
            ("Sec-Fetch-Mode", "no-cors"),
        ] {
            for path in ["/api/v1/auth/setup", "/api/v1/auth/login", "/api/v1/pair"] {
                let call = client.post(gateway.url(path)).json(&who).header(name, value);
                assert_eq!(call.answer().await.0, 403, "{path} with {name}: {value}");
            }
            let qr = client.get(gateway.url("/api/v1/auth/qr")).header(name, value);
            assert_eq!(qr.answer().await.0, 403, "a code with {name}: {value}");
        }
    }
    let status = gateway.get("/api/v1/auth/setup-status").answer().await.1;
    assert_eq!(status["hasUsers"], false);
}

#[tokio::test]
async fn a_form_is_not_json() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let who = r#"{"username":"eve","password":"correct horse battery"}"#;
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let call = gateway.request(Method::POST, "/api/v1/auth/setup");
        let (status, body) = call.header("Content-Type", kind).body(who).answer().await;
        assert_eq!((status, &body["error"]["code"]), (415, &json!("UNSUPPORTED_MEDIA_TYPE")));
    }
    let bare = gateway.request(Method::POST, "/api/v1/auth/setup").body(who);
    assert_eq!(bare.answer().await.0, 415);
    let status = gateway.get("/api/v1/auth/setup-status").answer().await.1;
    assert_eq!(status["hasUsers"], false);
}

#[tokio::test]
async fn nothing_of_ours_can_be_framed_and_no_origin_is_let_in() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    for path in ["/", "/api/docs", "/api/v1/devices", "/healthz", "/metrics", "/no/such/page"] {
        let call = gateway.get(path).header("Origin", "https://evil.example");
        let answer = call.send().await.expect("an answer");
        let headers = answer.headers();
        let policy = headers["content-security-policy"].to_str().expect("text");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert!(headers.keys().all(|name| !name.as_str().starts_with("access-control-")), "{path}");
    }
    let preflight = gateway
        .request(Method::OPTIONS, "/api/v1/devices")
        .header("Origin", "https://evil.example")
        .header("Access-Control-Request-Method", "DELETE");
    let answer = preflight.send().await.expect("an answer");
    assert_eq!(answer.status(), 405);
    assert!(answer.headers().keys().all(|name| !name.as_str().starts_with("access-control-")));
}

/// Sends bytes as they are and gives the status.
async fn raw(gateway: &Gateway, request: &str) -> u16 {
    let mut stream = TcpStream::connect(("127.0.0.1", gateway.port())).await.expect("a connection");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.expect("a status line");
    let head = String::from_utf8_lossy(&head);
    head[9..].parse().unwrap_or_else(|_| panic!("{head}"))
}

#[tokio::test]
async fn a_name_that_is_not_ours_is_not_local() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let port = gateway.port();
    let get =
        |host: &str| format!("GET /api/v1/devices HTTP/1.1\r\n{host}Connection: close\r\n\r\n");
    for (host, wanted) in [
        ("Host: localhost\r\n", 200),
        (&*format!("Host: 127.0.0.1:{port}\r\n"), 200),
        (&*format!("Host: [::1]:{port}\r\n"), 200),
        ("Host: nas.local\r\n", 401),
        ("Host: 192.0.2.1\r\n", 401),
        ("Host: evil.example\r\n", 421),
        ("Host: 127.0.0.1.evil.example\r\n", 421),
        ("Host: localhost.evil.example\r\n", 421),
        ("Host: evil.example:8443\r\n", 421),
        ("", 400),
        ("Host: localhost\r\nHost: evil.example\r\n", 400),
        ("Host: localhost@evil.example\r\n", 400),
    ] {
        assert_eq!(raw(&gateway, &get(host)).await, wanted, "{host:?}");
    }
    let absolute = "GET http://evil.example/api/v1/devices HTTP/1.1\r\nHost: localhost\r\n\r\n";
    assert_eq!(raw(&gateway, absolute).await, 400);
    let setup = r#"{"username":"eve","password":"correct horse battery"}"#;
    let rebound = format!(
        "POST /api/v1/auth/setup HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{setup}",
        setup.len()
    );
    assert_eq!(raw(&gateway, &rebound).await, 421);
    assert_eq!(raw(&gateway, &rebound.replace("evil.example", "nas.local")).await, 403);
    let socket = "GET /api/v1/ws HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\n\
                  Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                  Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    assert_eq!(raw(&gateway, socket).await, 421);
}

#[tokio::test]
async fn methods_that_have_no_place_here_are_refused() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    for method in ["TRACE", "TRACK", "CONNECT"] {
        let target = if method == "CONNECT" { "localhost:443" } else { "/api/v1/devices" };
        let request = format!("{method} {target} HTTP/1.1\r\nHost: localhost:443\r\n\r\n");
        assert_eq!(raw(&gateway, &request).await, 405, "{method}");
    }
    let (status, body) = gateway.request(Method::PUT, "/api/v1/devices").answer().await;
    assert_eq!((status, &body["error"]["code"]), (405, &json!("METHOD_NOT_ALLOWED")));
}
