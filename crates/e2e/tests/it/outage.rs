//! The database goes away and comes back; the program stays.

use std::time::Duration;

use serde_json::json;
use testkit::{Cluster, Gateway, deadline, skipped};

use crate::people::Calls;

const SOON: Duration = Duration::from_secs(30);

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
    deadline("health tells of it", SOON, async || gateway.get("/healthz").answer().await.0 == 503)
        .await;
    assert_eq!(gateway.get("/livez").answer().await.0, 200);
    assert_eq!(gateway.get("/api/v1/devices").answer().await.0, 200, "known from memory");

    cluster.start_again();
    deadline("writes work again", SOON, async || write().await.0 == 201).await;
    deadline("health is back", SOON, async || gateway.get("/healthz").answer().await.0 == 200)
        .await;
}
