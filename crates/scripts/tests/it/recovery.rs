//! What was under way when the program died.

use http::StatusCode;
use scripts::Config;
use serde_json::json;

use crate::fixture::{both_with, config};

#[tokio::test]
async fn whatever_was_accepted_is_accounted_for_after_a_restart() {
    let config = Config { max_concurrent: 1, ..config() };
    both_with(config, async |fixture| {
        let id = fixture.script("endless", "sleep 1000\n", json!({})).await;
        let running = fixture.start(&id).await;
        fixture.until(&running, "running").await;
        let waiting = fixture.start(&id).await;
        let flow = json!({ "name": "flow", "steps": [{ "scriptId": id }, { "scriptId": id }] });
        fixture.post("workflows", &flow).await.expect(StatusCode::CREATED);
        let run = fixture.post("workflows/flow/execute?async=true", &json!({})).await;
        let run = run.expect(StatusCode::ACCEPTED)["id"].as_str().expect("an id").to_owned();
        let path = format!("workflows/flow/executions/{run}");
        testkit::deadline("the first step waits", crate::fixture::LIMIT, async || {
            let run = fixture.get(&path).await.expect(StatusCode::OK);
            run["steps"][0]["executionId"].is_string()
        })
        .await;

        let again = fixture.started_again().await;
        let ran = again.execution(&running).await;
        assert_eq!(ran["status"], "failed");
        assert_eq!(ran["errorMessage"], "The gateway ended while it ran");
        assert!(ran["completedAt"].is_string());
        let waited = again.execution(&waiting).await;
        assert_eq!(waited["errorMessage"], "The gateway ended before it began");
        let run = again.get(&path).await.expect(StatusCode::OK);
        assert_eq!(run["status"], "failed");
        assert_eq!(run["steps"][0]["status"], "failed");
        assert_eq!(run["steps"][1]["status"], "skipped");
        let failed = again.get("executions?status=failed").await.expect(StatusCode::OK);
        assert_eq!(failed["total"], 3);
        for status in ["pending", "running"] {
            let path = format!("executions?status={status}");
            assert_eq!(again.get(&path).await.expect(StatusCode::OK)["total"], 0, "{status}");
        }
        fixture.stop().await;
        assert_eq!(again.execution(&running).await["status"], "failed", "the first word counts");
    })
    .await;
}

#[tokio::test]
async fn another_program_does_not_touch_what_runs_here() {
    both_with(config(), async |fixture| {
        let id = fixture.script("wait", "until [ -e go ]; do sleep 0.05; done\n", json!({})).await;
        let running = fixture.start(&id).await;
        fixture.until(&running, "running").await;
        let neighbour = fixture.neighbour().await;
        assert_eq!(neighbour.execution(&running).await["status"], "running");
        fixture.write("go", "");
        fixture.until(&running, "completed").await;
    })
    .await;
}
