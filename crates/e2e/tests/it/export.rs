//! Exports, as a client asks for them.

use serde_json::{Value, json};
use testkit::Gateway;
use testkit::docker::{Container, DockerEngine, Running};

use crate::logs_fixture::{launch, link, short};
use crate::people::{Calls, pair};

const SECRET: &str = "hunter2-secret";

/// Full of secrets, everywhere.
fn secretive(engine: &DockerEngine) -> Running<'_> {
    let script = format!("sleep 1000; curl -u admin:{SECRET} http://x");
    engine.run(
        Container::new(engine.unique("secretive"))
            .command(&["sh", "-c", &script, "--token", "zzz-other-secret"])
            .env("DB_PASSWORD", SECRET)
            .env("DATABASE_URL", &format!("postgres://app:{SECRET}@db/x"))
            .env("SESSION_B64", "dXNlcjpwYXNzd29yZA==")
            .env("PLAIN", "value")
            .label("traefik.http.middlewares.a.basicauth.users", "admin:$apr1$abc$def")
            .label("note", format!("the password is {SECRET}")),
    )
}

async fn export(gateway: &Gateway, id: &str, body: Value, token: &str) -> (u16, Value) {
    let path = format!("/api/v1/containers/{id}/export");
    let call = gateway.post(&path, &body);
    match token {
        "" => call.answer().await,
        token => call.bearer_auth(token).remote().answer().await,
    }
}

#[tokio::test]
async fn secrets_stay_where_they_are() {
    let Some(engine) = testkit::docker() else { return };
    let running = secretive(engine);
    let gateway = launch(engine).start().await;
    link(&gateway, &running).await;
    let phone = pair(&gateway, "phone", "ios").await.token;

    let (status, view) = export(&gateway, running.name(), json!({}), &phone).await;
    assert_eq!(status, 200, "{view}");
    assert_eq!(view["format"], "compose");
    assert_eq!(view["filename"], format!("{}-compose.yml", running.name()));
    assert_eq!(view["env_filename"], ".env.example");
    let shown = view.to_string();
    for secret in [SECRET, "zzz-other-secret", "dXNlcjpwYXNzd29yZA", "$apr1$"] {
        assert!(!shown.contains(secret), "{secret}: {shown}");
    }
    let content = view["content"].as_str().expect("a file");
    assert!(content.contains("PLAIN: value") && content.contains("DB_PASSWORD"), "{content}");

    let open = json!({ "sanitize_secrets": false });
    assert_eq!(export(&gateway, running.name(), open.clone(), &phone).await.0, 403);
    let (status, view) = export(&gateway, running.name(), open, "").await;
    assert_eq!(status, 200);
    assert!(view["content"].as_str().is_some_and(|content| content.contains(SECRET)));
    assert!(view["env_content"].is_null());
}

#[tokio::test]
async fn only_what_routes_lead_to_is_exported() {
    let Some(engine) = testkit::docker() else { return };
    let linked = engine.run(Container::new(engine.unique("linked")));
    let private = engine.run(Container::new(engine.unique("private")));
    let gateway = launch(engine).start().await;
    link(&gateway, &linked).await;
    let phone = pair(&gateway, "phone", "ios").await.token;
    for token in ["", &phone] {
        for id in [private.name(), private.id(), "no-such-container"] {
            let (status, view) = export(&gateway, id, json!({}), token).await;
            assert_eq!((status, &view["error"]["code"]), (404, &json!("CONTAINER_NOT_FOUND")));
        }
        let (status, _) = export(&gateway, "..%2Fimages", json!({}), token).await;
        assert_eq!(status, 400);
    }
    let none =
        gateway.post(&format!("/api/v1/containers/{}/export/preview", short(&linked)), &json!({}));
    let (status, view) = none.answer().await;
    assert_eq!(status, 200, "{view}");
    let bare = gateway
        .request(reqwest::Method::POST, &format!("/api/v1/containers/{}/export", short(&linked)));
    assert_eq!(bare.answer().await.0, 200, "the body may be left out");

    let batch = async |body: Value, query: &str| {
        let call = gateway.post(&format!("/api/v1/containers/batch/export{query}"), &body);
        call.answer().await
    };
    let some = json!({ "container_ids": [linked.id(), private.name(), "no-such-container"] });
    let (status, view) = batch(some, "").await;
    assert_eq!((status, view["filename"].as_str()), (206, Some("exported-stack-compose.yml")));
    assert_eq!(view["warnings"].as_array().map(Vec::len), Some(2), "{view}");
    for (body, status, code) in [
        (json!({ "container_ids": [private.name()] }), 404, "ALL_CONTAINERS_FAILED"),
        (json!({ "container_ids": [] }), 400, "EMPTY_CONTAINER_LIST"),
        (json!({}), 400, "EMPTY_CONTAINER_LIST"),
        (json!({ "container_ids": [linked.name()], "stack_name": "../x" }), 400, "INVALID_REQUEST"),
        (json!({ "container_ids": "x" }), 400, "INVALID_REQUEST"),
    ] {
        let (found, view) = batch(body.clone(), "").await;
        assert_eq!((found, &view["error"]["code"]), (status, &json!(code)), "{body}");
    }
    let body = json!({ "container_ids": [linked.name()], "stack_name": "mine" });
    assert_eq!(batch(body.clone(), "?format=tar").await.0, 400);
    let zip = gateway.post("/api/v1/containers/batch/export?format=zip", &body).send().await;
    let zip = zip.expect("an answer");
    assert_eq!(zip.headers()["content-type"], "application/zip");
    let bytes = zip.bytes().await.expect("a body");
    assert!(bytes.starts_with(b"PK\x03\x04"));
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains("mine-compose.yml") && text.contains("services:"));
}
