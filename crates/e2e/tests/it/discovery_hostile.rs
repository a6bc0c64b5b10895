//! Labels that want what is not theirs, and calls that ask for what is no proposal.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::Gateway;
use testkit::docker::Container;

use crate::discovery_fixture::PATIENCE;
use crate::discovery_fixture::{
    approve, found, notes, page, proposals, proposed, serves, start, web,
};
use crate::people::Calls;
use crate::routes::put_route;
use crate::upstream::Upstream;

const MARKUP: &str = "<img src=x onerror=alert(1)>";

/// Whatever the label says, the container is proposed under its own name and path.
fn is_under_its_own_name(proposal: &Value, name: &str) {
    assert_eq!(proposal["suggestedApp"]["id"], name, "{proposal}");
    assert_eq!(proposal["suggestedRoute"]["pathBase"], format!("/apps/{name}/"), "{proposal}");
    assert_eq!(proposal["suggestedRoute"]["scopes"], json!([format!("access:{name}")]));
}

#[tokio::test]
async fn ids_and_paths_that_no_person_could_choose_are_not_given_to_a_label() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let long = "a".repeat(300);
    let ids = [
        "../",
        "..",
        "a/../../b",
        "api",
        "API",
        &long,
        "\u{430}pi",
        "a\r\nSet-Cookie: x=y",
        "{id}",
        "`id`",
        "$(id)",
        "%2e%2e",
        "a b",
        "\u{0}",
        "A.B",
    ];
    let paths = [
        "/api/",
        "/",
        "/apps/",
        "/apps/../x/",
        "/apps/x/../../api/",
        "/apps/%2e%2e/api/",
        "apps/x/",
        "//evil.example/",
        "/apps/a\r\nb/",
        "/apps/{x}/",
        "/apps/`x`/",
        "https://evil.example/",
    ];
    let names = ids.map(|_| engine.unique("hostile"));
    let containers = engine.create_many(ids.len(), |number| {
        let container = Container::new(&names[number]).label("svc.app.id", ids[number]);
        container.label("svc.route.path", paths[number % paths.len()])
    });
    containers.start();
    for (number, name) in names.iter().enumerate() {
        let proposal = proposed(&gateway, name).await;
        is_under_its_own_name(&proposal, name);
        let (said, wishes) = (notes(&proposal), (ids[number], paths[number % paths.len()]));
        for note in ["The wished app id", "The wished path"] {
            assert!(said.contains(note), "{wishes:?}: {said}");
        }
        assert!(said.chars().all(|c| c == '\n' || !c.is_control()), "{said:?}");
    }
}

#[tokio::test]
async fn no_label_takes_an_app_over() {
    let Some(engine) = testkit::docker() else { return };
    let mut gateway = start(engine).await;
    let wanted = engine.unique("wanted");
    let first = engine.run(web(engine, "first", "first").label("svc.app.id", &wanted));
    let proposal = proposed(&gateway, first.name()).await;
    assert_eq!(proposal["suggestedApp"]["id"], wanted);

    // While the first is only proposed, and when it is approved.
    let second = engine.run(web(engine, "second", "second").label("svc.app.id", &wanted));
    let other = proposed(&gateway, second.name()).await;
    is_under_its_own_name(&other, second.name());
    assert!(notes(&other).contains("The wished app id"), "{other}");
    approve(&gateway, &proposal).await;
    let path = format!("/apps/{wanted}/");
    let by_path = web(engine, "by-path", "by path").label("svc.route.path", &path);
    let below = web(engine, "below", "below").label("svc.route.path", format!("{path}login/"));
    for thief in [by_path, below].map(|thief| engine.run(thief)) {
        let proposal = proposed(&gateway, thief.name()).await;
        is_under_its_own_name(&proposal, thief.name());
        assert!(notes(&proposal).contains("is another app's"), "{proposal}");
    }
    approve(&gateway, &proposed(&gateway, second.name()).await).await;
    assert_eq!(page(&gateway, &path).await, (200, "first".to_owned()));

    // Nor while its owner is away, over a restart of the gateway.
    let id = first.id().to_owned();
    first.stop();
    gateway.restart().await;
    let third = engine.run(web(engine, "third", "third").label("svc.app.id", &wanted));
    is_under_its_own_name(&proposed(&gateway, third.name()).await, third.name());
    first.start();
    assert_eq!(first.id(), id);
    serves(&gateway, &path, "first", PATIENCE).await;
}

#[tokio::test]
async fn no_label_takes_a_hand_made_app_over() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let mine = engine.unique("mine");
    let app = Upstream::echo("mine").await;
    put_route(&gateway, &mine, json!({ "to": app.url() })).await;
    let thief = engine.run(web(engine, "thief", "thief").label("svc.app.id", &mine));
    let proposal = proposed(&gateway, thief.name()).await;
    is_under_its_own_name(&proposal, thief.name());
    assert!(notes(&proposal).contains("The wished app id"), "{proposal}");
    // A container can be called like an app that is there already.
    let namesake = engine.run(Container::new(&mine));
    let proposal = proposed(&gateway, namesake.name()).await;
    assert_eq!(proposal["suggestedApp"]["id"], format!("{mine}-2"), "{proposal}");
    approve(&gateway, &proposal).await;
    let seen = gateway.get(&format!("/apps/{mine}/")).answer().await.1;
    assert_eq!(seen["app"], "mine");
}

#[tokio::test]
async fn markup_and_scripts_in_labels_are_text_or_nothing() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let container = web(engine, "markup", "markup")
        .label("svc.app.name", MARKUP)
        .label("svc.app.icon", "javascript:alert(1)")
        .label("svc.app.tags", format!("{MARKUP},x"))
        .label("svc.route.scopes", "access:a b")
        .label("svc.scheme", "javascript")
        .label("svc.primary_port", "8080; reboot")
        .label("com.docker.compose.project", "x\r\ny")
        .label("com.docker.compose.service", "z");
    let container = engine.run(container);
    let proposal = proposed(&gateway, container.name()).await;
    is_under_its_own_name(&proposal, container.name());
    let name = proposal["suggestedApp"]["name"].as_str().expect("a name");
    assert!([MARKUP, container.name()].contains(&name), "{name}");
    assert_ne!(proposal["suggestedApp"]["icon"], "javascript:alert(1)");
    let said = notes(&proposal);
    for note in ["The wished icon", "The wished list of scopes", "svc.scheme", "svc.primary_port"] {
        assert!(said.contains(note), "{note}: {said}");
    }
    let list = gateway.get("/api/v1/discovery/proposals").send().await.expect("an answer");
    assert_eq!(list.headers()["content-type"], "application/json");
    assert_eq!(list.headers()["x-content-type-options"], "nosniff");
    approve(&gateway, &proposal).await;
    serves(&gateway, &format!("/apps/{}/", container.name()), "markup", PATIENCE).await;
}

async fn refused(gateway: &Gateway, id: &str, decision: &str) {
    let path = format!("/api/v1/discovery/proposals/{id}/{decision}");
    let (status, body) = gateway.request(Method::POST, &path).answer().await;
    assert!(matches!(status, 400 | 404 | 405 | 414 | 431), "{id:.60}: {status} {body}");
}

#[tokio::test]
async fn what_is_no_proposal_cannot_be_decided() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let there = engine.run(web(engine, "there", "there"));
    let proposal = proposed(&gateway, there.name()).await;
    let own = proposal["id"].as_str().expect("an id");
    let long = "a".repeat(60 << 10);
    let upper = own.to_uppercase();
    let ids = [
        "..%2fimages%2fjson",
        "a%2f..%2f..%2fplugins",
        "%2f",
        "%00",
        "%0a",
        "%ff",
        "%25",
        "x",
        "%20",
        "proposal_docker_http_%2e%2e_80",
        &long,
        &upper,
        &format!("{own}%20"),
        &format!("{own}%00"),
        &format!("{own}%2f"),
    ];
    for id in ids {
        refused(&gateway, id, "approve").await;
        refused(&gateway, id, "dismiss").await;
    }
    assert!(found(&gateway, there.name()).await.is_some());
    assert_eq!(gateway.get("/api/v1/routes").answer().await.1, json!([]));
    assert!(!proposals(&gateway).await.is_empty());
}
