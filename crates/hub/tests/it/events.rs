//! Facts reach those who may hear them, and nobody else.

use hub::Limits;
use serde_json::json;
use testkit::deadline;

use crate::client::{Client, REMOTE};
use crate::server::{PATIENCE, Server};

#[tokio::test]
async fn a_fact_reaches_every_caller_with_the_scope() {
    let server = Server::start().await;
    let mut listeners = Vec::new();
    for token in ["phone", "tablet", "admin", "phone"] {
        listeners.push(Client::welcomed(&server, token).await);
    }
    let mut deaf = Client::welcomed(&server, "deaf").await;
    let mut nobody = Client::open(&server, REMOTE).await;
    server.happen("first").await;
    server.happen("second").await;
    for listener in &mut listeners {
        for message in ["first", "second"] {
            assert_eq!(
                listener.hear().await,
                json!({"type": "config_reload", "data": {"message": message, "changed": []}})
            );
        }
    }
    deaf.hears_nothing().await;
    nobody.say(json!({"type": "auth", "data": {"token": "phone"}})).await;
    assert_eq!(nobody.hear().await["type"], "auth_success");
    assert_eq!(nobody.hear().await["type"], "hello");
    nobody.hears_nothing().await;
}

#[tokio::test]
async fn a_slow_reader_is_dropped_while_the_others_miss_nothing() {
    let limits = Limits { queue_messages: 8, ..Limits::default() };
    let server = Server::limited(limits).await;
    let mut slow = Client::open_narrow(&server, REMOTE).await;
    slow.say(json!({"type": "auth", "data": {"token": "tablet"}})).await;
    assert_eq!(slow.hear().await["type"], "auth_success");
    let mut quick = Client::welcomed(&server, "phone").await;
    // Far more than the system's buffers take; the quick one reads each before the next comes.
    let load = "x".repeat(256 << 10);
    for number in 0..80 {
        server.happen(&format!("{number} {load}")).await;
        let heard = quick.hear().await;
        let text = heard["data"]["message"].as_str().expect("a text");
        assert_eq!(text.split(' ').next(), Some(number.to_string().as_str()));
    }
    let dropped = async || server.measured("gatehouse_sockets_closed_total{reason=\"slow\"} 1");
    deadline("the slow one is dropped", PATIENCE, dropped).await;
    let gone = async || server.measured("gatehouse_sockets_open 1");
    deadline("its socket is gone", PATIENCE, gone).await;
    quick.hears_nothing().await;
}

#[tokio::test]
async fn a_crowd_hears_a_fact_at_once() {
    let server = Server::start().await;
    let mut crowd = Vec::new();
    for number in 0..100 {
        let token = ["phone", "tablet", "admin", "admin", "admin"][number % 5];
        crowd.push(Client::welcomed(&server, token).await);
    }
    server.happen("now").await;
    for listener in &mut crowd {
        assert_eq!(listener.hear().await["data"]["message"], "now");
    }
}
