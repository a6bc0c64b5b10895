//! Two gateways: a caller of one opens an app of the other.

use std::sync::Arc;

use edge::Apps;
use kit::Scope;
use routing::{App, HostHeader, Peering, Prefix, Route, RouteOptions, Upstream, key_hash};

use super::rewriting::saying;
use crate::lab::{Lab, Setup};
use crate::message::Message;
use crate::raw_app::{RawApp, Talk};
use crate::routes::{ada, choosing, route};

const PREFIX: &str = "/apps/media@here";

/// The app as its own gateway opens it to others.
fn from_peers(to: &str) -> Route {
    Route {
        prefix: Prefix::parse(PREFIX).expect("a prefix"),
        options: RouteOptions { websocket: true, ..RouteOptions::default() },
        peering: Peering::From,
        ..route("media", to)
    }
}

/// The app as the other gateway has it.
fn to_peer(gateway: &str, upstream: Upstream) -> Route {
    let own = route("media", "http://unused");
    Route {
        id: "media@here".into(),
        app: Arc::new(App {
            id: "media@here".into(),
            name: "Media".into(),
            traffic: Arc::default(),
            lifecycle: Arc::default(),
            learned: Arc::default(),
        }),
        prefix: Prefix::parse(PREFIX).expect("a prefix"),
        upstream,
        scopes: vec![Scope::parse("access:media@here").expect("a scope")],
        options: RouteOptions {
            websocket: true,
            strip_prefix: false,
            rewrite_html: false,
            forward_authorization: true,
            host_header: HostHeader::Upstream,
            ..RouteOptions::default()
        },
        peering: Peering::To { gateway: gateway.into(), app: "media".into() },
        ..own
    }
}

/// A gateway whose apps have an origin of their own, so that nobody opens them at its main address.
fn visited(app: &RawApp) -> Lab {
    let setup = Setup { secure: true, apps: Apps::SentTo(9443), ..Setup::default() };
    let lab = Lab::with(setup);
    lab.lead(from_peers(&app.to()));
    lab
}

/// The gateway in front of it.
fn visiting(there: &Lab) -> Lab {
    let lab = Lab::new();
    lab.gate.add("ours-ada", ada());
    let upstream = Upstream::parse(&format!("https://{}", there.address), false);
    let key = key_hash(&there.root).expect("a certificate");
    lab.lead(to_peer("here", upstream.expect("an address").with_key(key)));
    lab
}

async fn ask(lab: &Lab, target: &str, lines: &str) -> Message {
    let head = format!(
        "GET {PREFIX}{target} HTTP/1.1\r\nHost: 192.168.7.1:4711\r\n\
         Authorization: Bearer ours-ada\r\n{lines}\r\n"
    );
    lab.wire().await.ask(head).await
}

#[tokio::test]
async fn a_page_of_another_gateways_app_works_below_its_prefix() {
    let lines = "Content-Type: text/html\r\nSet-Cookie: sid=1; Path=/\r\n\
                 Set-Cookie: __Host-x=2; Path=/; Secure\r\n";
    let app = RawApp::answering(saying(lines, "<a href=\"/next\">next</a>")).await;
    let there = visited(&app);
    let here = visiting(&there);
    let lines = "X-Gatehouse-Peer: here/media/mallory\r\nRemote-User: mallory\r\n\
                 Origin: http://192.168.7.1:4711\r\nCookie: sid=0; gh-host-x=1\r\n\
                 Sec-Fetch-Dest: document\r\nSec-Fetch-Mode: navigate\r\nAccept: text/html\r\n";
    let answer = ask(&here, "/a?b=c", lines).await;
    assert_eq!(answer.status(), 200);
    assert!(answer.text().contains("<a href=\"/apps/media@here/next\">"), "{}", answer.text());
    assert_eq!(
        answer.values("set-cookie"),
        ["sid=1; Path=/apps/media@here/", "gh-host-x=2; Path=/apps/media@here/; Secure"]
    );
    assert_eq!(answer.value("content-security-policy"), None, "it is no page of the main origin");
    let request = app.request().await;
    assert_eq!(request.target(), "/a?b=c");
    for (name, value) in [
        ("host", Some("192.168.7.1:4711")),
        ("origin", Some("http://192.168.7.1:4711")),
        ("cookie", Some("sid=0; __Host-x=1")),
        ("remote-user", Some("user-ada@there")),
        ("x-forwarded-for", Some("127.0.0.1, 127.0.0.1")),
        ("x-forwarded-host", Some("192.168.7.1:4711")),
        ("x-forwarded-proto", Some("http")),
        ("x-forwarded-prefix", Some(PREFIX)),
        ("authorization", None),
        ("x-gatehouse-peer", None),
    ] {
        assert_eq!(request.value(name), value, "{name}");
    }
}

#[tokio::test]
async fn a_redirect_of_another_gateways_app_stays_with_the_caller() {
    let moved = "HTTP/1.1 302 Found\r\nLocation: http://192.168.7.1:4711/login\r\n\
                 Content-Length: 0\r\n\r\n";
    let app = RawApp::answering(moved.as_bytes().to_vec()).await;
    let there = visited(&app);
    let answer = ask(&visiting(&there), "/", "").await;
    assert_eq!((answer.status(), answer.value("location")), (302, Some("/apps/media@here/login")));
}

/// Apps that insist on their own host compare it with the page that a request comes from.
#[tokio::test]
async fn an_app_behind_two_gateways_sees_its_own_host_and_pages_where_its_route_says_so() {
    let app = RawApp::fine().await;
    let there = visited(&app);
    let own = from_peers(&app.to());
    there.lead(choosing(own, |options| {
        options.host_header = HostHeader::Upstream;
        options.forward_authorization = true;
    }));
    let here = visiting(&there);
    here.gate.add("cookie-of-ada", ada());
    let head = format!(
        "GET {PREFIX}/ HTTP/1.1\r\nHost: 192.168.7.1:4711\r\nCookie: svc_apps=cookie-of-ada\r\n\
         Origin: http://192.168.7.1:4711\r\nReferer: http://192.168.7.1:4711{PREFIX}/a\r\n\
         Authorization: Basic YTpi\r\n\r\n"
    );
    assert_eq!(here.wire().await.ask(head).await.status(), 200);
    let request = app.request().await;
    assert_eq!(request.value("host"), Some(app.address.to_string().as_str()));
    assert_eq!(request.value("origin"), Some(format!("http://{}", app.address).as_str()));
    assert_eq!(request.value("referer"), Some(format!("http://{}/a", app.address).as_str()));
    assert_eq!(request.value("authorization"), Some("Basic YTpi"), "that is the app's own");
    assert_eq!(request.value("cookie"), None);
}

#[tokio::test]
async fn a_socket_goes_through_both_gateways() {
    let app = RawApp::start(|mut talk: Talk| async move {
        if talk.head().await.is_none() {
            return;
        }
        talk.say("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n").await;
        talk.say("Connection: Upgrade\r\n\r\n").await;
        let piece = talk.some().await;
        talk.say(piece).await;
    })
    .await;
    let there = visited(&app);
    let here = visiting(&there);
    let mut wire = here.wire().await;
    wire.send(format!(
        "GET {PREFIX}/ws HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ours-ada\r\n\
         Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
    ))
    .await;
    assert_eq!(wire.head().await.status(), 101);
    wire.send(b"ping").await;
    assert_eq!(&wire.exactly(4).await[..], b"ping");
    assert_eq!(app.request().await.target(), "/ws");
}

#[tokio::test]
async fn apps_that_are_open_to_gateways_are_open_to_nobody_else() {
    let app = RawApp::fine().await;
    let there = visited(&app);
    there.gate.add("ours-ada", ada());
    let token = |token: &str| format!("X-Gatehouse-Peer: {token}\r\n");
    let page = "Accept: text/html\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
    let several = token("here/media/ada") + &token("here/media/bob");
    for (lines, status) in [
        (String::new(), 404),
        ("Authorization: Bearer ours-ada\r\n".to_owned(), 404),
        (token("elsewhere/media/ada"), 401),
        (token("here/mail/ada"), 401),
        (token("elsewhere/media/ada") + page, 401),
        (several, 401),
        (token("here/media/ada"), 200),
    ] {
        let head = format!("GET {PREFIX}/ HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n");
        assert_eq!(there.wire().await.ask(head).await.status(), status, "{lines}");
    }
    let needs_more = Scope::parse("access:family").expect("a scope");
    there.lead(Route { scopes: vec![needs_more], ..from_peers(&app.to()) });
    let lines = token("here/media/ada");
    let head = format!("GET {PREFIX}/ HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n");
    assert_eq!(there.wire().await.ask(head).await.status(), 403, "the user's own rights count");
    assert_eq!(app.requests().await.len(), 1);
}

#[tokio::test]
async fn nothing_is_said_to_a_gateway_with_another_key_or_to_one_that_is_gone() {
    let app = RawApp::fine().await;
    let (there, other) = (visited(&app), Lab::new());
    let here = visiting(&there);
    let at = format!("https://{}", there.address);
    let upstream = Upstream::parse(&at, false).expect("an address");
    let key = key_hash(&other.root).expect("a certificate");
    here.lead(to_peer("here", upstream.clone().with_key(key)));
    let answer = ask(&here, "/", "").await;
    assert_eq!(answer.status(), 502);
    let key = key_hash(&there.root).expect("a certificate");
    here.lead(to_peer("gone", upstream.with_key(key)));
    assert_eq!(ask(&here, "/", "").await.status(), 502);
    assert!(app.requests().await.is_empty());
}
