//! HTTP/2 can say things that HTTP/1.1 would read differently. None of them reaches an app.

use crate::frames::{DATA, END_STREAM, Frames, frame, head, literal};
use crate::lab::{Lab, until};
use crate::raw_app::RawApp;
use crate::routes::route;

const SMUGGLED: &str = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";

async fn lab() -> (Lab, RawApp) {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    (lab, app)
}

/// Sends a request with this block of headers and this body, and returns the status.
async fn send(lab: &Lab, block: &[u8], body: &[u8]) -> Option<u16> {
    let mut frames = Frames::open(lab.tcp().await).await;
    frames.request(1, 0, block).await;
    frames.send(&frame(DATA, END_STREAM, 1, body)).await;
    frames.status(1).await
}

/// The app may have heard of the request, but of no second one, and not of a whole one.
async fn assert_nothing_smuggled(lab: &Lab, app: &RawApp, case: &str) {
    lab.holds(0).await;
    let seen = String::from_utf8_lossy(&app.bytes()).into_owned();
    assert!(!seen.contains("smuggled"), "{case}: {seen}");
    assert_eq!(app.requests().await.len(), 0, "{case}: {seen}");
}

#[tokio::test]
async fn a_body_that_is_longer_or_shorter_than_it_says_is_never_whole() {
    for (length, body) in [
        ("0", SMUGGLED),
        ("3", &*format!("abc{SMUGGLED}")),
        ("1", "ab"),
        ("1000", "abc"),
        ("1", ""),
    ] {
        let (lab, app) = lab().await;
        let block = head("POST", "/apps/x/", &[("content-length", length)]);
        let status = send(&lab, &block, body.as_bytes()).await;
        assert!(status.is_none_or(|status| status == 400), "{length}: {status:?}");
        assert_nothing_smuggled(&lab, &app, length).await;
    }
}

#[tokio::test]
async fn a_length_that_is_not_one_plain_number_is_refused() {
    for fields in [
        &[("content-length", "3"), ("content-length", "5")][..],
        &[("content-length", "+5")],
        &[("content-length", "5, 5")],
        &[("content-length", "-1")],
        &[("content-length", "five")],
        &[("content-length", "")],
    ] {
        let (lab, app) = lab().await;
        let block = head("POST", "/apps/x/", fields);
        let status = send(&lab, &block, b"hello").await;
        assert!(status.is_none_or(|status| status == 400), "{fields:?}: {status:?}");
        assert_nothing_smuggled(&lab, &app, &format!("{fields:?}")).await;
    }
}

#[tokio::test]
async fn headers_of_a_connection_have_no_place_in_http2() {
    for field in [
        ("transfer-encoding", "chunked"),
        ("connection", "close"),
        ("keep-alive", "timeout=5"),
        ("proxy-connection", "keep-alive"),
        ("upgrade", "websocket"),
        ("te", "gzip"),
    ] {
        let (lab, app) = lab().await;
        let block = head("POST", "/apps/x/", &[field]);
        let status = send(&lab, &block, format!("0\r\n\r\n{SMUGGLED}").as_bytes()).await;
        assert!(status.is_none_or(|status| (200..500).contains(&status)), "{field:?}: {status:?}");
        for request in app.requests().await {
            assert_eq!(request.target(), "/", "{field:?}");
            assert_eq!(request.value(field.0).filter(|value| *value == field.1), None, "{field:?}");
        }
    }
}

#[tokio::test]
async fn fields_that_would_break_a_line_are_refused() {
    for (name, value) in [
        ("x", "a\r\nX-Injected: 1"),
        ("x", "a\nX-Injected: 1"),
        ("x", "a\rb"),
        ("x", "a\0b"),
        ("x\r\nx-injected", "1"),
        ("x: 1\r\nx-injected", "1"),
        ("x injected", "1"),
        ("X-Injected", "1"),
        ("x:injected", "1"),
        ("", "injected"),
        ("cookie", "a=1\r\nX-Injected: 1"),
        ("host", "localhost\r\nX-Injected: 1"),
    ] {
        let (lab, app) = lab().await;
        let block = head("POST", "/apps/x/", &[(name, value)]);
        let status = send(&lab, &block, b"hello").await;
        assert!(status.is_none_or(|status| status == 400), "{name:?} {value:?}: {status:?}");
        assert_eq!(app.connections(), 0, "{name:?} {value:?}");
    }
}

#[tokio::test]
async fn a_request_line_cannot_be_forged() {
    let (lab, app) = lab().await;
    let injected = " HTTP/1.1\r\nHost: localhost\r\n\r\nGET /smuggled";
    let fields = [
        [(":method", "GET"), (":path", &*format!("/apps/x/{injected}")), (":scheme", "http")],
        [
            (":method", &*format!("GET /apps/x/{injected}")),
            (":path", "/apps/x/"),
            (":scheme", "http"),
        ],
        [(":method", "GET "), (":path", "/apps/x/"), (":scheme", "http")],
        [(":method", ""), (":path", "/apps/x/"), (":scheme", "http")],
        [(":method", "GET"), (":path", "/apps/x/?a b"), (":scheme", "http")],
        [(":method", "GET"), (":path", "/apps/x/?\r\nX: y"), (":scheme", "http")],
        [(":method", "GET"), (":path", "/apps/x/"), (":scheme", "http://evil/?")],
        [(":method", "GET"), (":path", "/apps/x/"), (":path", "/apps/x/other")],
        [(":method", "GET"), (":method", "POST"), (":path", "/apps/x/")],
        [(":method", "GET"), (":path", "/apps/x/"), (":status", "200")],
    ];
    for fields in fields {
        for authority in ["localhost", "localhost\r\nX: y", "localhost/apps/x", "a@localhost", ""] {
            let mut block = Vec::new();
            for (name, value) in fields.iter().chain(&[(":authority", authority)]) {
                literal(&mut block, name, value);
            }
            let mut frames = Frames::open(lab.tcp().await).await;
            frames.request(1, END_STREAM, &block).await;
            let status = frames.status(1).await;
            let refused = status.is_none_or(|status| (400..500).contains(&status));
            assert!(refused, "{fields:?} {authority:?}: {status:?}");
        }
    }
    assert_eq!(app.connections(), 0, "{}", String::from_utf8_lossy(&app.bytes()));
}

/// A body of HTTP/2 whose length is not known is sent in chunks, which no content can end.
#[tokio::test]
async fn content_that_looks_like_the_end_of_chunks_is_content() {
    let (lab, app) = lab().await;
    let body = format!("0\r\n\r\n{SMUGGLED}");
    assert_eq!(send(&lab, &head("POST", "/apps/x/", &[]), body.as_bytes()).await, Some(200));
    assert_eq!(app.request().await.text(), body);
}

#[tokio::test]
async fn a_client_that_resets_its_upload_leaves_no_whole_request() {
    let (lab, app) = lab().await;
    let mut frames = Frames::open(lab.tcp().await).await;
    frames.request(1, 0, &head("POST", "/apps/x/", &[])).await;
    frames.send(&frame(DATA, 0, 1, b"part")).await;
    until("the app has got it", || app.bytes().ends_with(b"part\r\n")).await;
    frames.send(&frame(crate::frames::RESET, 0, 1, &[0, 0, 0, 8])).await;
    lab.holds(0).await;
    assert_eq!(app.requests().await.len(), 0);
}
