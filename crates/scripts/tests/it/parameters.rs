//! What a run is given, and what is shown of it.

use events::Fact;
use events::facts::ExecutionCompleted;
use http::StatusCode;
use serde_json::{Value, json};

use crate::fixture::{LIMIT, both, config, sqlite};

const SECRET: &str = "hunter2-very-secret";

fn declared() -> Value {
    json!({ "parameters": [
        { "name": "HOST", "required": true, "validation": "[a-z.]+" },
        { "name": "COUNT", "type": "number", "default": "1" },
        { "name": "FORCE", "type": "boolean" },
        { "name": "MODE", "type": "select", "options": ["a", "b"] },
        { "name": "KEY", "type": "password" },
    ] })
}

#[tokio::test]
async fn values_that_do_not_fit_are_refused_and_nothing_runs() {
    both(async |fixture| {
        let id = fixture.script("strict", "touch ran\n", declared()).await;
        let path = format!("scripts/{id}/execute");
        for (bad, field) in [
            (json!({}), "HOST"),
            (json!({ "HOST": "" }), "HOST"),
            (json!({ "HOST": "a;rm -rf" }), "HOST"),
            (json!({ "HOST": "a\n" }), "HOST"),
            (json!({ "HOST": "a", "COUNT": "x" }), "COUNT"),
            (json!({ "HOST": "a", "FORCE": "maybe" }), "FORCE"),
            (json!({ "HOST": "a", "MODE": "c" }), "MODE"),
            (json!({ "HOST": "a", "OTHER": "1" }), "OTHER"),
            (json!({ "HOST": "a", "PATH": "/tmp" }), "PATH"),
            (json!({ "HOST": "a", "LD_PRELOAD": "/tmp/x.so" }), "LD_PRELOAD"),
            (json!({ "HOST": "a", "KEY": "x".repeat(40_000) }), "KEY"),
        ] {
            let body = json!({ "parameters": bad });
            let error = fixture.post(&path, &body).await.refused(400, "INVALID_REQUEST");
            assert_eq!(error["message"], "Parameter validation failed");
            let fields = error["details"].as_array().expect("details");
            assert!(fields.iter().any(|one| one["field"] == field), "{error}");
        }
        fixture
            .post(&path, &json!({ "parameters": { "HOST": 7 } }))
            .await
            .refused(400, "INVALID_REQUEST");
        assert!(!fixture.directory().join("ran").exists());
        assert_eq!(fixture.get("executions").await.expect(StatusCode::OK)["total"], 0);
    })
    .await;
}

#[tokio::test]
async fn a_script_without_declarations_takes_harmless_names_alone() {
    sqlite(config(), async |fixture| {
        let id = fixture.script("open", "echo \"$ANY\"\n", json!({})).await;
        assert_eq!(fixture.run(&id, json!({ "ANY": "thing" })).await["output"], "thing\n");
        let path = format!("scripts/{id}/execute");
        for bad in
            ["PATH", "LD_PRELOAD", "BASH_ENV", "IFS", "PYTHONPATH", "DRY_RUN", "A=B", "", "1X"]
        {
            let body = json!({ "parameters": { bad: "x" } });
            let error = fixture.post(&path, &body).await.refused(400, "INVALID_REQUEST");
            assert_eq!(error["message"], "Parameter validation failed", "{bad}");
        }
        let nul = json!({ "parameters": { "A\0B": "x" } });
        fixture.post(&path, &nul).await.refused(400, "INVALID_REQUEST");
    })
    .await;
}

#[tokio::test]
async fn a_password_is_shown_nowhere() {
    both(async |fixture| {
        let text = "echo \"key=$KEY\"; printf 'in %s two' \"$KEY\"; sleep 0.2; echo \"$KEY\" >&2\n";
        let id = fixture.script("secret", text, declared()).await;
        let mut facts = fixture.facts();
        let given = json!({ "HOST": "a", "KEY": SECRET });
        let done = fixture.run(&id, given).await;
        assert_eq!(done["parameters"], json!({ "COUNT": "1", "HOST": "a", "KEY": "********" }));
        assert_eq!(done["output"], "key=********\nin ******** two********\n");
        let wrong = json!({ "parameters": { "HOST": "!", "KEY": SECRET } });
        let refused = fixture.post(&format!("scripts/{id}/execute"), &wrong).await;
        let mut seen = vec![String::from_utf8_lossy(&refused.bytes).into_owned()];
        let mut told = String::new();
        loop {
            let fact = tokio::time::timeout(LIMIT, facts.recv()).await;
            let fact = fact.expect("in time").expect("a fact");
            seen.push(format!("{fact:?}"));
            told.push_str(fact.data["output"].as_str().unwrap_or_default());
            if fact.kind == ExecutionCompleted::KIND {
                break;
            }
        }
        assert_eq!(done["output"], told, "what was told live is what is kept");
        seen.push(fixture.audit().await);
        let listed = fixture.get("executions").await;
        seen.push(String::from_utf8_lossy(&listed.bytes).into_owned());
        for text in seen {
            assert!(!text.contains(SECRET), "{text}");
        }
    })
    .await;
}

#[tokio::test]
async fn kept_passwords_are_masked_and_survive_being_sent_back() {
    both(async |fixture| {
        let with_default = json!({ "parameters": [
            { "name": "KEY", "type": "password", "default": SECRET },
        ], "environment": { "TOKEN": "env-secret" } });
        let id = fixture
            .script("kept", "printf '%s %s' \"${#KEY}\" \"${#TOKEN}\"\n", with_default)
            .await;
        let mut shown = fixture.get("scripts/kept").await.expect(StatusCode::OK);
        assert_eq!(shown["parameters"][0]["default"], "********");
        shown["description"] = json!("changed");
        fixture.put("scripts/kept", &shown).await.expect(StatusCode::OK);
        let lengths = format!("{} {}", SECRET.len(), "env-secret".len());
        assert_eq!(fixture.run(&id, json!({})).await["output"], lengths);

        let step = json!({ "scriptId": id, "parameters": { "KEY": "another-secret" } });
        let flow = json!({ "name": "flow", "steps": [step] });
        let mut made = fixture.post("workflows", &flow).await.expect(StatusCode::CREATED);
        assert_eq!(made["steps"][0]["parameters"]["KEY"], "********");
        made["description"] = json!("changed");
        fixture.put("workflows/flow", &made).await.expect(StatusCode::OK);
        // A step that is moved keeps it, too.
        let other = fixture.script("other", "true\n", json!({})).await;
        let before = json!({ "scriptId": other });
        let moved = json!({ "steps": [before, made["steps"][0]] });
        fixture.put("workflows/flow", &moved).await.expect(StatusCode::OK);
        let run = fixture.post("workflows/flow/execute", &json!({})).await.expect(StatusCode::OK);
        let execution = run["steps"][1]["executionId"].as_str().expect("an id");
        let lengths = format!("{} {}", "another-secret".len(), "env-secret".len());
        assert_eq!(fixture.execution(execution).await["output"], lengths);

        let daily = json!({ "scriptId": id, "cronExpression": "0 0 * * *", "enabled": false,
            "parameters": { "KEY": SECRET } });
        let made = fixture.post("schedules", &daily).await.expect(StatusCode::CREATED);
        assert_eq!(made["parameters"]["KEY"], "********");
        let listed = fixture.get("schedules").await;
        assert!(!String::from_utf8_lossy(&listed.bytes).contains(SECRET));
        assert!(!fixture.audit().await.contains("secret"));
        let reader = fixture.call(http::Method::GET, "scripts/kept").scopes("read:*").send().await;
        assert_eq!(reader.expect(StatusCode::OK)["environment"], json!({ "TOKEN": "********" }));
    })
    .await;
}
