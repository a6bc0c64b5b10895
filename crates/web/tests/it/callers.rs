//! Who may call what: each class of endpoint against each kind of caller.

use std::sync::atomic::Ordering;

use axum::body::Body;
use http::Request;
use serde_json::json;

use crate::lab::{LOCAL, Lab, REMOTE, request, with};

type Headers = &'static [(&'static str, &'static str)];

/// Callers: a name, an address, headers.
const CALLERS: [(&str, &str, Headers); 17] = [
    ("stranger", REMOTE, &[]),
    ("local program", LOCAL, &[]),
    ("local program by IPv6", "::1", &[]),
    ("local page of ours", LOCAL, &[("origin", "http://localhost")]),
    ("local page by referer", LOCAL, &[("referer", "http://localhost/apps/x/")]),
    ("local page by fetch", LOCAL, &[("sec-fetch-site", "same-origin")]),
    ("local foreign page", LOCAL, &[("origin", "https://evil.example")]),
    ("local front proxy", LOCAL, &[("x-forwarded-for", "127.0.0.1")]),
    ("local, bad token", LOCAL, &[("authorization", "Bearer stolen")]),
    ("local, bad key", LOCAL, &[("x-api-key", "stolen")]),
    ("reader", REMOTE, &[("authorization", "Bearer reader")]),
    ("local reader", LOCAL, &[("authorization", "Bearer reader")]),
    ("writer", REMOTE, &[("authorization", "Bearer writer")]),
    ("admin", REMOTE, &[("authorization", "Bearer admin")]),
    ("pending", REMOTE, &[("authorization", "Bearer pending")]),
    ("reader's key", REMOTE, &[("x-api-key", "reader")]),
    ("writer's key", REMOTE, &[("x-api-key", "writer")]),
];

/// Classes in columns, callers in rows, in the order above.
const CLASSES: [&str; 6] = ["read", "change", "write", "admin", "token", "me"];
const ANSWERS: [[u16; 6]; 17] = [
    [401, 401, 401, 401, 401, 401], // stranger
    [200, 200, 200, 200, 401, 401], // local program
    [200, 200, 200, 200, 401, 401], // local program by IPv6
    [401, 401, 401, 401, 401, 401], // local page of ours
    [401, 401, 401, 401, 401, 401], // local page by referer
    [401, 401, 401, 401, 401, 401], // local page by fetch
    [401, 401, 401, 401, 401, 401], // local foreign page
    [401, 401, 401, 401, 401, 401], // local front proxy
    [401, 401, 401, 401, 401, 401], // local, bad token
    [401, 401, 401, 401, 401, 401], // local, bad key
    [200, 403, 403, 403, 200, 200], // reader
    [200, 403, 403, 403, 200, 200], // local reader
    [200, 200, 200, 403, 200, 200], // writer
    [200, 200, 200, 200, 200, 200], // admin
    [403, 403, 403, 403, 403, 200], // pending
    [200, 403, 403, 403, 401, 401], // reader's key
    [200, 200, 200, 403, 401, 401], // writer's key
];

async fn status(lab: &Lab, class: &str, from: &str, headers: Headers) -> u16 {
    let request = with(request("GET", &format!("/class/{class}")), headers);
    let answer = lab.send(from, request).await;
    match answer.status.as_u16() {
        401 => drop(answer.assert_error(401, "UNAUTHORIZED")),
        403 => drop(answer.assert_error(403, "FORBIDDEN")),
        _ => {}
    }
    answer.status.as_u16()
}

#[tokio::test]
async fn every_class_admits_whom_it_should() {
    let lab = Lab::new();
    for ((caller, from, headers), expected) in CALLERS.into_iter().zip(ANSWERS) {
        for (class, expected) in CLASSES.into_iter().zip(expected) {
            let answer = status(&lab, class, from, headers).await;
            assert_eq!(answer, expected, "{caller} on {class}");
        }
    }
}

#[tokio::test]
async fn relaxed_writes_open_changes_to_any_token_and_nothing_else() {
    let lab = Lab::new();
    lab.authenticator.relaxed.store(true, Ordering::Relaxed);
    for ((caller, from, headers), mut expected) in CALLERS.into_iter().zip(ANSWERS) {
        if caller.contains("reader") {
            expected[1] = 200;
        }
        for (class, expected) in CLASSES.into_iter().zip(expected) {
            let answer = status(&lab, class, from, headers).await;
            assert_eq!(answer, expected, "{caller} on {class}");
        }
    }
}

fn open(headers: &[(&'static str, &str)]) -> Request<Body> {
    with(request("POST", "/api/v1/auth/open"), headers)
}

#[tokio::test]
async fn an_open_endpoint_knows_its_caller_and_trusts_no_bad_credential() {
    let lab = Lab::new();
    let anonymous = json!({ "local": false, "caller": null, "actor": "anonymous" });
    let local = json!({ "local": true, "caller": "local", "actor": "local" });
    let page = json!({ "local": true, "caller": null, "actor": "anonymous" });
    let reader = json!({ "local": false, "caller": "reader", "actor": "reader" });
    for (from, headers, expected) in [
        (REMOTE, &[][..], &anonymous),
        (LOCAL, &[], &local),
        (LOCAL, &[("origin", "http://localhost")], &page),
        (LOCAL, &[("x-forwarded-for", "127.0.0.1")], &anonymous),
        (REMOTE, &[("authorization", "Bearer reader")], &reader),
        (LOCAL, &[("authorization", "Bearer reader")], &reader),
        (LOCAL, &[("authorization", "Bearer stolen")], &anonymous),
        (LOCAL, &[("x-api-key", "stolen")], &anonymous),
        (LOCAL, &[("authorization", "Bearer pending")], &anonymous),
    ] {
        let answer = lab.send(from, open(headers)).await;
        assert_eq!(answer.status, 200, "{headers:?}");
        assert_eq!(&answer.json(), expected, "{from} {headers:?}");
    }
}
