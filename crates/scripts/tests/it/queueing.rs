//! Many at once.

use std::collections::BTreeSet;
use std::fs;

use http::{Method, StatusCode};
use scripts::Config;
use serde_json::json;

use crate::fixture::{LIMIT, config, sqlite};

#[tokio::test]
async fn five_hundred_at_once_all_run_and_few_at_a_time() {
    let config = Config { max_concurrent: 4, ..config() };
    sqlite(config, async |fixture| {
        // Each leaves a mark while it runs, and counts those of the others.
        let text =
            "mkdir -p now; : > now/$$; ls now | wc -l >> counts; echo x >> runs; rm now/$$\n";
        let id = fixture.script("crowd", text, json!({})).await;
        let mut ids = BTreeSet::new();
        for _ in 0..500 {
            ids.insert(fixture.start(&id).await);
        }
        assert_eq!(ids.len(), 500);
        testkit::deadline("all have run", LIMIT * 3, async || {
            let done = fixture.get("executions?status=completed&limit=1").await;
            done.expect(StatusCode::OK)["total"] == 500
        })
        .await;
        let read = |name: &str| fs::read_to_string(fixture.directory().join(name)).expect("a file");
        assert_eq!(read("runs").lines().count(), 500);
        let most = read("counts").lines().filter_map(|line| line.trim().parse::<u32>().ok()).max();
        assert!(most.is_some_and(|most| most <= 4), "{most:?} ran at once");
        // An end is counted right after it was written down.
        let told = [
            "gatehouse_script_executions_total{status=\"completed\"} 500",
            "gatehouse_script_executions_running 0",
            "gatehouse_script_executions_waiting 0",
        ];
        testkit::deadline("the figures follow", LIMIT, async || {
            let text = fixture.metrics.render();
            told.iter().all(|line| text.contains(line))
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn a_full_queue_refuses_and_takes_no_harm() {
    let config = Config { max_concurrent: 1, max_queued: 2, ..config() };
    sqlite(config, async |fixture| {
        let id = fixture.script("wait", "until [ -e go ]; do sleep 0.05; done\n", json!({})).await;
        let mut accepted = Vec::new();
        for _ in 0..3 {
            accepted.push(fixture.start(&id).await);
        }
        let path = format!("scripts/{id}/execute?async=true");
        fixture.post(&path, &json!({})).await.refused(503, "SERVICE_UNAVAILABLE");
        assert_eq!(fixture.get("executions").await.expect(StatusCode::OK)["total"], 3);
        fixture.write("go", "");
        for execution in &accepted {
            fixture.until(execution, "completed").await;
        }
        fixture.post(&path, &json!({})).await.expect(StatusCode::ACCEPTED);
    })
    .await;
}

#[tokio::test]
async fn one_caller_does_not_keep_another_waiting() {
    let config = Config { max_concurrent: 1, ..config() };
    sqlite(config, async |fixture| {
        let gate =
            fixture.script("gate", "until [ -e go ]; do sleep 0.05; done\n", json!({})).await;
        let mark = fixture.script("mark", "echo greedy >> order\n", json!({})).await;
        let other = fixture.script("other", "echo modest >> order\n", json!({})).await;
        let first = fixture.start(&gate).await;
        fixture.until(&first, "running").await;
        let mut last = String::new();
        for _ in 0..20 {
            last = fixture.start(&mark).await;
        }
        let path = format!("scripts/{other}/execute?async=true");
        let modest = fixture.call(Method::POST, &path).scopes("write:*").send().await;
        let modest = modest.expect(StatusCode::ACCEPTED);
        assert_eq!(modest["triggeredBy"], "device:phone");
        fixture.write("go", "");
        fixture.until(&last, "completed").await;
        fixture.until(modest["id"].as_str().expect("an id"), "completed").await;
        let order = fs::read_to_string(fixture.directory().join("order")).expect("a file");
        let place = order.lines().position(|line| line == "modest");
        assert!(place.is_some_and(|place| place <= 1), "{order}");
    })
    .await;
}
