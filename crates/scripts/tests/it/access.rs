//! Who may run what.

use http::{Method, StatusCode};
use serde_json::json;

use crate::fixture::both;

const WRITER: &str = "write:*";

#[tokio::test]
async fn a_script_can_ask_for_more_than_the_right_to_change_things() {
    both(async |fixture| {
        let scopes = json!({ "allowedScopes": ["access:nas", "access:backup"] });
        fixture.script("guarded", "sleep 1000\n", scopes).await;
        let execution = fixture.start("guarded").await;
        let schedule =
            json!({ "scriptId": "guarded", "cronExpression": "0 0 * * *", "enabled": true });
        let made = fixture.post("schedules", &schedule).await.expect(StatusCode::CREATED);
        let schedule_path = format!("schedules/{}", made["id"].as_str().expect("an id"));
        let flow = json!({ "name": "flow", "steps": [{ "scriptId": "guarded" }] });
        fixture.post("workflows", &flow).await.expect(StatusCode::CREATED);
        let cancel = format!("executions/{execution}/cancel");

        let calls = [
            (Method::POST, "scripts/guarded/execute", json!({})),
            (Method::POST, "scripts/guarded/dry-run", json!({})),
            (Method::PUT, "scripts/guarded", json!({ "allowedScopes": [] })),
            (Method::PUT, "scripts/guarded", json!({ "timeoutSeconds": 1 })),
            (Method::DELETE, "scripts/guarded", json!({})),
            (Method::POST, cancel.as_str(), json!({})),
            (Method::POST, "schedules", schedule.clone()),
            (Method::PUT, schedule_path.as_str(), json!({ "enabled": false })),
            (Method::DELETE, schedule_path.as_str(), json!({})),
            (
                Method::POST,
                "workflows",
                json!({ "name": "way", "steps": [{ "scriptId": "guarded" }] }),
            ),
            (Method::POST, "workflows/flow/execute", json!({})),
            (Method::PUT, "workflows/flow", json!({ "description": "x" })),
            (Method::DELETE, "workflows/flow", json!({})),
        ];
        for (method, path, body) in calls {
            // Without `write:*`, nothing at all; with it, not this.
            for scopes in ["read:*,access:nas", WRITER] {
                let call = fixture.call(method.clone(), path).body(&body).scopes(scopes);
                call.send().await.refused(403, "FORBIDDEN");
            }
        }
        assert_eq!(fixture.execution(&execution).await["status"], "running");
        let listed = fixture.get("executions").await.expect(StatusCode::OK);
        assert_eq!(listed["total"], 1);

        let call = fixture.call(Method::POST, &cancel).scopes("write:*,access:backup");
        assert_eq!(call.send().await.expect(StatusCode::OK)["status"], "cancelled");
        let reading = fixture.call(Method::GET, "executions").scopes("read:*").send().await;
        assert_eq!(reading.expect(StatusCode::OK)["total"], 1);
    })
    .await;
}

#[tokio::test]
async fn nobody_can_make_a_script_that_they_could_not_run() {
    both(async |fixture| {
        fixture.write("a.sh", "true\n");
        let body = json!({ "name": "a", "scriptPath": "a.sh", "allowedScopes": ["access:admin"] });
        let call = fixture.call(Method::POST, "scripts").body(&body).scopes(WRITER);
        call.send().await.refused(403, "FORBIDDEN");
        let call = fixture.call(Method::POST, "scripts").body(&body).scopes("access:admin");
        let made = call.send().await.expect(StatusCode::CREATED);
        assert_eq!(made["createdBy"], "phone");
    })
    .await;
}
