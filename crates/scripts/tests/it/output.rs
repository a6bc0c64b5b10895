//! What scripts write.

use std::time::Duration;

use events::Fact;
use events::facts::{ExecutionCompleted, ExecutionOutput, ExecutionStarted};
use http::StatusCode;
use scripts::Config;
use serde_json::json;

use crate::fixture::{LIMIT, both, config, sqlite};

#[tokio::test]
async fn output_is_told_live_and_in_order() {
    both(async |fixture| {
        let text = "echo first; until [ -e go ]; do sleep 0.05; done; echo last\n";
        let id = fixture.script("live", text, json!({})).await;
        let mut facts = fixture.facts();
        let execution = fixture.start(&id).await;
        let mut heard = Vec::new();
        let mut output = String::new();
        loop {
            let fact = tokio::time::timeout(LIMIT, facts.recv()).await;
            let fact = fact.expect("in time").expect("a fact");
            assert_eq!(fact.data["executionId"], execution.as_str());
            assert_eq!(fact.data["scriptId"], "live");
            heard.push(fact.kind.clone());
            output.push_str(fact.data["output"].as_str().unwrap_or_default());
            if output == "first\n" {
                assert_eq!(fixture.execution(&execution).await["status"], "running");
                fixture.write("go", "");
            }
            if fact.kind == ExecutionCompleted::KIND {
                assert_eq!(fact.data["status"], "completed");
                break;
            }
        }
        assert_eq!(output, "first\nlast\n");
        assert_eq!(heard.first().map(String::as_str), Some(ExecutionStarted::KIND));
        let middle = &heard[1..heard.len() - 1];
        assert!(middle.iter().all(|kind| kind == ExecutionOutput::KIND), "{heard:?}");
    })
    .await;
}

#[tokio::test]
async fn a_long_output_is_whole_in_the_record_and_short_in_lists() {
    both(async |fixture| {
        let id = fixture.script("long", "seq 1 2000\n", json!({})).await;
        let done = fixture.run(&id, json!({})).await;
        let whole: String = (1..=2000).map(|number| format!("{number}\n")).collect();
        assert_eq!(done["output"], whole);
        let listed = fixture.get("executions").await.expect(StatusCode::OK);
        let short = listed["executions"][0]["output"].as_str().expect("text");
        assert_eq!(short.len(), 1_000);
        assert!(whole.starts_with(short));
    })
    .await;
}

#[tokio::test]
async fn the_cap_is_exact_whatever_is_written() {
    let config = Config { max_output_bytes: 10_000, ..config() };
    sqlite(config, async |fixture| {
        let text = "head -c 50000 /dev/zero | tr '\\0' x; sleep 0.1; echo never\n";
        let id = fixture.script("much", text, json!({})).await;
        let done = fixture.run(&id, json!({})).await;
        let wanted = format!("{}\n[output truncated after 10000 bytes]\n", "x".repeat(10_000));
        assert_eq!(done["output"], wanted);
        assert_eq!(
            (&done["outputTruncated"], &done["status"]),
            (&json!(true), &json!("completed"))
        );
        let id = fixture.script("binary", "head -c 50000 /dev/urandom\n", json!({})).await;
        let done = fixture.run(&id, json!({})).await;
        let output = done["output"].as_str().expect("text");
        assert!(output.len() <= 10_000 + 50 && output.contains("truncated"), "{}", output.len());
        assert!(!output.contains('\0'));
    })
    .await;
}

/// Ten thousand lines a second, for a while: others are answered meanwhile, and what is told live
/// stays within bounds.
#[tokio::test]
async fn a_flood_does_not_stall_the_rest() {
    sqlite(config(), async |fixture| {
        let text = "i=0; while [ $i -lt 30 ]; do seq 1 1000; i=$((i+1)); sleep 0.05; done\n";
        let id = fixture.script("flood", text, json!({})).await;
        let mut facts = fixture.facts();
        let execution = fixture.start(&id).await;
        fixture.until(&execution, "running").await;
        let mut answered = 0;
        while fixture.execution(&execution).await["status"] == "running" {
            answered += 1;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert!(answered > 1, "the API answered {answered} times");
        let done = fixture.until(&execution, "completed").await;
        assert_eq!(done["output"].as_str().map(|text| text.lines().count()), Some(30_000));
        let mut told = 0;
        loop {
            let fact = tokio::time::timeout(LIMIT, facts.recv()).await;
            let fact = fact.expect("in time").expect("none was missed");
            told += fact.data["output"].as_str().map_or(0, str::len);
            if fact.kind == ExecutionCompleted::KIND {
                break;
            }
        }
        assert!(told > 0 && told < done["output"].as_str().map_or(0, str::len), "{told}");
    })
    .await;
}
