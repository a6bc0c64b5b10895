//! Routes that follow their containers, and those that are left alone.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::Gateway;
use testkit::docker::{Container, DockerEngine, Running};

use crate::discovery_fixture::{
    PATIENCE, approve, caught_up, found, page, proposed, proposed_within, serves, start, web,
    withdrawn,
};
use crate::people::Calls;
use crate::routes::put_route;
use crate::upstream::Upstream;

/// Makes the container anew, as an update of its image would. The containers that are returned
/// have its old address, which it must not get again.
fn moved<'a>(
    engine: &'a DockerEngine,
    container: &mut Running<'a>,
    page: &str,
) -> Vec<Running<'a>> {
    let before = container.address();
    container.stop();
    let mut others = Vec::new();
    while others.iter().all(|other: &Running<'_>| other.address() != before) {
        assert!(others.len() < 50, "{before} is not given to anybody");
        others.push(engine.run(Container::new(engine.unique("other")).label("svc.skip", "1")));
    }
    container.recreate(|container| container.serve(8080, page));
    others
}

async fn route(gateway: &Gateway, id: &str) -> Value {
    let (status, route) = gateway.get(&format!("/api/v1/routes/{id}")).answer().await;
    assert_eq!(status, 200, "{route}");
    route
}

#[tokio::test]
async fn a_route_follows_its_container_to_a_new_address() {
    let Some(engine) = testkit::docker() else { return };
    let mut gateway = start(engine).await;
    let mut blog = engine.run(web(engine, "blog", "first"));
    let made = approve(&gateway, &proposed(&gateway, blog.name()).await).await;
    let path = format!("/apps/{}/", blog.name());
    serves(&gateway, &path, "first", PATIENCE).await;

    let _others = moved(engine, &mut blog, "second");
    serves(&gateway, &path, "second", PATIENCE).await;
    let followed = route(&gateway, blog.name()).await;
    assert_eq!(followed["to"], format!("http://{}:8080", blog.address()));
    assert_ne!(followed["to"], made["route"]["to"]);
    let app = gateway.get(&format!("/api/v1/apps/{}", blog.name())).answer().await.1;
    assert_eq!(app["endpoints"]["lan"], followed["to"], "{app}");
    assert_eq!(found(&gateway, blog.name()).await, None, "it is the same service");

    // It moves while the gateway is away, which must not matter either.
    gateway.kill9();
    let _others = moved(engine, &mut blog, "third");
    gateway.restart().await;
    serves(&gateway, &path, "third", PATIENCE).await;
    assert_eq!(found(&gateway, blog.name()).await, None);
}

#[tokio::test]
async fn a_route_that_somebody_changed_is_left_alone() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let mut shop = engine.run(web(engine, "shop", "shop"));
    approve(&gateway, &proposed(&gateway, shop.name()).await).await;
    let elsewhere = Upstream::echo("elsewhere").await;
    put_route(&gateway, shop.name(), json!({ "to": elsewhere.url() })).await;

    let _others = moved(engine, &mut shop, "shop");
    caught_up(&gateway, engine).await;
    assert_eq!(route(&gateway, shop.name()).await["to"], elsewhere.url());
    let seen = gateway.get(&format!("/apps/{}/", shop.name())).answer().await.1;
    assert_eq!(seen["app"], "elsewhere");
    assert_eq!(found(&gateway, shop.name()).await, None, "it is approved all the same");
}

#[tokio::test]
async fn what_a_hand_made_route_leads_to_is_not_proposed() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let own = engine.run(web(engine, "own", "own"));
    let before = proposed(&gateway, own.name()).await;
    let id = engine.unique("by-hand");
    put_route(&gateway, &id, json!({ "to": format!("http://{}:8080", own.address()) })).await;
    withdrawn(&gateway, own.name(), PATIENCE).await;

    own.restart();
    if before["detectedHost"] == own.address().to_string() {
        caught_up(&gateway, engine).await;
        assert_eq!(found(&gateway, own.name()).await, None);
    }

    let gone = gateway.request(Method::DELETE, &format!("/api/v1/routes/{id}")).answer().await;
    assert_eq!(gone.0, 204);
    proposed(&gateway, own.name()).await;
}

/// Who takes an approved app away may find it again.
#[tokio::test]
async fn a_removed_app_is_proposed_again() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let back = engine.run(web(engine, "back", "back"));
    let proposal = proposed(&gateway, back.name()).await;
    approve(&gateway, &proposal).await;
    let path = format!("/api/v1/routes/{}", back.name());
    assert_eq!(gateway.request(Method::DELETE, &path).answer().await.0, 204);
    let again = proposed_within(&gateway, back.name(), PATIENCE).await;
    assert_eq!(again["id"], proposal["id"]);
    approve(&gateway, &again).await;
    serves(&gateway, &format!("/apps/{}/", back.name()), "back", PATIENCE).await;
}

/// As somebody does who tries out an image, again and again.
#[tokio::test]
async fn a_route_follows_a_container_that_is_made_anew_many_times() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let mut draft = engine.run(web(engine, "draft", "0"));
    approve(&gateway, &proposed(&gateway, draft.name()).await).await;
    let path = format!("/apps/{}/", draft.name());
    for round in 1..=8 {
        draft.recreate(|container| container.serve(8080, &round.to_string()));
    }
    serves(&gateway, &path, "8", PATIENCE).await;
    let _others = moved(engine, &mut draft, "9");
    serves(&gateway, &path, "9", PATIENCE).await;
}

/// Addresses are given to others as soon as they are free.
#[tokio::test]
async fn nobody_is_served_in_the_place_of_a_container_that_is_away() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let mut mine = engine.run(web(engine, "mine", "mine"));
    approve(&gateway, &proposed(&gateway, mine.name()).await).await;
    let path = format!("/apps/{}/", mine.name());
    serves(&gateway, &path, "mine", PATIENCE).await;
    let before = mine.address();
    mine.stop();
    let mut strangers = Vec::new();
    while strangers.iter().all(|other: &Running<'_>| other.address() != before) {
        assert!(strangers.len() < 50, "{before} is not given to anybody");
        strangers.push(engine.run(web(engine, "stranger", "a stranger")));
    }
    for stranger in &strangers {
        proposed(&gateway, stranger.name()).await;
    }
    let (status, said) = page(&gateway, &path).await;
    assert_ne!(said, "a stranger", "{status}: nobody has approved it");
    mine.recreate(|container| container);
    serves(&gateway, &path, "mine", PATIENCE).await;
}
