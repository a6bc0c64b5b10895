//! Conditions: a browser's copy of a page counts only if it was rewritten by this program.

use super::rewriting::rewritten;
use crate::client::{Answer, asking, bodiless};
use crate::lab::Lab;
use crate::message::Message;
use crate::raw_app::RawApp;

const DATE: &str = "Wed, 21 Oct 2026 07:28:00 GMT";

/// Has one page with the tag `"v1"` and a date, and knows when a client has it.
async fn tagging() -> (Lab, RawApp) {
    let app = RawApp::start(|mut talk| async move {
        while let Some(request) = talk.request().await {
            let about = format!("ETag: \"v1\"\r\nLast-Modified: {DATE}\r\n");
            let known = match request.value("if-none-match") {
                Some(tag) => tag == "\"v1\"",
                None => request.value("if-modified-since") == Some(DATE),
            };
            talk.say(if known {
format!("HTTP/1.1 304 Not Modified\r\n{about}\r\n")
} else {
format!(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{about}Content-Length: 3\r\n\r\n<p>"
                )
})
            .await;
        }
    })
    .await;
    let lab = Lab::new();
    lab.lead(rewritten(&app.to()));
    (lab, app)
}

async fn ask(lab: &Lab, headers: &[(&str, &str)]) -> Answer {
    let request = headers.iter().fold(asking("GET", "/apps/x/"), |r, (n, v)| r.header(*n, *v));
    let [one, other] = lab.ask_both(bodiless(request)).await;
    assert_eq!((one.status, one.value("etag")), (other.status, other.value("etag")));
    one
}

async fn last(app: &RawApp) -> Message {
    app.requests().await.pop().expect("a request")
}

#[tokio::test]
async fn a_copy_that_was_rewritten_is_good_as_long_as_the_apps_is() {
    let (lab, app) = tagging().await;
    for destination in ["document", "iframe"] {
        let page = ask(&lab, &[("sec-fetch-dest", destination)]).await;
        let tag = page.value("etag").expect("a tag");
        let headers = [("sec-fetch-dest", destination), ("if-none-match", tag)];
        let again = ask(&lab, &headers).await;
        assert_eq!((again.status.as_u16(), again.value("etag")), (304, Some(tag)), "{destination}");
        assert_eq!(last(&app).await.value("if-none-match"), Some("\"v1\""), "as the app sent it");
    }
}

#[tokio::test]
async fn a_page_from_before_is_asked_for_anew() {
    let (lab, _app) = tagging().await;
    let html = "text/html,*/*;q=0.8";
    for headers in [
        &[("sec-fetch-dest", "document"), ("if-none-match", "\"v1\"")][..],
        &[("sec-fetch-dest", "document"), ("if-none-match", "W/\"v1gh00000000s\"")],
        &[("sec-fetch-dest", "script"), ("if-modified-since", DATE)],
        &[("accept", html), ("if-none-match", "\"v1\""), ("if-modified-since", DATE)],
    ] {
        assert_eq!(ask(&lab, headers).await.status, 200, "{headers:?}");
    }
}

#[tokio::test]
async fn what_is_never_rewritten_is_asked_for_as_ever() {
    let (lab, _app) = tagging().await;
    for headers in [
        [("sec-fetch-dest", "image"), ("if-none-match", "\"v1\"")],
        [("sec-fetch-dest", "empty"), ("if-none-match", "\"v1\"")],
        [("sec-fetch-dest", "empty"), ("if-modified-since", DATE)],
    ] {
        let answer = ask(&lab, &headers).await;
        assert_eq!((answer.status.as_u16(), answer.value("etag")), (304, Some("\"v1\"")));
    }
}

#[tokio::test]
async fn a_change_is_made_on_the_apps_own_terms() {
    let (lab, app) = tagging().await;
    let page = ask(&lab, &[]).await;
    let tag = page.value("etag").expect("a tag");
    for (condition, own) in [(tag, "\"v1\""), ("W/\"v1gh00000000s\"", "\"v1\""), ("\"x\"", "\"x\"")]
    {
        lab.ask(bodiless(asking("PUT", "/apps/x/").header("if-match", condition))).await;
        assert_eq!(last(&app).await.value("if-match"), Some(own));
    }
}

#[tokio::test]
async fn a_page_that_has_only_a_date_gets_a_tag() {
    let head = format!("Content-Type: text/html\r\nLast-Modified: {DATE}\r\n");
    let app = RawApp::answering(super::rewriting::saying(&head, "<p>")).await;
    let lab = Lab::new();
    lab.lead(rewritten(&app.to()));
    let page = ask(&lab, &[("sec-fetch-dest", "document")]).await;
    let tag = page.value("etag").expect("a tag");
    let known =
        [("sec-fetch-dest", "document"), ("if-none-match", tag), ("if-modified-since", DATE)];
    ask(&lab, &known).await;
    let request = last(&app).await;
    assert_eq!(request.value("if-none-match"), None, "the app knows nothing of it");
    assert_eq!(request.value("if-modified-since"), Some(DATE));
}

#[tokio::test]
async fn files_are_moved_to_where_the_app_sees_them() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(crate::routes::route("x", &format!("{}/dav", app.to())));
    for (said, seen) in [
        ("http://localhost/apps/x/b%2Fc", "http://localhost/dav/b%2Fc"),
        ("/apps/x/b", "/dav/b"),
        ("http://localhost/b", "http://localhost/b"),
        ("/apps/xy/b", "/apps/xy/b"),
    ] {
        lab.ask(bodiless(asking("MOVE", "/apps/x/a").header("destination", said))).await;
        assert_eq!(last(&app).await.value("destination"), Some(seen));
    }
}
