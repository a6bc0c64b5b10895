//! Apps that are opened through another gateway.

use std::sync::Arc;

use http::Method;
use kit::{Identity, Principal, Scopes};
use routing::{Passport, PeerTokens, Peering, Route, Trust};
use testkit::{PATIENCE, deadline};

use super::gateway::{Gateway, config, place};
use super::network::Network;
use crate::Config;

async fn open(name: &str, network: &Arc<Network>, seed: Option<&Gateway>, share: &str) -> Gateway {
    let seeds: Vec<_> = seed.iter().map(|gateway| gateway.address).collect();
    let share = vec![share.to_owned()];
    let config = Config { allow_remote_routes: true, share, ..config(place(), &seeds) };
    Gateway::with(name, network, config).await
}

fn route(gateway: &Gateway, path: &str) -> Option<Arc<Route>> {
    gateway.catalog.routes().load().find(path).cloned()
}

fn caller(name: &str, scopes: &[&str]) -> Passport {
    let principal = Principal {
        identity: Identity::User(name.into()),
        scopes: Arc::new(Scopes::parse(scopes).expect("scopes")),
        ..Principal::local()
    };
    Passport { principal, name: name.try_into().ok(), host: None, usage: None }
}

#[tokio::test]
async fn apps_open_through_another_gateway_where_both_allow_it() {
    let network = Network::new(21, 0);
    let attic = open("attic", &network, None, "tv").await;
    let cellar = open("cellar", &network, Some(&attic), "all").await;
    let yard = Gateway::start("yard", &network, &[attic.address]).await;
    attic.add_app("media", &["tv"]).await;
    attic.add_app("mail", &[]).await;
    yard.add_app("wiki", &[]).await;
    let (media, wiki) = (format!("media@{}", attic.id()), format!("wiki@{}", yard.id()));
    cellar.until_shown(&[media.clone(), wiki.clone()].into()).await;
    yard.until_shown(&[media.clone()].into()).await;

    let app = cellar.get(&format!("/api/v1/apps/{media}")).await;
    assert_eq!(app["proxyPath"], format!("/apps/{media}/"));
    assert_eq!(app["url"], format!("https://cellar.local:8443/apps/{media}/"));
    let there = route(&cellar, &format!("/apps/{media}/x")).expect("a route");
    let (gateway, app) = (attic.id().into(), "media".into());
    assert_eq!(there.peering, Peering::To { gateway, app });
    assert_eq!(there.upstream.endpoint.trust, Trust::Key([0; 32]));
    assert_eq!(there.upstream.authority, "attic.local:8443");
    assert!(!there.options.public_access && !there.options.strip_prefix);

    let opened = route(&attic, &format!("/apps/{media}/x")).expect("a route");
    assert_eq!((&opened.peering, &*opened.app.id), (&Peering::From, "media"));
    assert!(route(&attic, &format!("/apps/mail@{}/", attic.id())).is_none(), "not shared");

    // Who lets nobody in opens nothing through itself, either.
    for (gateway, id) in [(&yard, &media), (&cellar, &wiki)] {
        assert_eq!(gateway.get(&format!("/api/v1/apps/{id}")).await["proxyPath"], "");
        assert!(route(gateway, &format!("/apps/{id}/")).is_none());
    }
    assert!(route(&yard, &format!("/apps/{wiki}/")).is_none());
}

#[tokio::test]
async fn a_caller_is_known_there_until_the_peer_is_removed() {
    let network = Network::new(22, 0);
    let attic = open("attic", &network, None, "all").await;
    let cellar = open("cellar", &network, Some(&attic), "all").await;
    let yard = Gateway::start("yard", &network, &[attic.address]).await;
    for gateway in [&attic, &cellar, &yard] {
        gateway.until_connected(2).await;
    }
    let issued = |caller: Option<&Passport>| {
        let token = cellar.federation.issue(&attic.id(), "media", caller).expect("a token");
        assert!(token.is_sensitive(), "no log shows it");
        token.to_str().expect("text").to_owned()
    };
    let ada = issued(Some(&caller("ada", &["read:*", "access:media@gw-x"])));
    let passport = attic.federation.judge(&ada, "media").expect("she is known");
    assert_eq!(passport.name.expect("a name"), format!("ada@{}", cellar.id()));
    assert!(passport.principal.may("access:media") && !passport.principal.may("access:mail"));
    assert!(!passport.principal.may("read:catalog"));
    let local = attic.federation.judge(&issued(None), "media").expect("it is known");
    assert!(local.principal.may("access:mail") && !local.principal.is_admin());

    assert!(attic.federation.judge(&ada, "mail").is_err(), "another app");
    assert!(cellar.federation.judge(&ada, "media").is_err(), "another gateway");
    assert!(yard.federation.judge(&ada, "media").is_err(), "it is closed");
    assert!(yard.federation.issue(&attic.id(), "media", None).is_none(), "it is closed");
    assert!(cellar.federation.issue("gw-nobody", "media", None).is_none());

    let path = format!("/api/v1/federation/peers/{}", cellar.id());
    assert_eq!(attic.call(Method::DELETE, &path, None).await.0, 200);
    assert!(passport.principal.revoked.is_cancelled(), "what was open ends");
    assert!(attic.federation.judge(&ada, "media").is_err());
    attic.invite(cellar.address).await;
    let again = async || attic.federation.judge(&ada, "media").is_ok();
    deadline("it is a peer again", PATIENCE, again).await;
}
