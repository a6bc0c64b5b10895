//! Timeouts, cancelling, and what scripts leave behind.

use http::{Method, StatusCode};
use serde_json::json;

use crate::fixture::{LIMIT, both, config, is_alive, sqlite, until_gone};

/// A grandchild in a session of its own that ignores being asked and holds the output open.
const STUBBORN: &str =
    "setsid sh -c 'trap \"\" TERM HUP; echo $$ > grandchild; while :; do sleep 1; done' &\n";

#[tokio::test]
async fn a_timeout_ends_everything_that_was_started() {
    sqlite(config(), async |fixture| {
        let text = format!("echo begun\n{STUBBORN}sleep 1000\n");
        let id = fixture.script("slow", &text, json!({ "timeoutSeconds": 1 })).await;
        let done = fixture.run(&id, json!({})).await;
        assert_eq!(done["status"], "timeout");
        assert!(done["output"].as_str().is_some_and(|text| text.starts_with("begun\n")));
        assert!(done["errorMessage"].is_string());
        let grandchild = fixture.until_file("grandchild").await;
        assert!(!is_alive(&grandchild));
    })
    .await;
}

#[tokio::test]
async fn what_a_script_leaves_behind_ends_with_it() {
    sqlite(config(), async |fixture| {
        // Twice forked, in the background, with the output open.
        let text =
            format!("( {STUBBORN} ) \nuntil [ -s grandchild ]; do sleep 0.05; done\necho done\n");
        let id = fixture.script("daemon", &text, json!({})).await;
        let done = fixture.run(&id, json!({})).await;
        assert_eq!((&done["status"], &done["output"]), (&json!("completed"), &json!("done\n")));
        let grandchild = fixture.until_file("grandchild").await;
        assert!(!is_alive(&grandchild));
    })
    .await;
}

#[tokio::test]
async fn a_script_that_is_cancelled_may_say_goodbye() {
    both(async |fixture| {
        let text = "trap 'echo bye; exit 0' TERM; echo $$ > pid; while :; do sleep 0.1; done\n";
        let id = fixture.script("polite", text, json!({})).await;
        let execution = fixture.start(&id).await;
        let pid = fixture.until_file("pid").await;
        let path = format!("executions/{execution}/cancel");
        let done = fixture.call(Method::POST, &path).send().await.expect(StatusCode::OK);
        assert_eq!(done["status"], "cancelled");
        // A shell may say before it that its own child was ended.
        let output = done["output"].as_str().expect("text");
        assert!(output.ends_with("bye\n"), "{output}");
        until_gone(&pid).await;
        fixture.call(Method::POST, &path).send().await.refused(409, "CONFLICT");
        fixture.call(Method::POST, "executions/x/cancel").send().await.refused(404, "NOT_FOUND");
    })
    .await;
}

#[tokio::test]
async fn one_that_waits_is_cancelled_at_once() {
    let config = scripts::Config { max_concurrent: 1, ..config() };
    sqlite(config, async |fixture| {
        let id = fixture.script("wait", "until [ -e go ]; do sleep 0.05; done\n", json!({})).await;
        let first = fixture.start(&id).await;
        fixture.until(&first, "running").await;
        let second = fixture.start(&id).await;
        let path = format!("executions/{second}/cancel");
        let done = fixture.call(Method::POST, &path).send().await.expect(StatusCode::OK);
        assert_eq!(done["status"], "cancelled");
        assert!(done.get("startedAt").is_none());
        fixture.write("go", "");
        fixture.until(&first, "completed").await;
    })
    .await;
}

#[tokio::test]
async fn a_stop_of_the_program_ends_its_scripts_and_says_so() {
    both(async |fixture| {
        let text = "echo $$ > pid; sleep 1000\n";
        let id = fixture.script("endless", text, json!({})).await;
        let execution = fixture.start(&id).await;
        let pid = fixture.until_file("pid").await;
        tokio::time::timeout(LIMIT, fixture.stop()).await.expect("it stops");
        let done = fixture.execution(&execution).await;
        assert_eq!(done["status"], "cancelled");
        assert_eq!(done["errorMessage"], "The gateway was stopped");
        assert!(!is_alive(&pid));
    })
    .await;
}

#[tokio::test]
async fn a_script_can_be_ended_by_another_program_on_the_same_database() {
    both(async |fixture| {
        let id = fixture.script("elsewhere", "echo $$ > pid; sleep 1000\n", json!({})).await;
        let execution = fixture.start(&id).await;
        let pid = fixture.until_file("pid").await;
        let neighbour = fixture.neighbour().await;
        let path = format!("executions/{execution}/cancel");
        let done = neighbour.call(Method::POST, &path).send().await.expect(StatusCode::OK);
        assert_eq!(done["status"], "cancelled");
        until_gone(&pid).await;
    })
    .await;
}
