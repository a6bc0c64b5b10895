//! A container from its start to its end, and what people decide about it.

use serde_json::{Value, json};
use testkit::docker::Container;
use testkit::{Database, Gateway};
use tokio::time::Instant;

use crate::discovery_fixture::{
    PATIENCE, approve, caught_up, decide, event, found, launch, page, proposed, proposed_within,
    serves, start, web, withdrawn,
};
use crate::people::Calls;
use crate::socket::{message, open};

/// The entries of the feed whose message begins with this.
async fn activity(gateway: &Gateway, message: &str) -> Vec<Value> {
    let all = gateway.get("/api/v1/activity/recent").answer().await.1;
    let all = all.as_array().expect("a list").iter();
    all.filter(|entry| entry["message"].as_str().expect("text").starts_with(message))
        .cloned()
        .collect()
}

#[tokio::test]
async fn a_started_container_is_proposed_at_once_and_let_in_by_one_call() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    caught_up(&gateway, engine).await;
    let mut socket = open(&gateway, "").await;
    let wiki = engine.run(web(engine, "wiki", "the wiki"));
    let began = Instant::now();
    let proposal = proposed_within(&gateway, wiki.name(), PATIENCE).await;
    println!("proposed {:?} after its start", began.elapsed());

    let address = wiki.address().to_string();
    assert_eq!(proposal["id"], format!("proposal_docker_http_{}_8080", wiki.name()));
    assert_eq!(
        (&proposal["source"], &proposal["detectedScheme"]),
        (&json!("docker"), &json!("http"))
    );
    assert_eq!(proposal["detectedHost"], address);
    assert_eq!(proposal["availablePorts"], json!([{ "port": 8080, "scheme": "http" }]));
    assert_eq!(proposal["confidence"], 0.6, "a container with a common port: {proposal}");
    let mut told = event(&mut socket, "discovery", &proposal).await["data"].clone();
    told["lastSeen"] = proposal["lastSeen"].clone();
    assert_eq!(told, proposal, "the event carries the proposal");
    let path = format!("/apps/{}/", wiki.name());
    assert_eq!(page(&gateway, &path).await.0, 404, "nothing is reachable before it is approved");

    let made = approve(&gateway, &proposal).await;
    assert_eq!(made["route"]["pathBase"], path);
    assert_eq!(page(&gateway, &path).await, (200, "the wiki".to_owned()));
    assert_eq!(decide(&gateway, &proposal, "approve").answer().await.0, 404, "it is decided");
    assert_eq!(decide(&gateway, &proposal, "dismiss").answer().await.0, 404, "it is decided");
    let told = event(&mut socket, "proposal_approved", &proposal).await;
    assert_eq!(told["data"]["app"]["id"], wiki.name());
    assert_eq!(told["data"]["route"]["to"], format!("http://{address}:8080"));

    let admin = gateway.admin_token().await;
    let audit = gateway.get("/api/v1/audit-logs?action=proposal.approved").bearer_auth(&admin);
    let audit = audit.answer().await.1;
    assert_eq!((&audit["total"], &audit["logs"][0]["targetId"]), (&json!(1), &proposal["id"]));
    let seen = format!("{} was discovered", wiki.name());
    assert_eq!(activity(&gateway, &seen).await.len(), 1);
    assert_eq!(activity(&gateway, &format!("{} was let in", wiki.name())).await.len(), 1);

    wiki.restart();
    serves(&gateway, &path, "the wiki", PATIENCE).await;
    caught_up(&gateway, engine).await;
    assert_eq!(found(&gateway, wiki.name()).await, None, "what is approved is not proposed");
}

#[tokio::test]
async fn a_container_that_ends_is_withdrawn_at_once() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let mut socket = open(&gateway, "").await;
    let short = engine.run(web(engine, "short", "short"));
    let proposal = proposed(&gateway, short.name()).await;
    short.stop();
    let took = withdrawn(&gateway, short.name(), PATIENCE).await;
    println!("withdrawn {took:?} after its end");
    event(&mut socket, "proposal_withdrawn", &proposal).await;
    assert_eq!(decide(&gateway, &proposal, "approve").answer().await.0, 404);

    short.start();
    let again = proposed_within(&gateway, short.name(), PATIENCE).await;
    assert_eq!(again["id"], proposal["id"]);
    event(&mut socket, "discovery", &proposal).await;
    let name = short.name().to_owned();
    short.remove();
    withdrawn(&gateway, &name, PATIENCE).await;
}

#[tokio::test]
async fn a_restart_is_no_news() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let mut socket = open(&gateway, "").await;
    let steady = engine.run(web(engine, "steady", "steady"));
    let proposal = proposed(&gateway, steady.name()).await;
    event(&mut socket, "discovery", &proposal).await;
    steady.restart();
    let marker = engine.run(web(engine, "after", "after"));
    let last = proposed(&gateway, marker.name()).await;
    loop {
        let event = message(&mut socket).await;
        let data = &event["data"];
        assert_ne!(data["id"], proposal["id"], "{event}");
        assert_ne!(data["proposalId"], proposal["id"], "{event}");
        if data["id"] == last["id"] {
            break;
        }
    }
    assert!(found(&gateway, steady.name()).await.is_some());
}

/// Two servers in one container.
fn two_ports(name: String) -> Container {
    let script = "mkdir /two; echo -n one >/www/index.html; echo -n two >/two/index.html; \
                  httpd -p 8080 -h /www; exec httpd -f -p 9090 -h /two";
    Container::new(name).command(&["sh", "-c", script]).expose(9090)
}

#[tokio::test]
async fn another_of_its_ports_can_be_chosen_and_no_other() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let both = engine.run(two_ports(engine.unique("both")));
    let mut proposal = Value::Null;
    testkit::deadline("both ports are found", PATIENCE, async || {
        proposal = proposed(&gateway, both.name()).await;
        proposal["availablePorts"].as_array().expect("ports").len() == 2
    })
    .await;
    assert_eq!(proposal["detectedPort"], 8080, "the common one comes first");
    let wrong = [json!(8081), json!(0), json!(-1), json!(65536 + 8080), json!(22)];
    for port in wrong {
        let call = decide(&gateway, &proposal, "approve").json(&json!({ "port": port }));
        let (status, body) = call.answer().await;
        assert_eq!((status, &body["error"]["code"]), (400, &json!("INVALID_PORT")), "{port}");
    }
    for body in ["{\"port\": \"9090\"}", "{\"port\": 1.5}", "[]", "{"] {
        let call = decide(&gateway, &proposal, "approve").body(body);
        let (status, answer) = call.header("content-type", "application/json").answer().await;
        assert_eq!(status, 400, "{body}: {answer}");
    }
    let path = format!("/apps/{}/", both.name());
    assert_eq!(page(&gateway, &path).await.0, 404, "a refusal changes nothing");
    let call = decide(&gateway, &proposal, "approve").json(&json!({ "port": 9090 }));
    let (status, made) = call.answer().await;
    assert_eq!(status, 200, "{made}");
    assert_eq!(made["route"]["to"], format!("http://{}:9090", both.address()));
    assert_eq!(page(&gateway, &path).await, (200, "two".to_owned()));
}

#[tokio::test]
async fn a_dismissal_lasts_until_everything_is_found_anew() {
    let Some(engine) = testkit::docker() else { return };
    let mut gateway = start(engine).await;
    let unwanted = engine.run(web(engine, "unwanted", "unwanted"));
    let proposal = proposed(&gateway, unwanted.name()).await;
    let mut socket = open(&gateway, "").await;
    let (status, body) = decide(&gateway, &proposal, "dismiss").answer().await;
    assert_eq!((status, &body["status"]), (200, &json!("dismissed")), "{body}");
    event(&mut socket, "proposal_dismissed", &proposal).await;
    assert_eq!(found(&gateway, unwanted.name()).await, None);
    assert_eq!(decide(&gateway, &proposal, "dismiss").answer().await.0, 404);
    assert_eq!(decide(&gateway, &proposal, "approve").answer().await.0, 404);

    gateway.restart().await;
    unwanted.restart();
    caught_up(&gateway, engine).await;
    assert_eq!(found(&gateway, unwanted.name()).await, None, "it is dismissed for good");

    let (status, body) = gateway.post("/api/v1/discovery/rediscover", &json!({})).answer().await;
    assert_eq!((status, &body["dismissedCleared"]), (200, &json!(1)), "{body}");
    assert!(body["activeCleared"].as_u64().expect("a number") >= 1, "{body}");
    let again = proposed_within(&gateway, unwanted.name(), PATIENCE).await;
    assert_eq!(again["id"], proposal["id"]);
    approve(&gateway, &again).await;
}

#[tokio::test]
async fn an_approval_survives_a_kill() {
    let Some(engine) = testkit::docker() else { return };
    let kept = engine.run(web(engine, "kept", "kept"));
    let path = format!("/apps/{}/", kept.name());
    for database in Database::all() {
        let mut gateway = launch(engine).database(&database).start().await;
        let proposal = proposed(&gateway, kept.name()).await;
        let made = approve(&gateway, &proposal).await;
        gateway.kill9();
        gateway.restart().await;
        assert_eq!(page(&gateway, &path).await, (200, "kept".to_owned()), "{database}");
        let route = gateway.get(&format!("/api/v1/routes/{}", kept.name())).answer().await.1;
        assert_eq!(route["to"], made["route"]["to"], "{database}");
        caught_up(&gateway, engine).await;
        assert_eq!(found(&gateway, kept.name()).await, None, "{database}");
    }
}

#[tokio::test]
async fn a_container_that_is_renamed_or_frozen_is_proposed_as_it_is() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let mut app = engine.run(web(engine, "before", "app"));
    let (old, new) = (app.name().to_owned(), engine.unique("renamed"));
    proposed(&gateway, &old).await;
    app.rename(&new);
    proposed_within(&gateway, &new, PATIENCE).await;
    withdrawn(&gateway, &old, PATIENCE).await;

    app.pause();
    withdrawn(&gateway, &new, PATIENCE).await;
    app.unpause();
    let proposal = proposed_within(&gateway, &new, PATIENCE).await;
    approve(&gateway, &proposal).await;
    serves(&gateway, &format!("/apps/{new}/"), "app", PATIENCE).await;
}
