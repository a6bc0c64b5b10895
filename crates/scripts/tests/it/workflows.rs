//! Chains of scripts.

use events::Fact;
use events::facts::{WorkflowCompleted, WorkflowStarted};
use http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::fixture::{Fixture, LIMIT, both};

/// Three scripts: one that works, one that fails, one that says what it was given.
async fn furnished(fixture: &Fixture) {
    fixture.script("good", "echo good\n", json!({})).await;
    fixture.script("bad", "exit 4\n", json!({})).await;
    let declared = json!({ "parameters": [{ "name": "WHO", "required": true }] });
    fixture.script("greet", "echo \"hello $WHO\"\n", declared).await;
}

async fn run(fixture: &Fixture, steps: Value, given: Value) -> Value {
    let made = fixture.post("workflows", &json!({ "name": "Flow", "steps": steps })).await;
    made.expect(StatusCode::CREATED);
    let body = json!({ "parameters": given });
    let done = fixture.post("workflows/flow/execute", &body).await.expect(StatusCode::OK);
    fixture.delete("workflows/flow").await.expect(StatusCode::NO_CONTENT);
    done
}

fn statuses(run: &Value) -> Vec<&str> {
    let steps = run["steps"].as_array().expect("steps");
    steps.iter().map(|step| step["status"].as_str().expect("text")).collect()
}

#[tokio::test]
async fn steps_run_in_order_and_a_failure_stops_or_does_not() {
    both(async |fixture| {
        furnished(&fixture).await;
        let mut facts = fixture.facts();
        let steps = json!([{ "scriptId": "good" }, { "scriptId": "good" }]);
        let done = run(&fixture, steps, json!({})).await;
        assert_eq!((&done["status"], statuses(&done)), (&json!("completed"), vec!["completed"; 2]));
        assert!(done["id"].as_str().is_some_and(|id| id.starts_with("wfexec_")));
        let execution =
            fixture.execution(done["steps"][0]["executionId"].as_str().expect("an id")).await;
        assert_eq!(execution["workflowId"], "flow");
        assert_eq!(execution["workflowExecutionId"], done["id"]);
        let mut kinds = Vec::new();
        while kinds.last().is_none_or(|kind| kind != WorkflowCompleted::KIND) {
            let fact = tokio::time::timeout(LIMIT, facts.recv()).await;
            let fact = fact.expect("in time").expect("a fact");
            if !["schedules_changed", "execution_output"].contains(&fact.kind.as_str()) {
                kinds.push(fact.kind.clone());
            }
        }
        let once = ["execution_started", "execution_completed"];
        let wanted = [&[WorkflowStarted::KIND], &once[..], &once[..], &[WorkflowCompleted::KIND]];
        assert_eq!(kinds, wanted.concat());

        let steps = json!([{ "scriptId": "bad" }, { "scriptId": "good" }]);
        let done = run(&fixture, steps, json!({})).await;
        assert_eq!(
            (&done["status"], statuses(&done)),
            (&json!("failed"), vec!["failed", "skipped"])
        );
        assert!(done["steps"][1].get("executionId").is_none());

        let steps = json!([{ "scriptId": "bad", "onFailure": "continue" }, { "scriptId": "good" }]);
        let done = run(&fixture, steps, json!({})).await;
        assert_eq!(
            (&done["status"], statuses(&done)),
            (&json!("completed"), vec!["failed", "completed"])
        );
    })
    .await;
}

#[tokio::test]
async fn what_a_run_is_given_reaches_the_steps_that_want_it() {
    both(async |fixture| {
        furnished(&fixture).await;
        let steps = json!([{ "scriptId": "good" }, { "scriptId": "greet", "parameters": { "WHO": "step" } }]);
        for (given, output) in [(json!({}), "hello step\n"), (json!({ "WHO": "run" }), "hello run\n")] {
            let done = run(&fixture, steps.clone(), given).await;
            let execution = done["steps"][1]["executionId"].as_str().expect("an id");
            assert_eq!(fixture.execution(execution).await["output"], output);
        }
        let needy = json!({ "name": "Needy", "steps": [{ "scriptId": "good" }, { "scriptId": "greet" }] });
        fixture.post("workflows", &needy).await.expect(StatusCode::CREATED);
        let before = fixture.get("executions").await.expect(StatusCode::OK)["total"].clone();
        for given in [json!({}), json!({ "WHO": "x", "NOBODY": "y" })] {
            let body = json!({ "parameters": given });
            let error = fixture.post("workflows/needy/execute", &body).await;
            let error = error.refused(400, "INVALID_REQUEST");
            assert_eq!(error["message"], "Parameter validation failed");
        }
        let after = fixture.get("executions").await.expect(StatusCode::OK)["total"].clone();
        assert_eq!(before, after, "nothing ran, not even the first step");
    })
    .await;
}

#[tokio::test]
async fn a_run_is_listed_and_cancelled() {
    both(async |fixture| {
        furnished(&fixture).await;
        fixture.script("endless", "echo $$ > pid; sleep 1000\n", json!({})).await;
        let steps = json!([{ "scriptId": "endless" }, { "scriptId": "good" }]);
        fixture
            .post("workflows", &json!({ "name": "Flow", "steps": steps }))
            .await
            .expect(StatusCode::CREATED);
        let accepted = fixture.post("workflows/flow/execute?async=true", &json!({})).await;
        let accepted = accepted.expect(StatusCode::ACCEPTED);
        assert_eq!(accepted["status"], "running");
        let pid = fixture.until_file("pid").await;
        let id = accepted["id"].as_str().expect("an id");
        let path = format!("workflows/flow/executions/{id}/cancel");
        let done = fixture.call(Method::POST, &path).send().await.expect(StatusCode::OK);
        assert_eq!(
            (&done["status"], statuses(&done)),
            (&json!("cancelled"), vec!["cancelled", "skipped"])
        );
        crate::fixture::until_gone(&pid).await;
        fixture.call(Method::POST, &path).send().await.refused(409, "CONFLICT");
        let listed = fixture.get("workflows/flow/executions").await.expect(StatusCode::OK);
        assert_eq!((&listed["total"], &listed["executions"][0]), (&json!(1), &done));
        let shown = fixture.get(&format!("workflows/flow/executions/{id}")).await;
        assert_eq!(shown.expect(StatusCode::OK), done);
        fixture.get(&format!("workflows/other/executions/{id}")).await.refused(404, "NOT_FOUND");
    })
    .await;
}

#[tokio::test]
async fn a_workflow_that_breaks_a_rule_is_refused() {
    both(async |fixture| {
        furnished(&fixture).await;
        let one = |step| json!({ "name": "x", "steps": [step] });
        for bad in [
            json!({ "name": "x" }),
            json!({ "steps": [{ "scriptId": "good" }] }),
            json!({ "name": "x", "steps": [] }),
            json!({ "name": "x", "steps": vec![json!({ "scriptId": "good" }); 101] }),
            one(json!({ "scriptId": "none" })),
            one(json!({ "scriptId": "good", "onFailure": "retry" })),
            one(json!({ "scriptId": "greet", "parameters": { "OTHER": "1" } })),
            one(json!({ "scriptId": "greet", "parameters": { "WHO": 1 } })),
        ] {
            fixture.post("workflows", &bad).await.refused(400, "INVALID_REQUEST");
        }
        assert_eq!(fixture.get("workflows").await.expect(StatusCode::OK)["count"], 0);
        let good = one(json!({ "scriptId": "good" }));
        let made = fixture.post("workflows", &good).await.expect(StatusCode::CREATED);
        assert_eq!(
            made["steps"],
            json!([{ "scriptId": "good", "parameters": {}, "onFailure": "stop" }])
        );
        fixture.post("workflows", &good).await.refused(409, "CONFLICT");
        let changed = fixture.put("workflows/x", &json!({ "description": "d" })).await;
        let changed = changed.expect(StatusCode::OK);
        assert_eq!((&changed["description"], &changed["steps"]), (&json!("d"), &made["steps"]));
        fixture.get("workflows/none").await.refused(404, "NOT_FOUND");
    })
    .await;
}
