//! Headers that belong to one connection, and those that every answer has.

use crate::client::{asking, bodiless};
use crate::lab::Lab;
use crate::message::Message;
use crate::raw_app::RawApp;
use crate::routes::route;

/// What an app gets when a client sends these header lines.
async fn arriving(lines: &str) -> Message {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let head = format!("GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n");
    let answer = lab.wire().await.ask(head).await;
    assert_eq!(answer.status(), 200, "{lines}");
    app.request().await
}

/// What a client gets when an app sends these header lines.
async fn answered(lines: &str) -> Message {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n{lines}\r\nok");
    let (lab, app) = (Lab::new(), RawApp::answering(head).await);
    lab.lead(route("x", &app.to()));
    let asked = "GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let answer = lab.wire().await.ask(asked).await;
    assert_eq!((answer.status(), answer.text()), (200, "ok"), "{lines}");
    answer
}

#[tokio::test]
async fn ordinary_headers_arrive_as_they_were_sent() {
    let lines = "Accept: a\r\nAccept: b\r\nX-Custom: \t v \r\nRange: bytes=0-9\r\nTraceparent: 00\r\n\
                 If-None-Match: \"x\"\r\nOrigin: http://localhost\r\nX-Requested-With: y\r\n";
    let request = arriving(lines).await;
    assert_eq!(request.values("accept"), ["a", "b"]);
    for (name, value) in [
        ("x-custom", "v"),
        ("range", "bytes=0-9"),
        ("traceparent", "00"),
        ("if-none-match", "\"x\""),
        ("origin", "http://localhost"),
        ("x-requested-with", "y"),
    ] {
        assert_eq!(request.value(name), Some(value), "{name}");
    }
}

#[tokio::test]
async fn a_clients_hop_by_hop_headers_end_here() {
    let lines = "Connection: keep-alive\r\nKeep-Alive: timeout=5\r\nProxy-Connection: keep-alive\r\n\
                 Proxy-Authorization: Basic eA==\r\nProxy-Authenticate: Basic\r\nTE: trailers\r\n\
                 Trailer: X-T\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n";
    let request = arriving(lines).await;
    for name in [
        "connection",
        "keep-alive",
        "proxy-connection",
        "proxy-authorization",
        "proxy-authenticate",
        "te",
        "trailer",
        "upgrade",
        "http2-settings",
        "transfer-encoding",
    ] {
        assert_eq!(request.value(name), None, "{name}");
    }
}

#[tokio::test]
async fn headers_that_the_client_lists_as_its_connections_end_here() {
    for lines in [
        "Connection: X-One, x-two\r\n",
        "Connection: keep-alive, X-One\r\nConnection: X-Two\r\n",
        "Connection: keep-alive\r\nConnection: X-One, X-Two\r\n",
        "Connection: close\r\nConnection: X-One,X-Two\r\n",
    ] {
        let request = arriving(&format!("{lines}X-One: 1\r\nX-Two: 2\r\nX-Three: 3\r\n")).await;
        assert_eq!(request.value("x-one"), None, "{lines}");
        assert_eq!(request.value("x-two"), None, "{lines}");
        assert_eq!(request.value("x-three"), Some("3"), "{lines}");
    }
}

#[tokio::test]
async fn a_client_cannot_list_away_what_the_gateway_says() {
    let lines = "Connection: close, X-Forwarded-For, X-Real-IP, Host, X-Forwarded-Host, \
                 X-Forwarded-Proto, X-Forwarded-Prefix, Remote-User\r\n";
    let request = arriving(lines).await;
    assert_eq!(request.value("x-forwarded-for"), Some("127.0.0.1"));
    assert_eq!(request.value("x-real-ip"), Some("127.0.0.1"));
    assert_eq!(request.value("host"), Some("localhost"));
    assert_eq!(request.value("x-forwarded-host"), Some("localhost"));
    assert_eq!(request.value("x-forwarded-proto"), Some("http"));
    assert_eq!(request.value("x-forwarded-prefix"), Some("/apps/x"));
}

#[tokio::test]
async fn an_apps_hop_by_hop_headers_end_here() {
    let lines = "Connection: keep-alive\r\nKeep-Alive: timeout=5\r\nProxy-Authenticate: Basic\r\n\
                 Proxy-Connection: keep-alive\r\nUpgrade: h2c\r\nTE: x\r\n";
    let answer = answered(lines).await;
    for name in
        ["connection", "keep-alive", "proxy-authenticate", "proxy-connection", "upgrade", "te"]
    {
        assert_eq!(answer.value(name), None, "{name}");
    }
    for lines in
        ["Connection: X-One, x-two\r\n", "Connection: keep-alive\r\nConnection: X-One, X-Two\r\n"]
    {
        let answer = answered(&format!("{lines}X-One: 1\r\nX-Two: 2\r\nX-Three: 3\r\n")).await;
        assert_eq!(answer.value("x-one"), None, "{lines}");
        assert_eq!(answer.value("x-two"), None, "{lines}");
        assert_eq!(answer.value("x-three"), Some("3"), "{lines}");
    }
}

#[tokio::test]
async fn an_apps_other_headers_arrive() {
    let lines = "ETag: \"a\"\r\nCache-Control: max-age=1\r\nVary: Accept\r\nVary: Cookie\r\n\
                 WWW-Authenticate: Basic realm=x\r\nContent-Security-Policy: default-src 'self'\r\n\
                 X-Frame-Options: DENY\r\nServer: y\r\n";
    let answer = answered(lines).await;
    assert_eq!(answer.values("vary"), ["Accept", "Cookie"]);
    for (name, value) in [
        ("etag", "\"a\""),
        ("cache-control", "max-age=1"),
        ("www-authenticate", "Basic realm=x"),
        ("content-security-policy", "default-src 'self'"),
        ("x-frame-options", "DENY"),
        ("server", "y"),
    ] {
        assert_eq!(answer.value(name), Some(value), "{name}");
    }
}

#[tokio::test]
async fn what_would_speak_for_the_whole_origin_is_dropped() {
    let lines = "Strict-Transport-Security: max-age=9\r\nClear-Site-Data: \"*\"\r\n\
                 Alt-Svc: h3=\":1\"\r\n";
    let answer = answered(lines).await;
    for name in ["strict-transport-security", "clear-site-data", "alt-svc"] {
        assert_eq!(answer.value(name), None, "{name}");
    }
}

#[tokio::test]
async fn every_answer_carries_the_api_version_and_an_id_of_ours() {
    let app = RawApp::answering(
        "HTTP/1.1 200 OK\r\nX-API-Version: 9\r\nX-Request-Id: theirs\r\nContent-Length: 0\r\n\r\n",
    )
    .await;
    let lab = Lab::new();
    lab.publish([route("x", &app.to()), route("gone", "http://127.0.0.1:1")]);
    let mut ids = std::collections::HashSet::new();
    for path in ["/apps/x/", "/apps/x", "/apps/nobody/", "/apps/x/../", "/apps/gone/", "/"] {
        for answer in lab.ask_both(bodiless(asking("GET", path))).await {
            assert_eq!(answer.values("x-api-version"), ["v1"], "{path}");
            let id = answer.values("x-request-id");
            assert_eq!((id.len(), id[0].len()), (1, 16), "{path}");
            assert!(ids.insert(id[0].to_owned()), "{path}");
        }
    }
}
