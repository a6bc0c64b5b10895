//! Every error has the envelope, and says no more than it should.

use crate::lab::{LOCAL, Lab, request};

#[tokio::test]
async fn an_unknown_path_is_not_found() {
    let lab = Lab::new();
    for path in [
        "/",
        "/api/v1/none",
        "/api/v1/things/1/",
        "/api/v1//things/1",
        "/%ff",
        "/api/v1/things%2F1",
    ] {
        lab.get(path).await.assert_error(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn a_method_that_is_not_supported_names_those_that_are() {
    let lab = Lab::new();
    for (method, path, allowed) in [
        ("GET", "/api/v1/things", "POST"),
        ("DELETE", "/api/v1/auth/open", "GET,HEAD,POST"),
        ("PUT", "/api/v1/things/1", "GET,HEAD"),
        ("TRACE", "/api/v1/things/1", "GET,HEAD"),
        ("BREW", "/api/docs", "GET,HEAD"),
    ] {
        let answer = lab.send(LOCAL, request(method, path)).await;
        answer.assert_error(405, "METHOD_NOT_ALLOWED");
        assert_eq!(answer.header("allow"), allowed, "{method} {path}");
    }
}

#[tokio::test]
async fn head_answers_like_get_without_a_body() {
    let lab = Lab::new();
    let answer = lab.send(LOCAL, request("HEAD", "/api/v1/things/12")).await;
    assert_eq!(answer.status, 200);
    assert_eq!((answer.header("content-length"), answer.body.len()), ("2", 0));
}

#[tokio::test]
async fn a_fault_of_ours_keeps_its_cause_to_itself() {
    let answer = Lab::new().get("/api/v1/broken").await;
    answer.assert_error(500, "INTERNAL_ERROR");
    assert!(!String::from_utf8_lossy(&answer.body).contains("secret"));
}

#[tokio::test]
async fn a_missing_credential_is_asked_for() {
    let answer = Lab::new().send("192.0.2.7", request("GET", "/class/read")).await;
    answer.assert_error(401, "UNAUTHORIZED");
    assert!(answer.header("www-authenticate").starts_with("Bearer"));
}

#[tokio::test]
async fn parameters_that_cannot_be_read_are_named() {
    let lab = Lab::new();
    for (path, field) in [
        ("/api/v1/things/twelve", "path"),
        ("/api/v1/things/-1", "path"),
        ("/api/v1/things/99999999999", "path"),
        ("/api/v1/names/%ff", "path"),
        ("/api/v1/names/a%00b", "path"),
        ("/api/v1/list?limit=ten", "limit"),
        ("/api/v1/list?offset=-1", "offset"),
        ("/api/v1/list?limit=1&limit=2", "query"),
        ("/api/v1/list?limit=1%00", "query"),
    ] {
        let detail = lab.get(path).await.assert_error(400, "INVALID_REQUEST");
        assert_eq!(detail.map(|(field, _)| field).as_deref(), Some(field), "{path}");
    }
    let page = lab.get("/api/v1/list?limit=500&offset=3&unknown=x").await;
    assert_eq!(page.json(), serde_json::json!({ "limit": 100, "offset": 3 }));
    assert_eq!(lab.get("/api/v1/names/a%2Fb%20c").await.body, b"a/b c");
}

#[tokio::test]
async fn a_request_whose_client_is_unknown_is_not_served() {
    // The router is reached through the listener alone, which says who calls; were that ever
    // forgotten, nobody must be trusted.
    let lab = Lab::new();
    let answer = lab.send_unannounced(request("GET", "/class/read")).await;
    answer.assert_error(500, "INTERNAL_ERROR");
}
