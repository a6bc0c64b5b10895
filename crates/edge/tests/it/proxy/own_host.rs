//! Apps that send everybody to their own host.

use std::net::SocketAddr;

use routing::Route;

use crate::client::{asking, bodiless};
use crate::lab::Lab;
use crate::message::Message;
use crate::raw_app::{OK, RawApp};
use crate::routes::route;

/// An app that says `answer` unless it is content with the request.
async fn app(
    answer: fn(SocketAddr, &Message) -> String,
    content: fn(SocketAddr, &Message) -> bool,
) -> RawApp {
    RawApp::start(move |mut talk| async move {
        let address = talk.address();
        while let Some(request) = talk.request().await {
            let said =
                if content(address, &request) { OK.to_owned() } else { answer(address, &request) };
            talk.say(said).await;
        }
    })
    .await
}

fn has_own_host(address: SocketAddr, request: &Message) -> bool {
    request.value("host") == Some(&address.to_string())
}

fn sent(location: &str) -> String {
    format!("HTTP/1.1 301 Moved\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n")
}

fn sent_home(address: SocketAddr, request: &Message) -> String {
    sent(&format!("http://{address}{}", request.target()))
}

async fn status(lab: &Lab, method: &str, target: &str) -> u16 {
    lab.ask(bodiless(asking(method, target))).await.status.as_u16()
}

#[tokio::test]
async fn an_app_that_redirects_to_its_own_host_is_asked_again_by_it() {
    let (lab, app) = (Lab::new(), app(sent_home, has_own_host).await);
    lab.lead(route("x", &app.to()));
    for target in ["/apps/x/a/b?c=d", "/apps/x/"] {
        assert_eq!(status(&lab, "GET", target).await, 200, "{target}");
    }
    let requests = app.requests().await;
    let targets: Vec<_> = requests.iter().map(Message::target).collect();
    assert_eq!(targets, ["/a/b?c=d", "/a/b?c=d", "/"], "it is remembered");
}

#[tokio::test]
async fn what_is_sent_with_a_body_is_not_sent_twice() {
    let (lab, app) = (Lab::new(), app(sent_home, has_own_host).await);
    lab.lead(route("x", &app.to()));
    assert_eq!(status(&lab, "POST", "/apps/x/a").await, 301);
    assert_eq!(app.requests().await.len(), 1);
}

#[tokio::test]
async fn other_redirects_are_passed_on() {
    for location in ["/a", "/", "http://example.org/a", "http://localhost/apps/x/a"] {
        let (lab, app) = (Lab::new(), RawApp::answering(sent(location)).await);
        lab.lead(route("x", &app.to()));
        assert_eq!(status(&lab, "GET", "/apps/x/a").await, 301, "{location}");
        assert_eq!(app.requests().await.len(), 1, "{location}");
    }
}

/// It sends the first request of everybody round, to see whether cookies are kept.
#[tokio::test]
async fn an_app_that_redirects_for_another_reason_keeps_the_clients_host() {
    let asks = |address, request: &Message| {
        sent_home(address, request).replace("\r\n\r\n", "\r\nSet-Cookie: seen=1\r\n\r\n")
    };
    let (lab, app) = (Lab::new(), app(asks, |_, request| request.value("cookie").is_some()).await);
    let route: Route = lab.lead(route("x", &app.to()));
    let answer = lab.ask(bodiless(asking("GET", "/apps/x/a"))).await;
    assert_eq!(answer.status.as_u16(), 301);
    assert_eq!(answer.value("location"), Some("/apps/x/a"));
    assert!(!route.app.learned.wants_own_host());
    let again = asking("GET", "/apps/x/a").header("cookie", "seen=1");
    assert_eq!(lab.ask(bodiless(again)).await.status.as_u16(), 200);
}
