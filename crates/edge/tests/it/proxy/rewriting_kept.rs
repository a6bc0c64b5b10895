//! Routes that keep answers: what is kept is what the app sent, and it is moved when it is given.

use super::rewriting::{rewritten, saying};
use crate::client::{asking, bodiless};
use crate::lab::Lab;
use crate::raw_app::RawApp;
use crate::routes::choosing;

const PAGE: &str = "<html><a href=/next><script src=a.js></script>";
const HEAD: &str = "Content-Type: text/html\r\nCache-Control: max-age=60\r\nETag: \"v1\"\r\n";

async fn keeping() -> (Lab, RawApp) {
    let (lab, app) = (Lab::new(), RawApp::answering(saying(HEAD, PAGE)).await);
    lab.lead(choosing(rewritten(&app.to()), |options| options.cache = true));
    (lab, app)
}

#[tokio::test]
async fn a_kept_page_is_moved_like_a_new_one() {
    let (lab, app) = keeping().await;
    for _ in 0..2 {
        for answer in lab.ask_both(bodiless(asking("GET", "/apps/x/"))).await {
            assert!(answer.body.contains("\"/apps/x/next\""), "{}", answer.body);
            assert!(answer.body.contains("data-gatehouse"), "{}", answer.body);
            assert!(answer.value("etag").is_some_and(|tag| tag.starts_with("W/\"v1gh")));
        }
    }
    assert_eq!(app.requests().await.len(), 1);
}

/// The same page, asked for by a script, is another text.
#[tokio::test]
async fn one_kept_page_serves_documents_and_scripts() {
    let (lab, app) = keeping().await;
    for (destination, put_in) in [("document", true), ("empty", false), ("document", true)] {
        let request = asking("GET", "/apps/x/").header("sec-fetch-dest", destination);
        let answer = lab.ask(bodiless(request)).await;
        assert_eq!(answer.body.contains("data-gatehouse"), put_in, "{destination}");
    }
    assert_eq!(app.requests().await.len(), 1);
}

#[tokio::test]
async fn a_browser_that_has_the_page_is_told_so() {
    let (lab, _app) = keeping().await;
    let page = lab.ask(bodiless(asking("GET", "/apps/x/"))).await;
    let tag = page.value("etag");
    let request = asking("GET", "/apps/x/").header("if-none-match", tag.expect("a tag"));
    let answer = lab.ask(bodiless(request.header("sec-fetch-dest", "document"))).await;
    assert_eq!((answer.status.as_u16(), answer.value("etag")), (304, tag));
    let head = lab.ask(bodiless(asking("HEAD", "/apps/x/"))).await;
    assert_eq!((head.value("etag"), head.value("content-length")), (tag, None));
}
