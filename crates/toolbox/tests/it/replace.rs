use serde_json::{Value, json};
use testkit::docker::DockerEngine;

use crate::deploy::{page, stack};
use crate::fixture::{Fixture, PATIENCE, on_engine, remains};

/// An image that serves nothing, whatever it is told.
fn never_healthy(engine: &DockerEngine) -> String {
    let name = engine.unique("never-healthy");
    let made = engine.api(
        "POST",
        "/containers/create",
        &json!({"Image": engine.image(), "Cmd": ["true"]}),
    );
    let id = made.body["Id"].as_str().expect("an id").to_owned();
    let changes = "ENTRYPOINT%20%5B%22sh%22,%22-c%22,%22exec%20sleep%201000%22%5D";
    let path = format!("/commit?container={id}&repo={name}&tag=1&changes={changes}");
    let committed = engine.api("POST", &path, &json!({}));
    assert!(committed.is_success(), "{committed:?}");
    engine.api("DELETE", &format!("/containers/{id}?force=1"), &Value::Null);
    format!("{name}:1")
}

async fn settled(fixture: &Fixture, id: &str) -> Value {
    let mut seen = Value::Null;
    testkit::deadline("nothing is being done any more", PATIENCE, async || {
        seen = fixture.deployment(id).await;
        seen["status"] == "deployed" && seen["error_message"].is_string()
    })
    .await;
    seen
}

#[tokio::test]
async fn data_survives_a_change_and_what_does_not_become_healthy_goes_back() {
    let Some(engine) = testkit::docker() else { return };
    let (fixture, running, _database) = on_engine(engine).await;
    let (id, port) = stack(&fixture, json!({"TEXT": "one"})).await;
    let before = fixture.until(&id, "deployed").await;
    let path = format!("/api/v1/toolbox/deployments/{id}");

    let changed = json!({"env_vars": {"TEXT": "two", "TOKEN": "********"}});
    let (status, answer) = fixture.post(&format!("{path}/redeploy"), changed).await;
    assert_eq!(status, 202, "{answer}");
    assert_eq!(fixture.post(&format!("{path}/redeploy"), json!({})).await.0, 409, "one at a time");
    testkit::deadline("it is replaced", PATIENCE, async || {
        page(port, "index.html").await.as_deref() == Some("two")
    })
    .await;
    let after = fixture.until(&id, "deployed").await;
    assert_ne!(before["container_ids"], after["container_ids"]);
    assert_eq!(before["container_names"], after["container_names"]);
    assert_eq!(after["env_vars"]["TEXT"], "two");
    assert_eq!(page(port, "starts").await.as_deref(), Some("start\nstart\n"), "the data is kept");
    assert_eq!(remains(engine, &id), [3, 1, 2], "nothing old is left");

    let variables = json!({"TEXT": "three", "GRACE": "1s"});
    let broken = json!({"custom_image": never_healthy(engine), "env_vars": variables});
    let (status, answer) = fixture.post(&format!("{path}/redeploy"), broken).await;
    assert_eq!(status, 202, "{answer}");
    let back = settled(&fixture, &id).await;
    assert!(back["error_message"].as_str().expect("why").contains("web"), "{back}");
    assert_eq!((&back["env_vars"]["TEXT"], &back["custom_image"]), (&json!("two"), &Value::Null));
    assert_eq!(back["container_ids"], after["container_ids"], "the old ones are back");
    assert_eq!(page(port, "index.html").await.as_deref(), Some("two"));
    assert_eq!(remains(engine, &id), [3, 1, 2]);
    let (_, route) = fixture.get("/api/v1/routes/my-stack").await;
    assert_eq!(route["to"], format!("http://127.0.0.1:{port}"));

    let elsewhere = testkit::free_port();
    let moved = json!({"customPort": elsewhere});
    assert_eq!(fixture.post(&format!("{path}/redeploy"), moved).await.0, 202);
    testkit::deadline("it has moved", PATIENCE, async || {
        let seen = fixture.deployment(&id).await;
        seen["status"] == "deployed" && seen["custom_port"] == elsewhere
    })
    .await;
    assert_eq!(page(elsewhere, "index.html").await.as_deref(), Some("two"));
    let (_, route) = fixture.get("/api/v1/routes/my-stack").await;
    assert_eq!(route["to"], format!("http://127.0.0.1:{elsewhere}"), "the route follows");

    let (status, _) = fixture.delete(&format!("{path}?removeVolumes=true")).await;
    assert_eq!((status, remains(engine, &id)), (200, [0, 0, 0]));
    running.stop().await;
}
