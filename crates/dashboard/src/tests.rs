use axum::body::Body;
use axum::response::Response;
use http::Request;
use http_body_util::BodyExt;
use tower::ServiceExt;

use super::*;

const SITE: &[(&str, &[u8])] = &[
    ("assets/app-1a2b.js", b"script, plain and long"),
    ("assets/app-1a2b.js.br", b"br"),
    ("assets/app-1a2b.js.gz", b"gzip"),
    ("icon.svg", b"<svg/>"),
    ("index.html", b"<!doctype html>"),
    ("sw.js", b"worker"),
];

async fn ask(path: &str, headers: &[(&str, &str)]) -> Response {
    let mut request = Request::get(path).header("host", "gate.home:8443");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Body::empty()).expect("a request");
    routes(SITE, Some(8444)).oneshot(request).await.expect("an answer")
}

async fn body(answer: Response) -> String {
    let bytes = answer.into_body().collect().await.expect("a body").to_bytes();
    String::from_utf8(bytes.to_vec()).expect("text")
}

fn header<'a>(answer: &'a Response, name: &str) -> &'a str {
    answer.headers().get(name).map_or("", |value| value.to_str().expect("text"))
}

#[tokio::test]
async fn every_address_of_the_dashboard_opens_the_page() {
    for path in ["/", "/?next=%2Fapps%2Fx%2F", "/_gh/", "/_gh/devices", "/_gh/apps/some-id"] {
        let answer = ask(path, &[]).await;
        assert_eq!(answer.status(), 200, "{path}");
        assert_eq!(header(&answer, "content-type"), "text/html; charset=utf-8");
        assert_eq!(header(&answer, "cache-control"), "no-cache");
        assert_eq!(header(&answer, "cross-origin-opener-policy"), "same-origin");
        assert_eq!(body(answer).await, "<!doctype html>");
    }
    assert_eq!(header(&ask("/_gh", &[]).await, "location"), "/_gh/");
}

#[tokio::test]
async fn the_page_runs_nothing_that_an_app_on_the_same_origin_serves() {
    let answer = ask("/", &[]).await;
    let policy = header(&answer, "content-security-policy");
    for part in [
        "default-src 'none'",
        "script-src gate.home:8443/_gh/assets/;",
        "style-src gate.home:8443/_gh/assets/;",
        "frame-ancestors 'none'",
    ] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
}

#[tokio::test]
async fn a_host_that_a_policy_cannot_name_gets_no_say_in_it() {
    for host in ["[::1]:8443", "a; script-src *", "a b", ""] {
        let request = Request::get("/").header("host", host).body(Body::empty());
        let answer =
            routes(SITE, Some(8444)).oneshot(request.expect("a request")).await.expect("an answer");
        let policy = header(&answer, "content-security-policy");
        assert!(policy.contains("script-src 'self';"), "{host}: {policy}");
    }
}

#[tokio::test]
async fn files_come_in_the_smallest_form_that_is_taken() {
    for (accepted, coding, content) in [
        ("gzip, deflate, br, zstd", "br", "br"),
        ("gzip", "gzip", "gzip"),
        ("GZIP;q=0.5, br;q=0", "gzip", "gzip"),
        ("identity", "", "script, plain and long"),
        ("br; q=0.0", "", "script, plain and long"),
    ] {
        let answer = ask("/_gh/assets/app-1a2b.js", &[("accept-encoding", accepted)]).await;
        assert_eq!(header(&answer, "content-encoding"), coding, "{accepted}");
        assert_eq!(header(&answer, "vary"), "accept-encoding");
        assert_eq!(header(&answer, "cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(body(answer).await, content);
    }
}

#[tokio::test]
async fn what_the_client_has_is_not_sent_again() {
    let tag = header(&ask("/_gh/icon.svg", &[]).await, "etag").to_owned();
    for tags in [tag.clone(), format!("\"x\", W/{tag}"), "*".to_owned()] {
        let answer = ask("/_gh/icon.svg", &[("if-none-match", &tags)]).await;
        assert_eq!(answer.status(), 304, "{tags}");
        assert_eq!(header(&answer, "etag"), tag);
        assert_eq!(body(answer).await, "");
    }
    assert_eq!(ask("/_gh/icon.svg", &[("if-none-match", "\"x\"")]).await.status(), 200);
}

#[tokio::test]
async fn a_file_that_is_not_there_is_not_the_page() {
    for path in ["/_gh/assets/old", "/_gh/assets/app-0000.js", "/_gh/none.png"] {
        let answer = ask(path, &[]).await;
        assert_eq!(answer.status(), 404, "{path}");
        assert!(body(answer).await.contains("NOT_FOUND"));
    }
}

#[tokio::test]
async fn a_program_without_the_built_files_has_its_plain_page() {
    let request = Request::get("/").body(Body::empty()).expect("a request");
    let answer = routes(&[], None).oneshot(request).await.expect("an answer");
    assert_eq!(answer.status(), 200);
    assert!(header(&answer, "content-security-policy").contains("script-src 'sha256-"));
    assert!(body(answer).await.contains("Gatehouse"));
}
