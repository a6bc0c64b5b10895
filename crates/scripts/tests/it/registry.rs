//! Registering, changing and removing scripts.

use std::os::unix::fs::symlink;

use http::StatusCode;
use serde_json::json;

use crate::fixture::both;

#[tokio::test]
async fn a_script_is_registered_shown_changed_and_removed() {
    both(async |fixture| {
        fixture.write("jobs/clean.py", "print('hi')\n");
        let full = json!({
            "name": "Clean Up",
            "scriptPath": "jobs/clean.py",
            "parameters": [
                { "name": "DAYS", "type": "number", "required": true, "validation": "[0-9]+" },
                { "name": "MODE", "type": "select", "options": ["fast", "slow"], "default": "slow" },
            ],
            "environment": { "PYTHONUNBUFFERED": "1" },
        });
        let made = fixture.post("scripts", &full).await.expect(StatusCode::CREATED);
        assert_eq!(made["id"], "clean-up");
        assert_eq!(made["scriptType"], "python");
        assert_eq!(made["category"], "general");
        assert_eq!(made["timeoutSeconds"], 300);
        assert_eq!(made["createdBy"], "local");
        fixture.post("scripts", &full).await.refused(409, "CONFLICT");

        let only_timeout = json!({ "timeoutSeconds": 7 });
        let changed = fixture.put("scripts/clean-up", &only_timeout).await.expect(StatusCode::OK);
        assert_eq!(changed["timeoutSeconds"], 7);
        assert_eq!(changed["parameters"], made["parameters"]);
        assert_eq!(changed["environment"], made["environment"]);
        let category = json!({ "category": "nightly" });
        fixture.put("scripts/clean-up", &category).await.expect(StatusCode::OK);
        let listed = fixture.get("scripts?category=nightly").await.expect(StatusCode::OK);
        assert_eq!((listed["count"].as_u64(), &listed["scripts"][0]["id"]), (Some(1), &json!("clean-up")));
        let none = fixture.get("scripts?category=daily").await.expect(StatusCode::OK);
        assert_eq!(none, json!({ "scripts": [], "count": 0 }));

        fixture.delete("scripts/clean-up").await.expect(StatusCode::NO_CONTENT);
        fixture.get("scripts/clean-up").await.refused(404, "NOT_FOUND");
        fixture.put("scripts/clean-up", &only_timeout).await.refused(404, "NOT_FOUND");
        fixture.delete("scripts/clean-up").await.refused(404, "NOT_FOUND");
        assert!(fixture.audit().await.contains("script.deleted"));
    })
    .await;
}

#[tokio::test]
async fn a_path_that_leads_out_of_the_folder_is_refused() {
    both(async |fixture| {
        fixture.write("good.sh", "true\n");
        let outside = fixture.outside().join("evil.sh");
        std::fs::write(&outside, "true\n").expect("a file");
        symlink(&outside, fixture.directory().join("link.sh")).expect("a link");
        symlink("../evil.sh", fixture.directory().join("relative.sh")).expect("a link");
        symlink(fixture.outside(), fixture.directory().join("way")).expect("a link");
        symlink("good.sh", fixture.directory().join("inner.sh")).expect("a link");
        for bad in [
            "../evil.sh",
            "x/../../evil.sh",
            outside.to_str().expect("text"),
            "/etc/passwd",
            "link.sh",
            "relative.sh",
            "way/evil.sh",
            "inner.sh",
            "Good.sh",
            "GOOD.SH",
            "good.sh/",
            "./good.sh",
            "",
            "missing.sh",
            "good.sh\n",
        ] {
            let body = json!({ "name": "x", "scriptPath": bad });
            let error = fixture.post("scripts", &body).await.refused(400, "INVALID_REQUEST");
            assert_eq!(error["details"][0]["field"], "scriptPath", "{bad:?}");
        }
        let listed = fixture.get("scripts").await.expect(StatusCode::OK);
        assert_eq!(listed["count"], 0);
        let available = fixture.get("scripts/available").await.expect(StatusCode::OK);
        assert_eq!(available["count"], 1);
        assert_eq!(available["available"][0]["path"], "good.sh");
        assert_eq!(available["available"][0]["scriptType"], "shell");
    })
    .await;
}

#[tokio::test]
async fn a_registration_that_breaks_a_rule_changes_nothing() {
    both(async |fixture| {
        fixture.write("a.sh", "true\n");
        std::fs::write(fixture.directory().join("notes.txt"), "x").expect("a file");
        let parameter = |fields| json!({ "parameters": [fields] });
        for (bad, field) in [
            (json!({ "name": "" }), "name"),
            (json!({ "name": "!!" }), "name"),
            (json!({ "name": "x".repeat(101) }), "name"),
            (json!({ "scriptPath": "notes.txt" }), "scriptPath"),
            (json!({ "timeoutSeconds": 0 }), "timeoutSeconds"),
            (json!({ "timeoutSeconds": -5 }), "timeoutSeconds"),
            (json!({ "timeoutSeconds": 99_999_999_999u64 }), "timeoutSeconds"),
            (json!({ "environment": { "LD_PRELOAD": "x" } }), "environment.LD_PRELOAD"),
            (json!({ "environment": { "A=B": "x" } }), "environment.A=B"),
            (json!({ "environment": { "A": "********" } }), "environment.A"),
            (json!({ "allowedScopes": ["root:*"] }), "allowedScopes"),
            (json!({ "dryRunCommand": "echo 'x" }), "dryRunCommand"),
            (parameter(json!({ "name": "PATH" })), "parameters[0].name"),
            (parameter(json!({ "name": "BASH_ENV" })), "parameters[0].name"),
            (parameter(json!({ "name": "IFS" })), "parameters[0].name"),
            (parameter(json!({ "name": "PYTHONPATH" })), "parameters[0].name"),
            (parameter(json!({ "name": "DRY_RUN" })), "parameters[0].name"),
            (parameter(json!({ "name": "X", "type": "date" })), "parameters"),
            (parameter(json!({ "name": "X", "type": "select" })), "parameters[0].options"),
            (parameter(json!({ "name": "X", "validation": "(" })), "parameters[0].validation"),
            (
                parameter(json!({ "name": "X", "type": "number", "default": "many" })),
                "parameters[0].default",
            ),
        ] {
            let mut body = json!({ "name": "a", "scriptPath": "a.sh" });
            let fields = bad.as_object().expect("fields").clone();
            body.as_object_mut().expect("an object").extend(fields);
            let error = fixture.post("scripts", &body).await.refused(400, "INVALID_REQUEST");
            assert_eq!(error["details"][0]["field"], field, "{bad}");
        }
        for missing in [json!({ "name": "a" }), json!({ "scriptPath": "a.sh" }), json!([])] {
            fixture.post("scripts", &missing).await.refused(400, "INVALID_REQUEST");
        }
        assert_eq!(fixture.get("scripts").await.expect(StatusCode::OK)["count"], 0);
    })
    .await;
}

#[tokio::test]
async fn what_is_in_use_cannot_be_removed() {
    both(async |fixture| {
        let id = fixture.script("used", "true\n", json!({})).await;
        let flow = json!({ "name": "Flow", "steps": [{ "scriptId": id }] });
        fixture.post("workflows", &flow).await.expect(StatusCode::CREATED);
        let every = json!({ "workflowId": "flow", "cronExpression": "0 0 * * *", "enabled": true });
        let schedule = fixture.post("schedules", &every).await.expect(StatusCode::CREATED);
        let schedule = schedule["id"].as_str().expect("an id").to_owned();

        let error = fixture.delete("scripts/used").await.refused(409, "CONFLICT");
        assert_eq!(error["details"], json!([{ "field": "workflows", "reason": "flow" }]));
        let error = fixture.delete("workflows/flow").await.refused(409, "CONFLICT");
        assert_eq!(error["details"], json!([{ "field": "schedules", "reason": schedule }]));

        fixture.delete(&format!("schedules/{schedule}")).await.expect(StatusCode::NO_CONTENT);
        fixture.delete("workflows/flow").await.expect(StatusCode::NO_CONTENT);
        fixture.delete("scripts/used").await.expect(StatusCode::NO_CONTENT);
    })
    .await;
}
