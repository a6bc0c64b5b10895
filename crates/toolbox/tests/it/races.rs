use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use crate::fixture::{on_engine, remains};

const SMALL: &str = r#"
x-toolbox:
  name: Small
services:
  web:
    image: gatehouse-lab:1
    volumes: ["data:/data"]
    depends_on: [other]
  other:
    image: gatehouse-lab:1
volumes: {data: {}}
"#;

/// How often a deployment is deleted while it is made; more with `GATEHOUSE_TEST_RACES`.
#[expect(clippy::disallowed_methods, reason = "tests have no configuration to read it from")]
fn rounds() -> u64 {
    let more = std::env::var("GATEHOUSE_TEST_RACES").ok().and_then(|text| text.parse().ok());
    more.unwrap_or(6)
}

#[tokio::test]
async fn deploys_and_deletes_that_race_leave_nothing() {
    let Some(engine) = testkit::docker() else { return };
    let (fixture, running, _database) = on_engine(engine).await;
    fixture.shelve("small", SMALL).await;
    for round in 0..rounds() {
        let body = json!({"service_id": "small", "service_name": format!("small {round}")});
        let (one, other) = tokio::join!(fixture.deploy(body.clone()), fixture.deploy(body));
        // Somewhere in the middle of it, and sometimes behind its end.
        sleep(Duration::from_millis(round * 331 % 3000)).await;
        let path = |id: &str| format!("/api/v1/toolbox/deployments/{id}?removeVolumes=true");
        let (one_path, other_path) = (path(&one), path(&other));
        let (first, again, second) = tokio::join!(
            fixture.delete(&one_path),
            fixture.delete(&one_path),
            fixture.delete(&other_path)
        );
        assert_eq!((first.0, second.0), (200, 200), "{first:?} {second:?}");
        assert!(matches!(again.0, 200 | 404), "{again:?}");
        for id in [&one, &other] {
            assert_eq!(remains(engine, id), [0, 0, 0], "round {round}");
        }
    }
    assert_eq!(fixture.get("/api/v1/toolbox/deployments").await.1["count"], 0);
    running.stop().await;
}
