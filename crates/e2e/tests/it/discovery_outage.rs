//! The engine goes away, hangs and comes back; the gateway stays.

use std::time::Duration;

use testkit::docker::{DockerEngine, Running};
use testkit::{Gateway, deadline};

use crate::discovery_fixture::{
    PATIENCE, approve, component, found, proposed, proposed_within, serves, start, web,
};
use crate::people::Calls;

/// How the gateway is while its engine is not: it serves, it says what is wrong and how to mend
/// it, and it keeps what it knows.
async fn endures(gateway: &Gateway, kept: &Running<'_>, limit: Duration) -> String {
    let mut said = String::new();
    deadline("the gateway says what is wrong", limit, async || {
        let (status, message) = component(gateway, "docker").await;
        said = message;
        status == "degraded"
    })
    .await;
    assert_eq!(gateway.get("/livez").send().await.expect("an answer").status(), 200);
    assert_eq!(gateway.get("/api/v1/routes").answer().await.0, 200);
    assert!(found(gateway, kept.name()).await.is_some(), "what was seen last still counts");
    said
}

async fn recovers(gateway: &Gateway, limit: Duration) {
    let healthy = async || component(gateway, "docker").await.0 == "healthy";
    deadline("the source recovers", limit, healthy).await;
}

#[tokio::test]
async fn an_engine_that_ends_takes_nothing_along() {
    let Some(engine) = DockerEngine::apart() else { return };
    let gateway = start(&engine).await;
    let kept = engine.run(web(&engine, "kept", "kept").restart("always"));
    let app = engine.run(web(&engine, "app", "app").restart("always"));
    approve(&gateway, &proposed(&gateway, app.name()).await).await;
    let proposal = proposed(&gateway, kept.name()).await;
    let path = format!("/apps/{}/", app.name());
    serves(&gateway, &path, "app", PATIENCE).await;

    for end in [DockerEngine::stop_engine, DockerEngine::kill_engine] {
        end(&engine);
        let said = endures(&gateway, &kept, PATIENCE).await;
        assert!(said.contains(&engine.socket().display().to_string()), "{said}");
        let late = start(&engine).await;
        let without = async || component(&late, "docker").await.0 == "degraded";
        deadline("one that starts now says so, too", PATIENCE, without).await;
        engine.start_engine();
        recovers(&late, PATIENCE).await;
        proposed(&late, kept.name()).await;
        recovers(&gateway, PATIENCE).await;
        let again = proposed(&gateway, kept.name()).await;
        assert_eq!(again["id"], proposal["id"]);
        serves(&gateway, &path, "app", PATIENCE).await;
        assert_eq!(found(&gateway, app.name()).await, None);
        let new = engine.run(web(&engine, "new", "new"));
        proposed_within(&gateway, new.name(), PATIENCE).await;
    }
}

#[tokio::test]
async fn an_engine_that_hangs_takes_nothing_along() {
    let Some(engine) = DockerEngine::apart() else { return };
    let mut gateway = start(&engine).await;
    let kept = engine.run(web(&engine, "kept", "kept"));
    let app = engine.run(web(&engine, "app", "app"));
    approve(&gateway, &proposed(&gateway, app.name()).await).await;
    let proposal = proposed(&gateway, kept.name()).await;
    engine.pause_engine();
    endures(&gateway, &kept, PATIENCE).await;
    let path = format!("/apps/{}/", app.name());
    serves(&gateway, &path, "app", PATIENCE).await;
    engine.resume_engine();
    recovers(&gateway, PATIENCE).await;
    let mut again = proposed(&gateway, kept.name()).await;
    again["lastSeen"] = proposal["lastSeen"].clone();
    assert_eq!(again, proposal);

    engine.pause_engine();
    assert!(gateway.terminate().await.success());
    engine.resume_engine();
}
