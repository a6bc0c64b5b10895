//! A container becomes a proposal, an app, and stays one.

use http::Method;
use serde_json::{Value, json};
use testkit::docker::Container;
use testkit::{DockerEngine, Gateway, PATIENCE, deadline, docker};

async fn start(engine: &DockerEngine) -> Gateway {
    Gateway::launch()
        .without_rate_limits()
        .env("GATEHOUSE_DISCOVERY__ENABLED", "true")
        .env("GATEHOUSE_DISCOVERY__MDNS__ENABLED", "false")
        .env("GATEHOUSE_DISCOVERY__DOCKER__SOCKET_PATH", engine.url())
        .start()
        .await
}

async fn get(gateway: &Gateway, path: &str) -> Value {
    let answer = gateway.get(path).send().await.expect("an answer");
    answer.json().await.unwrap_or_default()
}

async fn is_proposed(gateway: &Gateway, id: &str) -> bool {
    let all = get(gateway, "/api/v1/discovery/proposals").await;
    all.as_array().is_some_and(|all| all.iter().any(|proposal| proposal["id"] == id))
}

async fn decide(gateway: &Gateway, id: &str, how: &str) -> Value {
    let path = format!("/api/v1/discovery/proposals/{id}/{how}");
    let answer = gateway.request(Method::POST, &path).send().await.expect("an answer");
    assert_eq!(answer.status().as_u16(), 200, "{how} {id}");
    answer.json().await.expect("JSON")
}

async fn page(gateway: &Gateway, name: &str) -> String {
    let answer = gateway.get(&format!("/apps/{name}/")).send().await.expect("an answer");
    answer.text().await.unwrap_or_default()
}

#[tokio::test]
async fn a_container_is_offered_let_in_and_followed() {
    let Some(engine) = docker() else { return };
    let gateway = start(engine).await;
    let name = engine.unique("files");
    let id = format!("proposal_docker_http_{name}_3000");
    let serving = |text: &str| Container::new(&name).serve(3000, text);

    let first = engine.run(serving("the first"));
    deadline("it is offered", PATIENCE, async || is_proposed(&gateway, &id).await).await;
    first.remove();
    deadline("it is withdrawn", PATIENCE, async || !is_proposed(&gateway, &id).await).await;

    let second = engine.run(serving("the second"));
    deadline("it is offered again", PATIENCE, async || is_proposed(&gateway, &id).await).await;
    let made = decide(&gateway, &id, "approve").await;
    assert_eq!(made["route"]["to"], format!("http://{}:3000", second.address()));
    assert!(page(&gateway, &name).await.contains("the second"));

    // Another container gets the address that this one leaves.
    second.remove();
    let heir = engine.run(Container::new(engine.unique("heir")).serve(3000, "the heir"));
    let third = engine.run(serving("the third"));
    deadline("the route follows", PATIENCE, async || {
        page(&gateway, &name).await.contains("the third")
    })
    .await;
    let route = get(&gateway, &format!("/api/v1/routes/{name}")).await;
    assert_eq!(route["to"], format!("http://{}:3000", third.address()));
    let heir_id = format!("proposal_docker_http_{}_3000", heir.name());
    deadline("the heir is offered", PATIENCE, async || is_proposed(&gateway, &heir_id).await).await;
    assert!(!is_proposed(&gateway, &id).await);
}

#[tokio::test]
async fn a_dismissed_container_stays_away_until_everything_is_found_anew() {
    let Some(engine) = docker() else { return };
    let gateway = start(engine).await;
    let name = engine.unique("shy");
    let id = format!("proposal_docker_http_{name}_3000");
    let container = engine.run(Container::new(&name).serve(3000, "shy"));
    deadline("it is offered", PATIENCE, async || is_proposed(&gateway, &id).await).await;
    decide(&gateway, &id, "dismiss").await;
    container.restart();
    let witness = engine.run(Container::new(engine.unique("witness")).serve(3000, "here"));
    let witness_id = format!("proposal_docker_http_{}_3000", witness.name());
    deadline("another is offered", PATIENCE, async || is_proposed(&gateway, &witness_id).await)
        .await;
    assert!(!is_proposed(&gateway, &id).await);
    let again = gateway.request(Method::POST, "/api/v1/discovery/rediscover");
    let cleared: Value = again.send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!(cleared["dismissedCleared"], json!(1));
    deadline("it is offered anew", PATIENCE, async || is_proposed(&gateway, &id).await).await;
}
