//! Pages and other texts of apps that believe to be at the root.

use rewrite::codec::{Decoder, Encoder, Encoding, Step};
use routing::Route;

use crate::client::{asking, bodiless};
use crate::lab::Lab;
use crate::message::Message;
use crate::raw_app::RawApp;
use crate::routes::{choosing, route};

const PAGE: &str = "<!doctype html><title>é</title><a href=\"/next\">next</a>";
const MOVED: &str = "<!doctype html><title>é</title><a href=\"/apps/x/next\">next</a>";
const CODINGS: [Encoding; 4] =
    [Encoding::Gzip, Encoding::Deflate, Encoding::Brotli, Encoding::Zstd];

/// A route whose bodies are moved, as most are.
pub(crate) fn rewritten(to: &str) -> Route {
    choosing(route("x", to), |options| options.rewrite_html = true)
}

/// An answer with these header lines.
pub(crate) fn saying(lines: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let head = format!("HTTP/1.1 200 OK\r\n{lines}Content-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

pub(crate) fn encoded(encoding: Encoding, text: &[u8]) -> Vec<u8> {
    let (mut encoder, mut out) = (Encoder::new(encoding), Vec::new());
    encoder.push(text, &mut out).expect("it is encoded");
    encoder.finish(&mut out).expect("it is encoded");
    out
}

pub(crate) fn decoded(encoding: Encoding, mut bytes: &[u8]) -> Vec<u8> {
    let (mut decoder, mut out) = (Decoder::new(encoding), Vec::new());
    while let Step::More(read) = decoder.push(bytes, &mut out).expect("it is whole") {
        bytes = &bytes[read..];
    }
    decoder.finish().expect("it is whole");
    out
}

/// What a client gets from such an app for a request with these header lines.
pub(crate) async fn given(answer: Vec<u8>, lines: &str) -> Message {
    given_by(rewritten, answer, "GET /apps/x/", lines).await
}

async fn given_by(
    make: impl Fn(&str) -> Route,
    answer: Vec<u8>,
    start: &str,
    lines: &str,
) -> Message {
    let (lab, app) = (Lab::new(), RawApp::answering(answer).await);
    lab.lead(choosing(Route { host: Some("x.home.test".into()), ..make(&app.to()) }, |options| {
        options.public_access = true;
    }));
    let host = if lines.contains("Host: ") { "" } else { "Host: localhost\r\n" };
    lab.wire().await.ask(format!("{start} HTTP/1.1\r\n{host}{lines}\r\n")).await
}

#[tokio::test]
async fn a_page_is_moved_below_its_prefix() {
    let lines = "Content-Type: text/html\r\nETag: \"v1\"\r\nAccept-Ranges: bytes\r\n\
                 Content-MD5: x\r\nDigest: sha-256=x\r\nRepr-Digest: sha-256=:x:\r\nX-Kept: yes\r\n";
    for lines_of_client in ["", "Sec-Fetch-Dest: document\r\n", "Accept: */*\r\n"] {
        let answer = given(saying(lines, PAGE), lines_of_client).await;
        assert_eq!((answer.status(), answer.text()), (200, MOVED), "{lines_of_client}");
        let tag = answer.value("etag").expect("a tag");
        assert!(tag.starts_with("W/\"v1gh"), "{tag}");
        assert_eq!(answer.value("vary"), Some("Sec-Fetch-Dest, Sec-Fetch-Mode"));
        assert_eq!(answer.value("x-kept"), Some("yes"));
        for name in ["accept-ranges", "content-md5", "digest", "repr-digest"] {
            assert_eq!(answer.value(name), None, "{name}");
        }
        let length = answer.value("content-length");
        assert!(length.is_none_or(|length| length == MOVED.len().to_string()), "{length:?}");
    }
}

#[tokio::test]
async fn every_coding_comes_out_as_it_came_in() {
    for coding in CODINGS {
        let lines = format!("Content-Type: text/html\r\nContent-Encoding: {}\r\n", coding.name());
        let app = RawApp::answering(saying(&lines, encoded(coding, PAGE.as_bytes()))).await;
        let lab = Lab::new();
        lab.lead(rewritten(&app.to()));
        let head = "GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n\r\n";
        let answer = lab.wire().await.ask(head).await;
        assert_eq!(answer.value("content-encoding"), Some(coding.name()));
        assert_eq!(decoded(coding, &answer.body), MOVED.as_bytes(), "{coding:?}");
    }
}

#[tokio::test]
async fn what_browsers_pass_over_in_a_head_hides_no_page() {
    for lines in [
        "Content-Type: text/html\r\nContent-Encoding: utf-8\r\n",
        "Content-Type: text/html\r\nContent-Encoding: none\r\n",
        "Content-Type: text/plain\r\nContent-Type: text/html\r\n",
        "Content-Type: text/html; charset=utf-8, text/html\r\n",
    ] {
        let answer = given(saying(lines, PAGE), "").await;
        assert_eq!(answer.text(), MOVED, "{lines}");
    }
}

#[tokio::test]
async fn it_is_the_same_over_both_protocols() {
    let lines = "Content-Type: text/html\r\n";
    let (lab, app) = (Lab::new(), RawApp::answering(saying(lines, PAGE)).await);
    lab.lead(rewritten(&app.to()));
    for answer in lab.ask_both(bodiless(asking("GET", "/apps/x/"))).await {
        assert_eq!((answer.status.as_u16(), answer.body.as_str()), (200, MOVED));
    }
}

#[tokio::test]
async fn other_answers_pass_byte_for_byte() {
    for (said, asked) in [
        ("Content-Type: application/json\r\n", ""),
        ("Content-Type: image/svg+xml\r\n", "Sec-Fetch-Dest: image\r\n"),
        ("Content-Type: text/plain\r\n", ""),
        ("Content-Type: text/html\r\nContent-Disposition: attachment\r\n", ""),
        ("Content-Type: text/html\r\nContent-Encoding: dcb\r\n", ""),
        ("Content-Type: text/html\r\nContent-Encoding: gzip, br\r\n", ""),
        ("Content-Type: text/html; charset=utf-16\r\n", ""),
        ("Content-Type: text/html\r\n", "Range: bytes=0-99\r\n"),
        ("Content-Type: text/html\r\n", "Sec-Fetch-Dest: image\r\n"),
        ("X-Content-Type-Options: nosniff\r\n", ""),
    ] {
        let said = format!("{said}ETag: \"v1\"\r\nAccept-Ranges: bytes\r\n");
        let answer = given(saying(&said, PAGE), asked).await;
        assert_eq!((answer.status(), answer.text()), (200, PAGE), "{said}{asked}");
        let length = PAGE.len().to_string();
        assert_eq!(answer.value("content-length"), Some(length.as_str()), "{said}{asked}");
        assert_eq!(answer.value("etag"), Some("\"v1\""), "{said}{asked}");
        assert_eq!(answer.value("accept-ranges"), Some("bytes"), "{said}{asked}");
    }
    let part = format!(
        "HTTP/1.1 206 Partial Content\r\nContent-Type: text/html\r\nContent-Range: bytes 0-{}/999\r\n\
         Content-Length: {}\r\n\r\n{PAGE}",
        PAGE.len() - 1,
        PAGE.len(),
    );
    assert_eq!(given(part.into(), "").await.text(), PAGE);
}

#[tokio::test]
async fn data_that_is_called_html_passes_as_it_is() {
    let data = " {\"link\":\"<a href='/next'>\"}";
    let zipped = encoded(Encoding::Gzip, data.as_bytes());
    for asked in ["", "Sec-Fetch-Dest: empty\r\n"] {
        let answer = given(saying("Content-Type: text/html\r\nETag: \"1\"\r\n", data), asked).await;
        assert_eq!((answer.text(), answer.value("etag")), (data, Some("\"1\"")));
        assert_eq!(answer.value("content-length"), Some(data.len().to_string().as_str()));
        let lines = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
        assert_eq!(given(saying(lines, &zipped), asked).await.body, zipped);
    }
    let shown = given(saying("Content-Type: text/html\r\n", data), "Sec-Fetch-Dest: document\r\n");
    assert!(shown.await.text().contains("/apps/x/next"));
}

#[tokio::test]
async fn html_without_a_name_is_found_out_by_its_beginning() {
    for (body, asked, moved) in [
        (PAGE, "", true),
        (" \n<HTML><a href=/next>", "Sec-Fetch-Dest: document\r\n", true),
        ("<a href=/next>", "Sec-Fetch-Dest: image\r\n", false),
        ("plain <a href=/next>", "", false),
        ("", "", false),
    ] {
        let answer = given(saying("", body), asked).await;
        assert_eq!(answer.text().contains("/apps/x/next"), moved, "{body} {asked}");
        assert!(moved || answer.text() == body, "{body} {asked}");
    }
}

#[tokio::test]
async fn only_where_the_prefix_is_stripped_and_bodies_are_to_be_moved() {
    let page = || saying("Content-Type: text/html\r\n", PAGE);
    let off = |to: &str| choosing(rewritten(to), |options| options.rewrite_html = false);
    let kept = |to: &str| choosing(rewritten(to), |options| options.strip_prefix = false);
    assert_eq!(given_by(off, page(), "GET /apps/x/", "").await.text(), PAGE);
    assert_eq!(given_by(kept, page(), "GET /apps/x/", "").await.text(), PAGE);
    let at_host = given_by(rewritten, page(), "GET /", "Host: x.home.test\r\n").await;
    assert_eq!(at_host.text(), PAGE);
}

#[tokio::test]
async fn style_sheets_scripts_and_manifests_are_moved_too() {
    for (kind, dest, body, moved) in [
        ("text/css", "style", "a{b:url(/c)}", "a{b:url(/apps/x/c)}"),
        ("text/javascript", "script", "import '/a.js';", "import '/apps/x/a.js';"),
        (
            "application/manifest+json",
            "manifest",
            r#"{"start_url":"/"}"#,
            r#"{"start_url":"/apps/x/"}"#,
        ),
        ("application/json", "manifest", r#"{"start_url":"/"}"#, r#"{"start_url":"/apps/x/"}"#),
        ("text/plain", "style", "a{b:url(/c)}", "a{b:url(/apps/x/c)}"),
        ("application/json", "empty", r#"{"start_url":"/"}"#, r#"{"start_url":"/"}"#),
    ] {
        let said = format!("Content-Type: {kind}\r\n");
        let answer = given(saying(&said, body), &format!("Sec-Fetch-Dest: {dest}\r\n")).await;
        assert_eq!(answer.text(), moved, "{kind} {dest}");
    }
}

/// A script may let somebody change it and send it back.
#[tokio::test]
async fn what_a_script_asks_for_is_its_own_affair() {
    for (kind, body) in [
        ("text/html", PAGE),
        ("text/css", "a{b:url(/c)}"),
        ("text/javascript", "import '/a.js'; location.href"),
    ] {
        let said = format!("Content-Type: {kind}\r\nETag: \"v1\"\r\n");
        let answer = given(saying(&said, body), "Sec-Fetch-Dest: empty\r\n").await;
        assert_eq!((answer.text(), answer.value("etag")), (body, Some("\"v1\"")), "{kind}");
        assert_eq!(answer.value("vary"), Some("Sec-Fetch-Dest, Sec-Fetch-Mode"), "{kind}");
    }
    let data = given(saying("Content-Type: application/json\r\n", "{}"), "").await;
    assert_eq!(data.value("vary"), None);
}

#[tokio::test]
async fn the_run_time_script_goes_into_documents_alone() {
    let page = "<html><script src=a.js></script>";
    for (asked, put_in) in [
        ("Sec-Fetch-Dest: document\r\n", true),
        ("Sec-Fetch-Dest: iframe\r\n", true),
        ("", true),
        ("Accept: text/html,*/*;q=0.8\r\n", true),
        ("Accept: */*\r\n", true),
        ("Sec-Fetch-Dest: empty\r\n", false),
        ("Sec-Fetch-Dest: empty\r\nReferer: http://localhost/apps/x/\r\n", false),
        // A service worker keeps the page and shows it later.
        ("Sec-Fetch-Dest: empty\r\nReferer: http://localhost/apps/x/sw.js?v=1\r\n", true),
        ("Sec-Fetch-Dest: empty\r\nSec-Fetch-Mode: navigate\r\n", true),
        ("Sec-Fetch-Dest: empty\r\nSec-Fetch-Mode: cors\r\n", false),
    ] {
        let answer = given(saying("Content-Type: text/html\r\n", page), asked).await;
        assert_eq!(answer.text().contains("data-gatehouse"), put_in, "{asked}");
    }
}

#[tokio::test]
async fn the_head_alone_is_the_same_as_with_the_body() {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nETag: \"v1\"\r\n\
                Accept-Ranges: bytes\r\nContent-Length: 55\r\n\r\n";
    let (lab, app) = (Lab::new(), RawApp::answering(head).await);
    lab.lead(rewritten(&app.to()));
    for answer in lab.ask_both(bodiless(asking("HEAD", "/apps/x/"))).await {
        assert!(answer.value("etag").is_some_and(|tag| tag.starts_with("W/\"v1gh")));
        assert_eq!((answer.value("content-length"), answer.value("accept-ranges")), (None, None));
    }
}
