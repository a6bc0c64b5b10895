//! Message types that other parts answer.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use hub::Limits;
use serde_json::{Value, json};
use web::{Command, Session};

use crate::client::Client;
use crate::server::Server;

/// Answers with what it was sent, and to whom.
struct Echo;

impl Command for Echo {
    fn kind(&self) -> &'static str {
        "echo"
    }

    fn run<'a>(&'a self, session: &'a Session, data: Value) -> BoxFuture<'a, ()> {
        let from = session.principal.identity.actor_id();
        session.send("echoed", &json!({"from": from, "data": data}));
        std::future::ready(()).boxed()
    }
}

/// Never comes to an end.
struct Hang;

impl Command for Hang {
    fn kind(&self) -> &'static str {
        "hang"
    }

    fn run<'a>(&'a self, session: &'a Session, _: Value) -> BoxFuture<'a, ()> {
        session.send("hanging", &json!({}));
        std::future::pending().boxed()
    }
}

/// A programming error.
struct Panics;

impl Command for Panics {
    fn kind(&self) -> &'static str {
        "panic"
    }

    fn run<'a>(&'a self, _: &'a Session, _: Value) -> BoxFuture<'a, ()> {
        async { panic!("on purpose") }.boxed()
    }
}

async fn server() -> Server {
    let limits = Limits { command_time: Duration::from_millis(300), ..Limits::default() };
    Server::with(limits, vec![Arc::new(Echo), Arc::new(Hang), Arc::new(Panics)]).await
}

#[tokio::test]
async fn a_command_knows_its_caller_and_answers_it_alone() {
    let server = server().await;
    let mut phone = Client::welcomed(&server, "phone").await;
    let mut tablet = Client::welcomed(&server, "tablet").await;
    phone.say(json!({"type": "echo", "data": {"n": 1}})).await;
    phone.say(json!({"type": "echo"})).await;
    for data in [json!({"n": 1}), Value::Null] {
        let expected = json!({"type": "echoed", "data": {"from": "phone-1", "data": data}});
        assert_eq!(phone.hear().await, expected);
    }
    tablet.hears_nothing().await;
}

#[tokio::test]
async fn a_command_that_hangs_keeps_no_fact_away_and_is_given_up() {
    let server = server().await;
    let mut phone = Client::welcomed(&server, "phone").await;
    phone.say(json!({"type": "hang"})).await;
    phone.say(json!({"type": "echo"})).await;
    assert_eq!(phone.hear().await["type"], "hanging");
    server.happen("meanwhile").await;
    assert_eq!(phone.hear().await["type"], "config_reload");
    assert_eq!(phone.hear().await["type"], "echoed");
}

#[tokio::test]
async fn a_command_that_panics_ends_its_own_socket() {
    let server = server().await;
    let mut phone = Client::welcomed(&server, "phone").await;
    let mut tablet = Client::welcomed(&server, "tablet").await;
    phone.say(json!({"type": "panic"})).await;
    testkit::deadline("it is gone", crate::server::PATIENCE, async || {
        server.measured("gatehouse_sockets_open 1")
    })
    .await;
    tablet.hears_nothing().await;
}
