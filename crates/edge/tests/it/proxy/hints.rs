//! Sockets that an app's page opens at the gateway's root.

use routing::Route;

use super::rewriting::{rewritten, saying};
use crate::client::{Wire, bodiless, stranger};
use crate::lab::{Lab, Setup};
use crate::raw_app::{RawApp, Talk};
use crate::routes::{ada, choosing, route};

const ASKED: &str = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                     Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
const AGREED: &str = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\
                      Connection: Upgrade\r\nSet-Cookie: a=1\r\n\r\n";
const ORIGIN: &str = "Origin: http://gatehouse.test\r\n";

/// Has a page, and agrees to every socket.
async fn talks(mut talk: Talk) {
    while let Some(request) = talk.request().await {
        match request.value("upgrade") {
            Some(_) => talk.say(AGREED).await,
            None => talk.say(saying("Content-Type: text/html\r\n", "<p>")).await,
        };
    }
}

async fn talking(public: bool) -> (Lab, RawApp, Route) {
    let (lab, app) = (Lab::new(), RawApp::start(talks).await);
    lab.gate.add("ours-a", ada());
    let leading = lab.lead(choosing(rewritten(&app.to()), |options| {
        options.websocket = true;
        options.public_access = public;
    }));
    (lab, app, leading)
}

async fn socket(lab: &Lab, path: &str, lines: &str) -> (u16, Wire) {
    let mut wire = lab.wire().await;
    wire.send(format!("GET {path} HTTP/1.1\r\nHost: gatehouse.test\r\n{ASKED}{lines}\r\n")).await;
    let head = wire.head().await;
    assert_eq!(head.value("set-cookie").is_some(), head.status() == 101, "{head:?}");
    if let Some(cookie) = head.value("set-cookie") {
        assert_eq!(cookie, "a=1; Path=/apps/x/", "the default would be the whole origin");
    }
    (head.status(), wire)
}

/// The cookie that a browser gets with the page, which it opens with that credential.
async fn hint(lab: &Lab, credential: &str) -> String {
    let page = stranger("GET", "/apps/x/").header("sec-fetch-dest", "document");
    let page = page.header("cookie", format!("svc_apps={credential}"));
    let answer = lab.ask(bodiless(page)).await;
    let line = *answer.values("set-cookie").first().expect("a hint");
    line.split(';').next().expect("a pair").to_owned()
}

#[tokio::test]
async fn a_page_that_is_opened_leaves_a_hint() {
    let (lab, _app, _) = talking(false).await;
    let page = || stranger("GET", "/apps/x/").header("sec-fetch-dest", "document");
    let hint = hint(&lab, "ours-a").await;
    assert!(hint.starts_with("gh-app=x.") && !hint.contains("ours-a"), "{hint}");
    for answer in lab.ask_both(bodiless(page().header("cookie", "svc_apps=ours-a"))).await {
        let expected = format!("{hint}; Path=/; HttpOnly; SameSite=Strict");
        assert_eq!(answer.values("set-cookie"), [expected]);
        assert_eq!(answer.values("cache-control"), ["private"]);
    }
    let known = page().header("cookie", format!("svc_apps=ours-a; {hint}"));
    assert!(lab.ask(bodiless(known)).await.values("set-cookie").is_empty(), "it is there already");
    let key = page().header("x-api-key", "ours-a").header("cookie", "svc_apps=other");
    let answer = lab.ask(bodiless(key)).await;
    let expected = "gh-app=x; Path=/; HttpOnly; SameSite=Strict";
    assert_eq!(answer.values("set-cookie"), [expected], "nothing that was not judged");
    let data = stranger("GET", "/apps/x/").header("sec-fetch-dest", "empty");
    let data = data.header("cookie", "svc_apps=ours-a");
    assert!(lab.ask(bodiless(data)).await.values("set-cookie").is_empty());
}

#[tokio::test]
async fn over_tls_the_hint_stays_there() {
    let lab = Lab::with(Setup { secure: true, ..Setup::default() });
    let app = RawApp::start(talks).await;
    lab.lead(choosing(rewritten(&app.to()), |options| {
        options.websocket = true;
        options.public_access = true;
    }));
    let answer = lab.ask(bodiless(stranger("GET", "/apps/x/"))).await;
    let expected = "gh-app=x; Path=/; HttpOnly; SameSite=Strict; Secure";
    assert_eq!(answer.values("set-cookie"), [expected]);
}

#[tokio::test]
async fn apps_without_sockets_leave_none() {
    let (lab, _app, leading) = talking(true).await;
    lab.lead(choosing(leading.clone(), |options| options.websocket = false));
    assert!(lab.ask(bodiless(stranger("GET", "/apps/x/"))).await.values("set-cookie").is_empty());
    lab.lead(choosing(leading, |options| options.rewrite_html = false));
    assert!(lab.ask(bodiless(stranger("GET", "/apps/x/"))).await.values("set-cookie").is_empty());
}

#[tokio::test]
async fn a_socket_at_the_root_is_carried_to_the_app_of_the_page() {
    let (lab, app, leading) = talking(false).await;
    let lines = format!("{ORIGIN}Cookie: a=1; {}\r\n", hint(&lab, "ours-a").await);
    let (status, _wire) = socket(&lab, "/ws/live?t=%2F", &lines).await;
    assert_eq!(status, 101);
    let request = app.requests().await.pop().expect("it arrived");
    assert_eq!(request.target(), "/ws/live?t=%2F");
    assert_eq!(request.value("cookie"), Some("a=1"), "neither the hint nor the credential");
    assert_eq!(request.value("remote-user"), Some("user-ada"));
    assert_eq!(request.value("x-forwarded-prefix"), Some("/apps/x"));
    assert_eq!(leading.app.traffic.figures().escaped, 1);
}

#[tokio::test]
async fn what_the_hint_brings_is_judged_like_the_cookie() {
    let (lab, app, _) = talking(false).await;
    let hint = hint(&lab, "ours-a").await;
    for (cookie, status) in [
        (&*hint, 101),
        ("gh-app=x", 401),
        ("gh-app=x.", 401),
        ("gh-app=x.bad", 401),
        ("gh-app=x.ours-a", 401),
    ] {
        let (found, _) = socket(&lab, "/ws", &format!("{ORIGIN}Cookie: {cookie}\r\n")).await;
        assert_eq!(found, status, "{cookie}");
    }
    lab.gate.revoke("ours-a");
    let (found, _) = socket(&lab, "/ws", &format!("{ORIGIN}Cookie: {hint}\r\n")).await;
    assert_eq!(found, 401);
    assert_eq!(app.requests().await.len(), 2, "the page and one socket");
}

/// It names an app, and opens nothing but sockets of it: neither its pages nor anything of ours.
#[tokio::test]
async fn the_hint_is_no_key_to_anything_else() {
    let (lab, app, _) = talking(false).await;
    let hint = hint(&lab, "ours-a").await;
    for path in ["/apps/x/", "/apps/x/a"] {
        let request = stranger("GET", path).header("cookie", &hint);
        assert_eq!(lab.ask(bodiless(request)).await.status, 401, "{path}");
        let lines = format!("{ORIGIN}Cookie: {hint}\r\n");
        assert_eq!(socket(&lab, path, &lines).await.0, 401, "{path}");
    }
    let lines = format!("{ORIGIN}Cookie: {hint}\r\n");
    let mut wire = lab.wire().await;
    let head = format!("GET /api/v1/ws HTTP/1.1\r\nHost: gatehouse.test\r\n{ASKED}{lines}\r\n");
    assert!(wire.ask(head).await.text().contains("\"requestId\""), "it is the gateway's own");
    assert_eq!(app.requests().await.len(), 1, "only the page");
}

#[tokio::test]
async fn other_sites_sockets_are_not_carried() {
    let (lab, app, _) = talking(false).await;
    let hint = hint(&lab, "ours-a").await;
    for origin in [
        "",
        "Origin: https://evil.example\r\n",
        "Origin: null\r\n",
        "Origin: http://gatehouse.test:81\r\n",
        "Origin: http://gatehouse.test\r\nSec-Fetch-Site: cross-site\r\n",
    ] {
        let mut wire = lab.wire().await;
        let lines = format!("{origin}Cookie: {hint}\r\n");
        let head = format!("GET /ws HTTP/1.1\r\nHost: gatehouse.test\r\n{ASKED}{lines}\r\n");
        assert!(wire.ask(head).await.text().contains("\"requestId\""), "{origin}");
    }
    let request = stranger("GET", "/ws").header("origin", "http://gatehouse.test");
    let request = request.header("cookie", &hint);
    assert!(lab.ask(bodiless(request)).await.body.contains("\"requestId\""), "no socket");
    assert_eq!(app.requests().await.len(), 1, "only the page");
}

#[tokio::test]
async fn a_hint_at_an_app_that_is_gone_leads_nowhere() {
    let (lab, app, _) = talking(true).await;
    lab.publish([route("y", &app.to())]);
    let mut wire = lab.wire().await;
    let lines = format!("{ORIGIN}Cookie: gh-app=x\r\n");
    let head = format!("GET /ws HTTP/1.1\r\nHost: gatehouse.test\r\n{ASKED}{lines}\r\n");
    assert!(wire.ask(head).await.text().contains("\"requestId\""));
    assert_eq!(app.connections(), 0);
}
