//! What people do with peers, over the API.

use std::collections::BTreeSet;

use http::Method;
use serde_json::json;
use testkit::{PATIENCE, deadline};

use super::gateway::{Gateway, config, place};
use super::network::Network;
use crate::Config;

const PEERS: &str = "/api/v1/federation/peers";

#[tokio::test]
async fn what_is_switched_off_says_so() {
    let network = Network::new(1, 0);
    let off = Config { enabled: false, ..config(place(), &[]) };
    let gateway = Gateway::with("attic", &network, off).await;
    assert_eq!(gateway.get(PEERS).await, json!({ "peers": [], "count": 0, "enabled": false }));
    let status = gateway.get("/api/v1/federation/status").await;
    let expected = json!({
        "enabled": false,
        "local_peer_id": "",
        "local_peer_name": "attic",
        "peer_count": 0,
        "peers_by_status": { "connected": 0, "disconnected": 0 },
        "running": false,
    });
    assert_eq!(status, expected);
    let invitation = Some(json!({ "address": "10.0.0.2" }));
    for (method, path, body) in [
        (Method::GET, format!("{PEERS}/x"), None),
        (Method::DELETE, format!("{PEERS}/x"), None),
        (Method::POST, PEERS.to_owned(), invitation),
        (Method::POST, "/api/v1/federation/sync".to_owned(), None),
    ] {
        let (status, body) = gateway.call(method, &path, body).await;
        assert_eq!(status, 503, "{path}");
        assert_eq!(body["error"]["code"], "SERVICE_UNAVAILABLE");
        let message = body["error"]["message"].as_str().expect("a message");
        assert!(message.contains("federation.enabled"), "{message}");
    }
}

#[tokio::test]
async fn peers_are_listed_with_what_they_say_of_themselves() {
    let network = Network::new(2, 0);
    let attic = Gateway::start("attic", &network, &[]).await;
    let cellar = Gateway::start("cellar", &network, &[attic.address]).await;
    cellar.add_app("wiki", &[]).await;
    attic.until_shown(&cellar.own_apps()).await;
    attic.until_connected(1).await;
    let list = attic.get(PEERS).await;
    assert_eq!((&list["count"], &list["enabled"]), (&json!(1), &json!(true)));
    let peer = &list["peers"][0];
    let expected = json!({
        "id": cellar.id(),
        "name": "cellar",
        "address": "https://cellar.local:8443",
        "gossipAddress": cellar.address.to_string(),
        "status": "connected",
        "lastSeen": peer["lastSeen"],
        "version": "0.1.0",
        "serviceCount": 1,
        "remoteRoutes": false,
    });
    assert_eq!(*peer, expected);
    assert_eq!(attic.get(&format!("{PEERS}/{}", cellar.id())).await, *peer);
    let status = attic.get("/api/v1/federation/status").await;
    assert_eq!((&status["running"], &status["peer_count"]), (&json!(true), &json!(1)));
    assert_eq!(status["local_peer_id"], attic.id());
    assert_eq!(status["peers_by_status"], json!({ "connected": 1, "disconnected": 0 }));
    for unknown in ["gw-1", &attic.id()] {
        let (status, _) = attic.call(Method::GET, &format!("{PEERS}/{unknown}"), None).await;
        assert_eq!(status, 404, "{unknown}");
    }
    assert_eq!(attic.figure("gatehouse_federation_peers{status=\"connected\"} "), 1);
    assert_eq!(attic.figure("gatehouse_federation_apps "), 1);
}

#[tokio::test]
async fn a_peer_that_is_gone_is_disconnected_and_its_apps_are_of_unknown_health() {
    let network = Network::new(3, 0);
    let attic = Gateway::start("attic", &network, &[]).await;
    let cellar = Gateway::start("cellar", &network, &[attic.address]).await;
    cellar.add_app("wiki", &[]).await;
    attic.until_shown(&cellar.own_apps()).await;
    attic.until_connected(1).await;
    let (apps, id) = (cellar.own_apps(), cellar.id());
    drop(cellar);
    attic.until_connected(0).await;
    assert_eq!(attic.get(&format!("{PEERS}/{id}")).await["status"], "disconnected");
    assert_eq!(attic.remote_apps(), apps, "they stay where they were");
    assert_eq!(attic.get("/api/v1/apps").await[0]["healthStatus"], "unknown");
}

#[tokio::test]
async fn a_removed_peer_stays_out_until_it_is_invited_again() {
    let network = Network::new(4, 0);
    let attic = Gateway::start("attic", &network, &[]).await;
    let cellar = Gateway::start("cellar", &network, &[attic.address]).await;
    let yard = Gateway::start("yard", &network, &[attic.address]).await;
    cellar.add_app("wiki", &[]).await;
    attic.add_app("media", &[]).await;
    attic.until_shown(&cellar.own_apps()).await;
    attic.until_connected(2).await;
    let path = format!("{PEERS}/{}", cellar.id());
    let removed = attic.call(Method::DELETE, &path, None).await;
    assert_eq!(removed, (200, json!({ "success": true })));
    assert!(attic.remote_apps().is_empty(), "its apps go with it");
    assert_eq!(attic.call(Method::GET, &path, None).await.0, 404);
    assert_eq!(attic.call(Method::DELETE, &path, None).await.0, 404);

    // It goes on gossiping and has news; both reach everybody else, and a restart changes nothing.
    let attic = attic.restarted().await;
    attic.until_connected(1).await;
    cellar.add_app("notes", &[]).await;
    let both = cellar.own_apps().into_iter().chain(attic.own_apps()).collect::<BTreeSet<_>>();
    yard.until_shown(&both).await;
    let (_, report) = cellar.call(Method::POST, "/api/v1/federation/sync", None).await;
    assert_eq!((&report["success"], &report["peersContacted"]), (&json!(false), &json!(1)));
    assert!(attic.remote_apps().is_empty());
    assert_eq!(attic.get(PEERS).await["count"], 1);

    attic.invite(cellar.address).await;
    attic.until_shown(&cellar.own_apps()).await;
    assert_eq!(attic.get(PEERS).await["count"], 2);
}

#[tokio::test]
async fn an_invitation_is_enough_to_find_each_other() {
    let network = Network::new(5, 0);
    let attic = Gateway::start("attic", &network, &[]).await;
    let cellar = Gateway::start("cellar", &network, &[]).await;
    cellar.add_app("wiki", &[]).await;
    attic.invite(cellar.address).await;
    attic.until_shown(&cellar.own_apps()).await;
    let body = Some(json!({ "address": "https://attic" }));
    assert_eq!(attic.call(Method::POST, PEERS, body).await.0, 400);
    // What is known survives a restart, also where the peer does not.
    let apps = cellar.own_apps();
    let id = attic.id();
    drop(cellar);
    let attic = attic.restarted().await;
    assert_eq!((attic.id(), attic.remote_apps()), (id, apps));
    let audited = attic.events.audit(&Default::default(), kit::Page::ALL).await.expect("the log");
    let actions: BTreeSet<_> = audited.items.into_iter().map(|entry| entry.action).collect();
    deadline("it runs again", PATIENCE, async || attic.federation.is_running()).await;
    assert!(actions.contains("federation.peer_invited"), "{actions:?}");
    assert!(actions.contains("federation.peer_added"), "{actions:?}");
}

#[tokio::test]
async fn a_start_is_newer_than_those_before_whatever_the_clock_says() {
    let network = Network::new(6, 0);
    let attic = Gateway::start("attic", &network, &[]).await;
    let federation = &attic.federation;
    deadline("it runs", PATIENCE, async || federation.is_running()).await;
    let age = || federation.own().expect("a record").record.age();
    let first = age();
    // The clock of the tests stands still.
    federation.begin(attic.address).await.expect("a start");
    assert!(age() > first);
    // It was far ahead once, and was set back.
    let ahead = i64::try_from(first.0).expect("small") + 1_000_000;
    let mut tx = federation.db().begin().await.expect("a transaction");
    crate::store::set_generation(&mut tx, ahead).await.expect("written");
    tx.commit().await.expect("the commit");
    federation.begin(attic.address).await.expect("a start");
    assert_eq!(age(), (ahead.unsigned_abs() + 1, 1));
}
