//! Routes of services that anybody in the network can announce.

use std::net::SocketAddr;

use http::StatusCode;
use routing::Scheme;
use serde_json::Value;
use testkit::deadline;

use super::house::{House, PATIENCE, both, container};
use super::server::{Key, Manner, Server};
use crate::model::{Observation, Probing, ServiceKey, Source};

const HTTP: &str = "proposal_mdns_http_nas_80";
const HTTPS: &str = "proposal_mdns_https_nas_80";
/// No other test listens there, so nobody takes the port of a server that ended.
const OLD: &str = "127.77.0.1:0";
const NEW: &str = "127.0.0.1:0";

/// What is heard in the network when `nas.local` says that it is at this address.
fn announced(at: SocketAddr, scheme: Scheme) -> Observation {
    let mut seen = container("nas", at);
    seen.service = ServiceKey::new(Source::Mdns, "nas@nas.local");
    (seen.container, seen.announcer) = (None, Some("nas.local".to_owned()));
    (seen.offers[0].scheme, seen.offers[0].probing) = (Some(scheme), Probing::Adds);
    seen.epoch = at.to_string();
    seen
}

async fn approve(house: &House, at: SocketAddr, scheme: Scheme) {
    let id = if scheme.is_secure() { HTTPS } else { HTTP };
    house.see(announced(at, scheme)).await;
    // Once it answered, it is known which key it has.
    deadline("an answer", PATIENCE, async || {
        let found = house.proposals().await;
        found.iter().any(|one| one["id"] == id && one["evidence"].to_string().contains("answers"))
    })
    .await;
    house.decide(id, "approve", None).await.expect(StatusCode::OK);
}

async fn until_noted(house: &House, id: &str, words: &str) {
    let noted = |one: &Value| one["id"] == id && one["securityNotes"].to_string().contains(words);
    deadline(words, PATIENCE, async || house.proposals().await.iter().any(noted)).await;
}

async fn leads_to(house: &House) -> String {
    house.route("nas").await["to"].as_str().expect("an address").to_owned()
}

#[tokio::test]
async fn a_plain_route_is_moved_by_a_person_and_not_by_an_announcement() {
    both(async |house| {
        let first = Server::start_at(OLD, Manner::Answers).await;
        let second = Server::start(Manner::Answers).await;
        let (old, new) =
            (format!("http://{}", first.address), format!("http://{}", second.address));
        approve(&house, first.address, Scheme::Http).await;
        house.put_route("nas", serde_json::json!({ "cache": true })).await;
        house.see(announced(second.address, Scheme::Http)).await;
        until_noted(&house, HTTP, "something still answers").await;
        assert_eq!(leads_to(&house).await, old);

        drop(first);
        until_noted(&house, HTTP, "nobody answers").await;
        until_noted(&house, HTTP, "Approving this moves the route nas").await;
        assert_eq!(leads_to(&house).await, old);

        let house = house.killed_and_started().await;
        house.see(announced(second.address, Scheme::Http)).await;
        until_noted(&house, HTTP, "nobody answers").await;
        assert_eq!(leads_to(&house).await, old);
        let made = house.decide(HTTP, "approve", None).await.expect(StatusCode::OK);
        assert_eq!((&made["app"]["id"], &made["route"]["to"]), (&"nas".into(), &(*new).into()));
        assert_eq!(made["route"]["cache"], true, "nothing but its address is another");
        assert_eq!(leads_to(&house).await, new);
        assert_eq!(house.ids().await, [""; 0]);
        let app = house.catalog.app("nas").expect("the app");
        assert_eq!((app.app.endpoints["lan"].as_str(), app.routes.len()), (&*new, 1));
    })
    .await;
}

#[tokio::test]
async fn a_route_follows_its_key_once_nobody_answers_at_the_old_address() {
    both(async |house| {
        let key = Key::new();
        let first = Server::start_tls(OLD, &key, &key).await;
        let second = Server::start_tls(NEW, &key, &key).await;
        approve(&house, first.address, Scheme::Https).await;
        house.see(announced(second.address, Scheme::Https)).await;
        until_noted(&house, HTTPS, "something still answers").await;
        assert_eq!(leads_to(&house).await, format!("https://{}", first.address));

        drop(first);
        let new = format!("https://{}", second.address);
        deadline("the new address", PATIENCE, async || leads_to(&house).await == new).await;
        house.until_shown(&[]).await;
        assert_eq!(house.audited().await[0], ("route.changed".to_owned(), "system".to_owned()));
    })
    .await;
}

#[tokio::test]
async fn another_key_or_a_copied_certificate_proves_nothing() {
    both(async |house| {
        let (own, other) = (Key::new(), Key::new());
        let first = Server::start_tls(OLD, &own, &own).await;
        approve(&house, first.address, Scheme::Https).await;
        let old = format!("https://{}", first.address);
        drop(first);
        for thief in [
            Server::start_tls(NEW, &other, &other).await,
            // What a server shows is no secret.
            Server::start_tls(NEW, &own, &other).await,
        ] {
            house.see(announced(thief.address, Scheme::Https)).await;
            let port = serde_json::Number::from(thief.address.port());
            deadline("the proposal", PATIENCE, async || {
                house.proposals().await.iter().any(|one| {
                    let notes = one["securityNotes"].to_string();
                    one["detectedPort"] == Value::Number(port.clone())
                        && one["evidence"].to_string().contains("answers")
                        && notes.contains("nobody answers")
                        && notes.contains("does not show the key")
                })
            })
            .await;
            assert_eq!(leads_to(&house).await, old);
        }
    })
    .await;
}
