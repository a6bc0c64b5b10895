//! Clients that send a change and hang up before the answer: what the database says and what the
//! program believes stay the same.

use std::collections::BTreeSet;
use std::time::Duration;

use futures::future::join_all;
use testkit::{Database, Gateway, PATIENCE, deadline};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::people::{Calls, pair, text};

const TRIES: usize = 40;

/// Sends the request and leaves after `pause`, by a close or a reset.
async fn hang_up(gateway: &Gateway, request: &str, pause: Duration, reset: bool) {
    let mut stream = TcpStream::connect(("127.0.0.1", gateway.port())).await.expect("a connection");
    if reset {
        stream.set_zero_linger().expect("an open socket");
    }
    stream.write_all(request.as_bytes()).await.expect("sent");
    tokio::time::sleep(pause).await;
}

/// The pauses reach from before the request is read until after it is answered.
fn pause(attempt: usize) -> Duration {
    Duration::from_micros(u64::try_from(attempt % 20).expect("small") * 300)
}

/// The devices to which the action happened, as the database has it.
async fn in_database(gateway: &Gateway, admin: &str, action: &str) -> BTreeSet<String> {
    let path = format!("/api/v1/audit-logs?limit=1000&action={action}");
    let found = gateway.get(&path).bearer_auth(admin).answer().await.1;
    found["logs"].as_array().expect("entries").iter().map(|e| text(&e["targetId"])).collect()
}

/// The devices whose token is refused, as memory has it.
async fn refused(gateway: &Gateway, tokens: &[(String, String)]) -> BTreeSet<String> {
    let ask = |(id, token): &(String, String)| {
        let (id, call) = (id.clone(), gateway.get("/api/v1/auth/me").bearer_auth(token));
        async move { (call.answer().await.0 == 401).then_some(id) }
    };
    join_all(tokens.iter().map(ask)).await.into_iter().flatten().collect()
}

/// `request` is made of a device's id and token; `action` is its name in the audit log.
async fn memory_follows(action: &str, request: impl Fn(&str, &str) -> String) {
    for database in Database::all() {
        let mut gateway = Gateway::launch().without_rate_limits().database(&database).start().await;
        let admin = gateway.admin_token().await;
        let mut tokens = Vec::new();
        for attempt in 0..TRIES {
            let id = format!("device-{attempt}");
            let token = pair(&gateway, &id, "ios").await.token;
            hang_up(&gateway, &request(&id, &token), pause(attempt), attempt % 2 == 0).await;
            tokens.push((id, token));
        }
        let what = format!("memory agrees with {database} about {action}");
        deadline(&what, PATIENCE, async || {
            refused(&gateway, &tokens).await == in_database(&gateway, &admin, action).await
        })
        .await;
        let before = refused(&gateway, &tokens).await;
        assert!(!before.is_empty(), "no request was ever read");
        gateway.restart().await;
        assert_eq!(refused(&gateway, &tokens).await, before, "{database}: {action}");
    }
}

#[tokio::test]
async fn a_device_that_was_revoked_without_waiting_is_out() {
    memory_follows("device.revoked", |id, _| {
        format!("DELETE /api/v1/devices/{id} HTTP/1.1\r\nHost: localhost\r\n\r\n")
    })
    .await;
}

#[tokio::test]
async fn a_token_that_was_signed_out_without_waiting_is_out() {
    memory_follows("token.revoked", |_, token| {
        format!(
            "POST /api/v1/auth/logout HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\
             Authorization: Bearer {token}\r\n\r\n"
        )
    })
    .await;
}
