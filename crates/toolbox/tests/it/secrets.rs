use engines::{Docker, DockerAddress};
use serde_json::json;
use store::query_scalar;
use toolbox::Target;

use crate::fixture::both;

const SECRET: &str = "correct-horse-battery";
const OUTBOX: &str = "SELECT data FROM outbox";
const TEMPLATE: &str = r#"
x-toolbox:
  name: Safe
  variables:
    PLAIN: {label: Plain, default: plain}
    API_TOKEN: {label: Token}
    CODE: {label: Code, type: password}
services:
  web:
    image: a/b:1
    environment: {PLAIN: "${PLAIN}", API_TOKEN: "${API_TOKEN}", CODE: "${CODE}"}
"#;

#[tokio::test]
async fn secrets_are_sealed_at_rest_and_shown_nowhere() {
    let address = DockerAddress::parse("/nowhere/docker.sock").expect("an address");
    both(Target::Docker(Docker::new(address)), async |fixture| {
        let running = fixture.run();
        fixture.shelve("safe", TEMPLATE).await;
        let variables = json!({"API_TOKEN": SECRET, "CODE": SECRET, "PLAIN": "seen"});
        let body = json!({"service_id": "safe", "service_name": "Safe", "env_vars": variables});
        let id = fixture.deploy(body).await;
        let seen = fixture.until(&id, "failed").await;
        assert_eq!(seen["env_vars"]["PLAIN"], "seen");
        assert_eq!(seen["env_vars"]["API_TOKEN"], "********");
        assert_eq!(seen["env_vars"]["CODE"], "********");
        let mut conn = fixture.db.read().await.expect("a connection");
        for sql in [
            "SELECT sealed FROM toolbox_deployments",
            "SELECT made || COALESCE(error, '') || name FROM toolbox_deployments",
            "SELECT COALESCE(details, '') || COALESCE(error, '') FROM audit_log",
            "SELECT message || details FROM activity",
            OUTBOX,
        ] {
            let rows: Vec<String> = query_scalar(sql).fetch_all(&mut *conn).await.expect(sql);
            // What was told for some time is not kept.
            assert!(sql == OUTBOX || !rows.is_empty(), "{sql}");
            assert!(rows.iter().all(|row| !row.contains(SECRET)), "{sql}");
        }
        running.stop().await;
    })
    .await;
}
