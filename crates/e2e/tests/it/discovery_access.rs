//! Who may decide, and what remains where discovery is switched off.

use reqwest::Method;
use serde_json::json;
use testkit::Gateway;

use crate::discovery_fixture::{decide, found, proposed, start, web};
use crate::people::{Calls, api_key};

#[tokio::test]
async fn who_may_only_read_may_have_everything_found_anew_and_decides_nothing() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let (_, reader) = api_key(&gateway, &["read:*"]).await;
    let (_, writer) = api_key(&gateway, &["read:*", "write:*"]).await;
    let app = engine.run(web(engine, "guarded", "guarded"));
    let proposal = proposed(&gateway, app.name()).await;
    let with = |call: reqwest::RequestBuilder, key: &str| call.header("X-API-Key", key).answer();

    assert_eq!(with(gateway.get("/api/v1/discovery/proposals"), &reader).await.0, 200);
    for decision in ["approve", "dismiss"] {
        let (status, body) = with(decide(&gateway, &proposal, decision), &reader).await;
        assert_eq!((status, &body["error"]["code"]), (403, &json!("FORBIDDEN")), "{decision}");
        assert_eq!(decide(&gateway, &proposal, decision).remote().answer().await.0, 401);
    }
    assert!(found(&gateway, app.name()).await.is_some(), "nothing was decided");
    let anew = gateway.request(Method::POST, "/api/v1/discovery/rediscover");
    assert_eq!(with(anew, &reader).await.0, 200);
    let again = proposed(&gateway, app.name()).await;
    assert_eq!(with(decide(&gateway, &again, "approve"), &writer).await.0, 200);
    // What was let in is not open to everybody.
    let path = format!("/apps/{}/", app.name());
    assert_eq!(gateway.get(&path).remote().answer().await.0, 401);
    assert_eq!(with(gateway.get(&path).remote(), &reader).await.0, 403);
    let (_, visitor) = api_key(&gateway, &[&format!("access:{}", app.name())]).await;
    assert_eq!(with(gateway.get(&path).remote(), &visitor).await.0, 200);
}

#[tokio::test]
async fn switched_off_there_is_nothing_to_see_or_to_decide() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let list = gateway.get("/api/v1/discovery/proposals").answer().await;
    assert_eq!(list, (200, json!([])));
    for call in ["proposals/x/approve", "proposals/x/dismiss", "rediscover"] {
        let path = format!("/api/v1/discovery/{call}");
        let (status, body) = gateway.request(Method::POST, &path).answer().await;
        let code = &body["error"]["code"];
        assert_eq!((status, code), (503, &json!("SERVICE_UNAVAILABLE")), "{call}");
        assert!(body["error"]["message"].to_string().contains("discovery.enabled"), "{body}");
    }
    let health = gateway.get("/healthz").answer().await.1;
    for source in ["docker", "mdns", "kubernetes"] {
        assert!(health["components"][source].is_null(), "{health}");
    }
}
