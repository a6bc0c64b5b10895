//! Routes of services that anybody in the network can announce.

use std::net::SocketAddr;

use http::StatusCode;
use routing::Scheme;
use serde_json::Value;
use testkit::deadline;

use super::fixture::{Fixture, PATIENCE, both, container};
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

async fn approve(fixture: &Fixture, at: SocketAddr, scheme: Scheme) {
    let id = if scheme.is_secure() { HTTPS } else { HTTP };
    fixture.see(announced(at, scheme)).await;
    // Once it answered, it is known which key it has.
    deadline("an answer", PATIENCE, async || {
        let found = fixture.proposals().await;
        found.iter().any(|one| one["id"] == id && one["evidence"].to_string().contains("answers"))
    })
    .await;
    fixture.decide(id, "approve", None).await.expect(StatusCode::OK);
}

async fn until_noted(fixture: &Fixture, id: &str, words: &str) {
    let noted = |one: &Value| one["id"] == id && one["securityNotes"].to_string().contains(words);
    deadline(words, PATIENCE, async || fixture.proposals().await.iter().any(noted)).await;
}

async fn leads_to(fixture: &Fixture) -> String {
    fixture.route("nas").await["to"].as_str().expect("an address").to_owned()
}

#[tokio::test]
async fn a_plain_route_is_moved_by_a_person_and_not_by_an_announcement() {
    both(async |fixture| {
        let first = Server::start_at(OLD, Manner::Answers).await;
        let second = Server::start(Manner::Answers).await;
        let (old, new) =
            (format!("http://{}", first.address), format!("http://{}", second.address));
        approve(&fixture, first.address, Scheme::Http).await;
        fixture.put_route("nas", serde_json::json!({ "cache": true })).await;
        fixture.see(announced(second.address, Scheme::Http)).await;
        until_noted(&fixture, HTTP, "something still answers").await;
        assert_eq!(leads_to(&fixture).await, old);

        drop(first);
        until_noted(&fixture, HTTP, "nobody answers").await;
        until_noted(&fixture, HTTP, "Approving this moves the route nas").await;
        assert_eq!(leads_to(&fixture).await, old);

        let fixture = fixture.killed_and_started().await;
        fixture.see(announced(second.address, Scheme::Http)).await;
        until_noted(&fixture, HTTP, "nobody answers").await;
        assert_eq!(leads_to(&fixture).await, old);
        let made = fixture.decide(HTTP, "approve", None).await.expect(StatusCode::OK);
        assert_eq!((&made["app"]["id"], &made["route"]["to"]), (&"nas".into(), &(*new).into()));
        assert_eq!(made["route"]["cache"], true, "nothing but its address is another");
        assert_eq!(leads_to(&fixture).await, new);
        assert_eq!(fixture.ids().await, [""; 0]);
        let app = fixture.catalog.app("nas").expect("the app");
        assert_eq!((app.app.endpoints["lan"].as_str(), app.routes.len()), (&*new, 1));
    })
    .await;
}

#[tokio::test]
async fn a_route_follows_its_key_once_nobody_answers_at_the_old_address() {
    both(async |fixture| {
        let key = Key::new();
        let first = Server::start_tls(OLD, &key, &key).await;
        let second = Server::start_tls(NEW, &key, &key).await;
        approve(&fixture, first.address, Scheme::Https).await;
        fixture.see(announced(second.address, Scheme::Https)).await;
        until_noted(&fixture, HTTPS, "something still answers").await;
        assert_eq!(leads_to(&fixture).await, format!("https://{}", first.address));

        drop(first);
        let new = format!("https://{}", second.address);
        deadline("the new address", PATIENCE, async || leads_to(&fixture).await == new).await;
        fixture.until_shown(&[]).await;
        assert_eq!(fixture.audited().await[0], ("route.changed".to_owned(), "system".to_owned()));
    })
    .await;
}

#[tokio::test]
async fn another_key_or_a_copied_certificate_proves_nothing() {
    both(async |fixture| {
        let (own, other) = (Key::new(), Key::new());
        let first = Server::start_tls(OLD, &own, &own).await;
        approve(&fixture, first.address, Scheme::Https).await;
        let old = format!("https://{}", first.address);
        drop(first);
        for thief in [
            Server::start_tls(NEW, &other, &other).await,
            // What a server shows is no secret.
            Server::start_tls(NEW, &own, &other).await,
        ] {
            fixture.see(announced(thief.address, Scheme::Https)).await;
            let port = serde_json::Number::from(thief.address.port());
            deadline("the proposal", PATIENCE, async || {
                fixture.proposals().await.iter().any(|one| {
                    let notes = one["securityNotes"].to_string();
                    one["detectedPort"] == Value::Number(port.clone())
                        && one["evidence"].to_string().contains("answers")
                        && notes.contains("nobody answers")
                        && notes.contains("does not show the key")
                })
            })
            .await;
            assert_eq!(leads_to(&fixture).await, old);
        }
    })
    .await;
}
