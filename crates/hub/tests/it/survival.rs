//! How sockets end without the client's doing.

use std::time::Duration;

use hub::Limits;
use kit::Presence;
use testkit::deadline;
use tokio::time::timeout;

use crate::client::{Client, REMOTE};
use crate::server::{PATIENCE, Server};

#[tokio::test]
async fn a_revoked_credential_closes_its_sockets_at_once_and_no_others() {
    let server = Server::start().await;
    let mut first = Client::welcomed(&server, "phone").await;
    let mut second = Client::welcomed(&server, "phone").await;
    let mut other = Client::welcomed(&server, "tablet").await;
    server.revoke("phone");
    assert_eq!(first.closed().await, 4003);
    assert_eq!(second.closed().await, 4003);
    deadline("the phone is away", PATIENCE, async || !server.hub.is_online("phone-1")).await;
    other.hears_nothing().await;
}

#[tokio::test]
async fn an_expired_credential_closes_its_sockets_and_no_others() {
    let server = Server::start().await;
    let mut brief = Client::welcomed(&server, "brief").await;
    let mut other = Client::welcomed(&server, "tablet").await;
    brief.hears_nothing().await;
    server.clock.advance(Duration::from_secs(2));
    assert_eq!(brief.closed().await, 4003);
    other.hears_nothing().await;
}

/// Signs in as the phone, and then lets more pile up than its connection takes.
async fn client_that_stops_reading(server: &Server) -> Client {
    let mut client = Client::open_narrow(server, REMOTE).await;
    client.say(serde_json::json!({"type": "auth", "data": {"token": "phone"}})).await;
    assert_eq!(client.hear().await["type"], "auth_success");
    let load = "x".repeat(256 << 10);
    for _ in 0..60 {
        server.happen(&load).await;
    }
    client
}

#[tokio::test]
async fn a_revocation_does_not_wait_for_a_client_that_does_not_read() {
    // Neither a full queue nor a stuck write ends it in this test.
    let limits = Limits {
        queue_messages: 1_000,
        queue_bytes: 1 << 30,
        write_time: Duration::from_secs(600),
        close_time: Duration::from_millis(100),
        ..Limits::default()
    };
    let server = Server::limited(limits).await;
    let _stuck = client_that_stops_reading(&server).await;
    server.revoke("phone");
    let gone = async || server.measured("gatehouse_sockets_closed_total{reason=\"revoked\"} 1");
    deadline("it is closed", PATIENCE, gone).await;
    deadline("it is gone", PATIENCE, async || server.measured("gatehouse_sockets_open 0")).await;
}

#[tokio::test]
async fn a_write_that_does_not_end_drops_the_peer() {
    let limits = Limits {
        queue_messages: 1_000,
        queue_bytes: 1 << 30,
        write_time: Duration::from_millis(300),
        ..Limits::default()
    };
    let server = Server::limited(limits).await;
    let _stuck = client_that_stops_reading(&server).await;
    let gone = async || server.measured("gatehouse_sockets_closed_total{reason=\"stuck\"} 1");
    deadline("it is dropped", PATIENCE, gone).await;
}

#[tokio::test]
async fn a_silent_peer_is_dropped_and_one_that_answers_pings_is_not() {
    let limits = Limits {
        ping_every: Duration::from_millis(200),
        silence: Duration::from_secs(2),
        close_time: Duration::from_secs(60),
        ..Limits::default()
    };
    let server = Server::limited(limits).await;
    // It does not read, so it does not see the pings.
    let mut silent = Client::welcomed(&server, "tablet").await;
    let mut alive = Client::welcomed(&server, "phone").await;
    // Reading answers the pings; no message is expected.
    let nothing = timeout(Duration::from_secs(5), alive.hear()).await;
    assert!(nothing.is_err(), "{nothing:?}");
    assert!(!server.hub.is_online("tablet-1"));
    assert_eq!(silent.closed().await, 1008);
    assert!(server.hub.is_online("phone-1"));
    alive.hears_nothing().await;
}

#[tokio::test]
async fn the_drain_closes_every_socket_with_1001() {
    let server = Server::start().await;
    let mut welcomed = Client::welcomed(&server, "phone").await;
    let mut admin = Client::welcomed(&server, "admin").await;
    let mut unknown = Client::open(&server, REMOTE).await;
    let open = async || server.measured("gatehouse_sockets_open 3");
    deadline("three sockets are open", PATIENCE, open).await;
    server.shutdown.drain();
    for client in [&mut welcomed, &mut admin, &mut unknown] {
        assert_eq!(client.closed().await, 1001);
    }
    drop((welcomed, admin, unknown));
    timeout(PATIENCE, server.supervisor.drained()).await.expect("every task ends");
    assert!(server.measured("gatehouse_sockets_open 0"));
}
