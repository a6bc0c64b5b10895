//! Two and three gateways that share apps.

use std::collections::BTreeSet;

use http::Method;
use serde_json::json;
use testkit::{PATIENCE, deadline};

use super::gateway::{Gateway, config, place};
use super::network::Network;
use crate::Config;

fn all(gateways: &[&Gateway]) -> BTreeSet<String> {
    gateways.iter().flat_map(|gateway| gateway.own_apps()).collect()
}

#[tokio::test]
async fn gateways_find_each_other_and_show_each_others_apps() {
    let network = Network::new(1, 0);
    let attic = Gateway::start("attic", &network, &[]).await;
    attic.add_app("media", &["tv"]).await;
    let mut facts = attic.events.subscribe();
    let cellar = Gateway::start("cellar", &network, &[attic.address]).await;
    cellar.add_app("media", &[]).await;
    let yard = Gateway::start("yard", &network, &[cellar.address]).await;
    attic.until_shown(&all(&[&cellar])).await;
    yard.until_shown(&all(&[&attic, &cellar])).await;

    let id = format!("media@{}", attic.id());
    let app = yard.get(&format!("/api/v1/apps/{id}")).await;
    assert_eq!(app["tags"], json!(["tv", "federated"]));
    assert_eq!(app["url"], "https://attic.local:8443/apps/media/");
    assert_eq!(app["origin"], "federation");
    assert_eq!(app["peer"], json!({ "id": attic.id(), "name": "attic" }));
    assert_eq!(app["proxyPath"], "", "it opens at its own gateway");
    let listed = yard.get("/api/v1/apps").await;
    assert_eq!(listed.as_array().expect("an array").len(), 2);
    let health = yard.get(&format!("/api/v1/services/{id}/health")).await;
    assert_eq!((&health["appId"], &health["status"]), (&json!(id), &json!("unknown")));
    let (status, _) = yard.call(Method::GET, &format!("/api/v1/apps/{id}/favicon"), None).await;
    assert_eq!(status, 200);

    // The two come in any order, and one that is slow may come twice.
    let mut told = BTreeSet::new();
    while told.len() < 2 {
        let fact = facts.recv().await.expect("a fact");
        if fact.kind == "peer_connected" {
            let text = |key: &str| fact.data[key].as_str().expect("text").to_owned();
            told.insert((text("name"), text("peerId")));
        }
    }
    let both = [("cellar".to_owned(), cellar.id()), ("yard".to_owned(), yard.id())];
    assert_eq!(told, both.into());
}

#[tokio::test]
async fn changes_and_deletions_arrive() {
    let network = Network::new(2, 0);
    let attic = Gateway::start("attic", &network, &[]).await;
    let cellar = Gateway::start("cellar", &network, &[attic.address]).await;
    attic.until_connected(1).await;
    for id in ["one", "two", "three"] {
        attic.add_app(id, &[]).await;
    }
    cellar.until_shown(&all(&[&attic])).await;
    attic.delete_app("two").await;
    attic.add_app("one", &["new"]).await;
    cellar.until_shown(&all(&[&attic])).await;
    let tagged = || cellar.catalog.remote_apps().iter().any(|it| it.app.tags[0] == "new");
    deadline("the tag arrives", PATIENCE, async || tagged()).await;
}

#[tokio::test]
async fn only_what_is_shared_is_told_and_nothing_is_passed_on() {
    let network = Network::new(3, 0);
    let (first, second, third) = (place(), place(), place());
    let share = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let tagged = Config { share: share(&["family"]), ..config(first, &[]) };
    let silent = Config { share: share(&["none"]), ..config(second, &[first]) };
    let attic = Gateway::with("attic", &network, tagged).await;
    let cellar = Gateway::with("cellar", &network, silent).await;
    let yard = Gateway::with("yard", &network, config(third, &[first])).await;
    attic.add_app("photos", &["family"]).await;
    attic.add_app("vault", &[]).await;
    cellar.add_app("backup", &["family"]).await;
    for gateway in [&attic, &cellar, &yard] {
        gateway.until_connected(2).await;
    }
    let photos = BTreeSet::from([format!("photos@{}", attic.id())]);
    yard.until_shown(&photos).await;
    cellar.until_shown(&photos).await;
    // Everybody has exchanged everything with everybody, and yet there is no more.
    let (status, report) = yard.call(Method::POST, "/api/v1/federation/sync", None).await;
    assert_eq!((status, &report["peersContacted"]), (200, &json!(2)));
    assert_eq!((&report["servicesReceived"], &report["success"]), (&json!(1), &json!(true)));
    assert_eq!(yard.remote_apps(), photos);
    assert!(attic.remote_apps().is_empty());
}

#[tokio::test]
async fn a_sync_exchanges_both_lists_and_says_what() {
    let network = Network::new(4, 0);
    let attic = Gateway::start("attic", &network, &[]).await;
    let cellar = Gateway::start("cellar", &network, &[attic.address]).await;
    attic.add_app("media", &[]).await;
    cellar.add_app("wiki", &[]).await;
    cellar.add_app("notes", &[]).await;
    attic.until_shown(&all(&[&cellar])).await;
    cellar.until_shown(&all(&[&attic])).await;
    let (status, report) = cellar.call(Method::POST, "/api/v1/federation/sync", None).await;
    assert_eq!(status, 200);
    assert_eq!(report["success"], true);
    let counts = [&report["peersContacted"], &report["servicesReceived"], &report["servicesSent"]];
    assert_eq!(counts, [&json!(1), &json!(1), &json!(2)]);
    assert!(report["durationMs"].is_u64());
}
