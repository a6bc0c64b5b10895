//! The table of routes is replaced while requests are on their way.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use edge::Limits;

use crate::client::{asking, bodiless};
use crate::lab::{Lab, until};
use crate::raw_app::RawApp;
use crate::routes::route;

const CLIENTS: usize = 200;
const EACH: usize = 5;

#[tokio::test]
async fn no_request_fails_while_the_table_is_replaced() {
    let lab = Lab::plain(Limits { lanes: 2, ..Limits::default() });
    let app = RawApp::start(|mut talk| async move {
        while talk.request().await.is_some() {
            tokio::time::sleep(Duration::from_millis(20)).await;
            talk.say(crate::raw_app::OK).await;
        }
    })
    .await;
    lab.lead(route("x", &app.to()));
    let (good, done) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    for _ in 0..CLIENTS {
        let mut wire = lab.wire().await;
        let (good, done) = (good.clone(), done.clone());
        lab.spawn(async move {
            for _ in 0..EACH {
                let head = "GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n\r\n";
                let answer = wire.ask(head).await;
                let fine = answer.status() == 200 && answer.text() == "ok";
                good.fetch_add(usize::from(fine), Ordering::SeqCst);
            }
            done.fetch_add(1, Ordering::SeqCst);
        });
    }
    for number in 0..100 {
        let others = (0..number).map(|n| route(&format!("other-{n}"), "http://127.0.0.1:1"));
        lab.publish([route("x", &app.to())].into_iter().chain(others));
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    until("every client is done", || done.load(Ordering::SeqCst) == CLIENTS).await;
    assert_eq!(good.load(Ordering::SeqCst), CLIENTS * EACH);
}

#[tokio::test]
async fn a_new_table_counts_from_the_next_request() {
    let (lab, old, new) = (
        Lab::new(),
        RawApp::answering("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nold").await,
        RawApp::fine().await,
    );
    lab.lead(route("x", &old.to()));
    let mut wire = lab.wire().await;
    let head = "GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n\r\n";
    assert_eq!(wire.ask(head).await.text(), "old");
    lab.lead(route("x", &new.to()));
    assert_eq!(wire.ask(head).await.text(), "ok");
    lab.publish([]);
    assert_eq!(wire.ask(head).await.status(), 404);
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.status, 404);
}
