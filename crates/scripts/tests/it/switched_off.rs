//! The feature is off unless somebody switches it on.

use http::{Method, StatusCode};
use scripts::Config;
use serde_json::json;

use crate::fixture::both_with;

#[tokio::test]
async fn lists_are_empty_and_the_rest_says_how_to_switch_it_on() {
    both_with(Config::default(), async |fixture| {
        for (path, list) in [
            ("scripts", "scripts"),
            ("scripts/available", "available"),
            ("executions", "executions"),
            ("workflows", "workflows"),
            ("workflows/x/executions", "executions"),
            ("schedules", "schedules"),
        ] {
            let listed = fixture.get(path).await.expect(StatusCode::OK);
            assert_eq!((&listed[list], &listed["enabled"]), (&json!([]), &json!(false)), "{path}");
            assert_eq!(listed["count"], 0, "{path}");
        }
        for (method, path) in [
            (Method::POST, "scripts"),
            (Method::GET, "scripts/x"),
            (Method::PUT, "scripts/x"),
            (Method::DELETE, "scripts/x"),
            (Method::POST, "scripts/x/execute"),
            (Method::POST, "scripts/x/dry-run"),
            (Method::GET, "executions/x"),
            (Method::POST, "executions/x/cancel"),
            (Method::POST, "workflows"),
            (Method::GET, "workflows/x"),
            (Method::POST, "workflows/x/execute"),
            (Method::GET, "workflows/x/executions/y"),
            (Method::POST, "schedules"),
            (Method::GET, "schedules/x"),
            (Method::DELETE, "schedules/x"),
            (Method::GET, "schedules/preview?cron=0%200%20*%20*%20*"),
        ] {
            let answer = fixture.call(method, path).body(&json!({})).send().await;
            let error = answer.refused(503, "SERVICE_UNAVAILABLE");
            assert!(error["message"].as_str().is_some_and(|text| text.contains("scripts.enabled")));
        }
    })
    .await;
}
