//! JSON bodies: bounded, typed, strict.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use bytes::Bytes;
use futures::stream;

use crate::lab::{LOCAL, Lab, post_json, request, with};

const MEBIBYTE: usize = 1 << 20;

/// A body of exactly this length.
fn of_length(length: usize) -> String {
    let frame = r#"{"name":""}"#.len();
    format!(r#"{{"name":"{}"}}"#, "x".repeat(length - frame))
}

#[tokio::test]
async fn a_mebibyte_passes_and_a_byte_more_does_not() {
    let lab = Lab::new();
    for path in ["/api/v1/things", "/api/v1/optional"] {
        let fits = lab.send(LOCAL, post_json(path, of_length(MEBIBYTE))).await;
        assert_eq!(fits.status, 200);
        let too_large = lab.send(LOCAL, post_json(path, of_length(MEBIBYTE + 1))).await;
        too_large.assert_error(413, "PAYLOAD_TOO_LARGE");
    }
}

#[tokio::test]
async fn a_stream_without_length_is_not_read_past_the_limit() {
    let sent = Arc::new(AtomicUsize::new(0));
    let counter = sent.clone();
    let endless = stream::repeat_with(move || {
        counter.fetch_add(1, Ordering::Relaxed);
        Ok::<_, Infallible>(Bytes::from_static(&[b' '; 16 * 1024]))
    });
    let request = post_json("/api/v1/things", Body::from_stream(endless));
    let answer = Lab::new().send(LOCAL, request).await;
    answer.assert_error(413, "PAYLOAD_TOO_LARGE");
    assert!(sent.load(Ordering::Relaxed) <= MEBIBYTE / (16 * 1024) + 1);
}

#[tokio::test]
async fn a_body_that_breaks_off_is_refused() {
    let parts = [Ok(Bytes::from_static(b"{\"name\":")), Err("the line is dead")];
    let body = Body::from_stream(stream::iter(parts));
    let answer = Lab::new().send(LOCAL, post_json("/api/v1/things", body)).await;
    answer.assert_error(400, "INVALID_REQUEST");
    assert!(!String::from_utf8_lossy(&answer.body).contains("dead"));
}

#[tokio::test]
async fn only_json_is_read() {
    let lab = Lab::new();
    for kind in ["application/json", "Application/JSON", "application/json; charset=utf-8"] {
        let mut request = with(request("POST", "/api/v1/things"), &[("content-type", kind)]);
        *request.body_mut() = Body::from(r#"{"name":"x"}"#);
        assert_eq!(lab.send(LOCAL, request).await.status, 200, "{kind}");
    }
    for kind in [
        None,
        Some("text/plain"),
        Some("application/x-www-form-urlencoded"),
        Some("multipart/form-data; boundary=x"),
        Some("application/jsonp"),
        Some("text/plain; application/json"),
        Some(""),
    ] {
        for path in ["/api/v1/things", "/api/v1/optional"] {
            let kind: Vec<_> = kind.map(|kind| ("content-type", kind)).into_iter().collect();
            let mut request = with(request("POST", path), &kind);
            *request.body_mut() = Body::from(r#"{"name":"x"}"#);
            let answer = lab.send(LOCAL, request).await;
            answer.assert_error(415, "UNSUPPORTED_MEDIA_TYPE");
        }
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_body_is_said() {
    let lab = Lab::new();
    for (body, field, reason) in [
        ("", "body", "EOF"),
        ("{", "body", "EOF"),
        (r#"{"name":"x"} x"#, "body", "trailing characters"),
        (r#"{"name":"x"}{"name":"y"}"#, "body", "trailing characters"),
        (r#"{"name":"x","name":"y"}"#, "body", "`name` is there twice"),
        (r#"{"name":"x","sizes":[],"\u0073izes":[1]}"#, "body", "`sizes` is there twice"),
        (r#"{"name":"x","more":{"a":[{"b":1,"b":1}]}}"#, "body", "`b` is there twice"),
        (r#"{"name":"a\u0000b"}"#, "body", "NUL"),
        (r#"{"name":"x","a\u0000b":1}"#, "body", "NUL"),
        (r#"{}"#, "body", "missing field `name`"),
        (r#"{"name":7}"#, "name", "expected a string"),
        (r#"{"name":"x","sizes":[1,2,300]}"#, "sizes[2]", "expected u8"),
        (r#"["x"]"#, "body", "invalid type: sequence"),
        ("null", "body", "invalid type: null"),
        ("\u{feff}{}", "body", "expected value"),
    ] {
        let answer = lab.send(LOCAL, post_json("/api/v1/things", body)).await;
        let (at, why) = answer.assert_error(400, "INVALID_REQUEST").expect("details");
        assert_eq!(at, field, "{body}: {why}");
        assert!(why.contains(reason), "{body}: {why}");
    }
    let deep = "[".repeat(500_000);
    lab.send(LOCAL, post_json("/api/v1/things", deep)).await.assert_error(400, "INVALID_REQUEST");
    let binary = lab.send(LOCAL, post_json("/api/v1/things", &b"{\"name\":\"\xff\"}"[..])).await;
    binary.assert_error(400, "INVALID_REQUEST");
}

#[tokio::test]
async fn a_body_that_may_be_left_out_may_be_empty() {
    let lab = Lab::new();
    for request in [request("POST", "/api/v1/optional"), post_json("/api/v1/optional", "")] {
        let answer = lab.send(LOCAL, request).await;
        assert_eq!((answer.status.as_u16(), &answer.body[..]), (200, &b"nothing"[..]));
    }
    let given = lab.send(LOCAL, post_json("/api/v1/optional", r#"{"name":"x"}"#)).await;
    assert_eq!(given.body, b"x");
    let broken = lab.send(LOCAL, post_json("/api/v1/optional", "{")).await;
    broken.assert_error(400, "INVALID_REQUEST");
}
