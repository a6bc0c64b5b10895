//! The database goes away and comes back; the program stays.

use serde_json::json;
use testkit::{Cluster, Gateway, PATIENCE, deadline, skipped};

use crate::people::Calls;

#[tokio::test]
async fn without_its_database_the_program_says_so_and_recovers() {
    if skipped("postgres") {
        return;
    }
    let mut cluster = Cluster::start();
    let gateway = Gateway::launch()
        .without_rate_limits()
        .env("GATEHOUSE_STORAGE__DATABASE_URL", cluster.url())
        .start()
        .await;
    let write = || {
        let new = json!({ "name": "x", "scopes": ["read:*"] });
        gateway.post("/api/v1/apikeys", &new).answer()
    };
    assert_eq!(write().await.0, 201);

    cluster.stop();
    let (status, body) = write().await;
    assert_eq!((status, &body["error"]["code"]), (503, &json!("STORAGE_UNAVAILABLE")));
    deadline("health tells of it", PATIENCE, async || {
        gateway.get("/healthz").answer().await.0 == 503
    })
    .await;
    assert_eq!(gateway.get("/livez").answer().await.0, 200);
    assert_eq!(gateway.get("/api/v1/devices").answer().await.0, 200, "known from memory");

    cluster.start_again();
    deadline("writes work again", PATIENCE, async || write().await.0 == 201).await;
    deadline("health is back", PATIENCE, async || gateway.get("/healthz").answer().await.0 == 200)
        .await;
}
