//! Many at once.

use std::collections::BTreeSet;
use std::fs;

use http::{Method, StatusCode};
use scripts::Config;
use serde_json::json;

use crate::house::{LIMIT, config, sqlite};

#[tokio::test]
async fn five_hundred_at_once_all_run_and_few_at_a_time() {
    let config = Config { max_concurrent: 4, ..config() };
    sqlite(config, async |house| {
        // Each leaves a mark while it runs, and counts those of the others.
        let text =
            "mkdir -p now; : > now/$$; ls now | wc -l >> counts; echo x >> runs; rm now/$$\n";
        let id = house.script("crowd", text, json!({})).await;
        let mut ids = BTreeSet::new();
        for _ in 0..500 {
            ids.insert(house.start(&id).await);
        }
        assert_eq!(ids.len(), 500);
        testkit::deadline("all have run", LIMIT * 3, async || {
            let done = house.get("executions?status=completed&limit=1").await;
            done.expect(StatusCode::OK)["total"] == 500
        })
        .await;
        let read = |name: &str| fs::read_to_string(house.directory().join(name)).expect("a file");
        assert_eq!(read("runs").lines().count(), 500);
        let most = read("counts").lines().filter_map(|line| line.trim().parse::<u32>().ok()).max();
        assert!(most.is_some_and(|most| most <= 4), "{most:?} ran at once");
        let text = house.metrics.render();
        assert!(text.contains("gatehouse_script_executions_total{status=\"completed\"} 500"));
        assert!(text.contains("gatehouse_script_executions_running 0"));
        assert!(text.contains("gatehouse_script_executions_waiting 0"));
    })
    .await;
}

#[tokio::test]
async fn a_full_queue_refuses_and_takes_no_harm() {
    let config = Config { max_concurrent: 1, max_queued: 2, ..config() };
    sqlite(config, async |house| {
        let id = house.script("wait", "until [ -e go ]; do sleep 0.05; done\n", json!({})).await;
        let mut accepted = Vec::new();
        for _ in 0..3 {
            accepted.push(house.start(&id).await);
        }
        let path = format!("scripts/{id}/execute?async=true");
        house.post(&path, &json!({})).await.refused(503, "SERVICE_UNAVAILABLE");
        assert_eq!(house.get("executions").await.expect(StatusCode::OK)["total"], 3);
        house.write("go", "");
        for execution in &accepted {
            house.until(execution, "completed").await;
        }
        house.post(&path, &json!({})).await.expect(StatusCode::ACCEPTED);
    })
    .await;
}

#[tokio::test]
async fn one_caller_does_not_keep_another_waiting() {
    let config = Config { max_concurrent: 1, ..config() };
    sqlite(config, async |house| {
        let gate = house.script("gate", "until [ -e go ]; do sleep 0.05; done\n", json!({})).await;
        let mark = house.script("mark", "echo greedy >> order\n", json!({})).await;
        let other = house.script("other", "echo modest >> order\n", json!({})).await;
        let first = house.start(&gate).await;
        house.until(&first, "running").await;
        let mut last = String::new();
        for _ in 0..20 {
            last = house.start(&mark).await;
        }
        let path = format!("scripts/{other}/execute?async=true");
        let modest = house.call(Method::POST, &path).scopes("write:*").send().await;
        let modest = modest.expect(StatusCode::ACCEPTED);
        assert_eq!(modest["triggeredBy"], "device:phone");
        house.write("go", "");
        house.until(&last, "completed").await;
        house.until(modest["id"].as_str().expect("an id"), "completed").await;
        let order = fs::read_to_string(house.directory().join("order")).expect("a file");
        let place = order.lines().position(|line| line == "modest");
        assert!(place.is_some_and(|place| place <= 1), "{order}");
    })
    .await;
}
