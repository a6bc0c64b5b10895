//! Runs at set times. The clock stands at 2027-01-15 08:00 UTC, a Friday, until a test moves it.

use std::time::Duration;

use http::StatusCode;
use serde_json::{Value, json};

use crate::fixture::{Fixture, LIMIT, both, config, sqlite};

async fn schedule(fixture: &Fixture, more: Value) -> String {
    let mut body = json!({ "scriptId": "tick", "enabled": true, "cronExpression": "*/5 * * * *",
        "timezone": "UTC" });
    body.as_object_mut().expect("an object").extend(more.as_object().expect("fields").clone());
    let made = fixture.post("schedules", &body).await.expect(StatusCode::CREATED);
    made["id"].as_str().expect("an id").to_owned()
}

async fn shown(fixture: &Fixture, id: &str) -> Value {
    fixture.get(&format!("schedules/{id}")).await.expect(StatusCode::OK)
}

/// Moves the clock, and waits until the schedule is planned for this moment.
async fn pass(fixture: &Fixture, seconds: u64, id: &str, next: &str) {
    fixture.clock.advance(Duration::from_secs(seconds));
    let what = format!("{id} comes next at {next}");
    testkit::deadline(&what, LIMIT, async || {
        fixture.scripts.look_at_the_clock();
        shown(fixture, id).await["nextRunAt"] == next
    })
    .await;
}

async fn total(fixture: &Fixture) -> u64 {
    let listed = fixture.get("executions").await.expect(StatusCode::OK);
    listed["total"].as_u64().expect("a number")
}

#[tokio::test]
async fn a_schedule_runs_when_it_is_due_and_not_before() {
    both(async |fixture| {
        fixture.script("tick", "echo \"$WHO\"\n", json!({})).await;
        let id = schedule(&fixture, json!({ "parameters": { "WHO": "me" } })).await;
        assert!(id.starts_with("schedule_"), "{id}");
        let made = shown(&fixture, &id).await;
        assert_eq!(made["nextRunAt"], "2027-01-15T08:05:00Z");
        assert!(made.get("lastRunAt").is_none());
        assert_eq!((&made["overlap"], &made["missed"]), (&json!("skip"), &json!("once")));
        fixture.clock.advance(Duration::from_secs(299));
        fixture.scripts.look_at_the_clock();
        let off = schedule(&fixture, json!({ "enabled": false })).await;
        assert_eq!(total(&fixture).await, 0);
        pass(&fixture, 1, &id, "2027-01-15T08:10:00Z").await;
        assert_eq!(shown(&fixture, &id).await["lastRunAt"], "2027-01-15T08:05:00Z");
        assert!(shown(&fixture, &off).await.get("nextRunAt").is_none());
        let listed = fixture.get("executions").await.expect(StatusCode::OK);
        assert_eq!(listed["total"], 1);
        let execution = listed["executions"][0]["id"].as_str().expect("an id");
        let done = fixture.until(execution, "completed").await;
        assert_eq!(done["triggeredBy"], format!("schedule:{id}"));
        assert_eq!(done["output"], "me\n");
    })
    .await;
}

#[tokio::test]
async fn a_change_counts_at_once() {
    both(async |fixture| {
        fixture.script("tick", "true\n", json!({})).await;
        let id = schedule(&fixture, json!({})).await;
        let path = format!("schedules/{id}");
        let off = fixture.put(&path, &json!({ "enabled": false })).await.expect(StatusCode::OK);
        assert!(off.get("nextRunAt").is_none());
        fixture.clock.advance(Duration::from_secs(600));
        fixture.scripts.look_at_the_clock();
        let change = json!({ "enabled": true, "cronExpression": "30 9 * * *",
            "timezone": "Europe/Berlin", "overlap": "allow", "missed": "skip" });
        let on = fixture.put(&path, &change).await.expect(StatusCode::OK);
        assert_eq!(on["nextRunAt"], "2027-01-15T08:30:00Z");
        assert_eq!((&on["overlap"], &on["missed"]), (&json!("allow"), &json!("skip")));
        assert_eq!(total(&fixture).await, 0);
        pass(&fixture, 1200, &id, "2027-01-16T08:30:00Z").await;
        assert_eq!(total(&fixture).await, 1);
        fixture.delete(&path).await.expect(StatusCode::NO_CONTENT);
        fixture.get(&path).await.refused(404, "NOT_FOUND");
        fixture.delete(&path).await.refused(404, "NOT_FOUND");
    })
    .await;
}

#[tokio::test]
async fn times_that_were_missed_are_made_up_for_once_or_not() {
    both(async |fixture| {
        fixture.script("tick", "true\n", json!({})).await;
        let once = schedule(&fixture, json!({})).await;
        let never = schedule(&fixture, json!({ "missed": "skip" })).await;
        fixture.stop().await;
        // Three hours in which nobody could run anything.
        fixture.clock.advance(Duration::from_secs(3 * 3600 + 120));
        let again = fixture.started_again().await;
        pass(&again, 0, &once, "2027-01-15T11:05:00Z").await;
        pass(&again, 0, &never, "2027-01-15T11:05:00Z").await;
        let listed = again.get("executions").await.expect(StatusCode::OK);
        assert_eq!(listed["total"], 1);
        assert_eq!(listed["executions"][0]["triggeredBy"], format!("schedule:{once}"));
    })
    .await;
}

#[tokio::test]
async fn an_earlier_run_that_goes_on_is_respected() {
    both(async |fixture| {
        let text = "echo $$ >> pids; until [ -e go ]; do sleep 0.05; done\n";
        fixture.script("tick", text, json!({})).await;
        let skip = schedule(&fixture, json!({})).await;
        let queue = schedule(&fixture, json!({ "overlap": "queue" })).await;
        let allow = schedule(&fixture, json!({ "overlap": "allow" })).await;
        for next in ["08:10", "08:15", "08:20"] {
            let next = format!("2027-01-15T{next}:00Z");
            fixture.clock.advance(Duration::from_secs(300));
            for id in [&skip, &queue, &allow] {
                pass(&fixture, 0, id, &next).await;
            }
        }
        let listed = fixture.get("executions?limit=100").await.expect(StatusCode::OK);
        let of = |id: &str| {
            let mine = |one: &&Value| one["triggeredBy"] == format!("schedule:{id}");
            listed["executions"].as_array().expect("a list").iter().filter(mine).count()
        };
        assert_eq!((of(&skip), of(&queue), of(&allow)), (1, 2, 3));
        assert_eq!(shown(&fixture, &skip).await["lastRunAt"], "2027-01-15T08:05:00Z");
        fixture.write("go", "");
        testkit::deadline("all six are over", LIMIT, async || {
            let done = fixture.get("executions?status=completed").await.expect(StatusCode::OK);
            done["total"] == 6
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn programs_that_share_a_database_run_it_once() {
    both(async |fixture| {
        fixture.script("tick", "true\n", json!({})).await;
        let neighbour = fixture.neighbour().await;
        neighbour.write("tick.sh", "true\n");
        let id = schedule(&fixture, json!({ "overlap": "allow" })).await;
        for (round, next) in ["08:10", "08:15", "08:20", "08:25"].into_iter().enumerate() {
            fixture.clock.advance(Duration::from_secs(300));
            let next = format!("2027-01-15T{next}:00Z");
            testkit::deadline("both have looked", LIMIT, async || {
                fixture.scripts.look_at_the_clock();
                neighbour.scripts.look_at_the_clock();
                shown(&fixture, &id).await["nextRunAt"] == next.as_str()
            })
            .await;
            assert_eq!(total(&fixture).await, round as u64 + 1);
        }
    })
    .await;
}

#[tokio::test]
async fn a_clock_that_is_set_does_no_harm() {
    both(async |fixture| {
        fixture.script("tick", "true\n", json!({})).await;
        let id = schedule(&fixture, json!({ "overlap": "allow" })).await;
        // Ten years ahead by mistake: one run, not half a million.
        pass(&fixture, 3650 * 86_400, &id, "2037-01-12T08:05:00Z").await;
        assert_eq!(total(&fixture).await, 1);
        let kit::Clock::Manual(hand) = &fixture.clock else { panic!("a hand") };
        hand.fetch_sub(3650 * 86_400_000, std::sync::atomic::Ordering::SeqCst);
        pass(&fixture, 0, &id, "2027-01-15T08:05:00Z").await;
        pass(&fixture, 300, &id, "2027-01-15T08:10:00Z").await;
        assert_eq!(total(&fixture).await, 2);
        // A little back: nothing runs twice.
        hand.fetch_sub(120_000, std::sync::atomic::Ordering::SeqCst);
        pass(&fixture, 0, &id, "2027-01-15T08:10:00Z").await;
        pass(&fixture, 130, &id, "2027-01-15T08:10:00Z").await;
        assert_eq!(total(&fixture).await, 2);
    })
    .await;
}

#[tokio::test]
async fn four_hundred_in_one_minute_all_run() {
    sqlite(config(), async |fixture| {
        fixture.script("tick", "true\n", json!({})).await;
        for _ in 0..400 {
            schedule(&fixture, json!({ "cronExpression": "5 8 * * *" })).await;
        }
        fixture.clock.advance(Duration::from_secs(300));
        fixture.scripts.look_at_the_clock();
        testkit::deadline("all have run", LIMIT * 3, async || {
            let done = fixture.get("executions?status=completed").await.expect(StatusCode::OK);
            done["total"] == 400
        })
        .await;
        let listed = fixture.get("schedules").await.expect(StatusCode::OK);
        let all = listed["schedules"].as_array().expect("a list");
        assert!(all.iter().all(|one| one["nextRunAt"] == "2027-01-16T08:05:00Z"));
    })
    .await;
}

#[tokio::test]
async fn what_cannot_run_leaves_a_record_of_why() {
    both(async |fixture| {
        fixture.script("tick", "true\n", json!({})).await;
        let id = schedule(&fixture, json!({})).await;
        let needy = json!({ "parameters": [{ "name": "WHO", "required": true }] });
        fixture.put("scripts/tick", &needy).await.expect(StatusCode::OK);
        pass(&fixture, 300, &id, "2027-01-15T08:10:00Z").await;
        let none = json!({ "parameters": [] });
        fixture.put("scripts/tick", &none).await.expect(StatusCode::OK);
        std::fs::remove_file(fixture.directory().join("tick.sh")).expect("ours");
        pass(&fixture, 300, &id, "2027-01-15T08:15:00Z").await;
        let listed = fixture.get("executions?status=failed").await.expect(StatusCode::OK);
        let why = |index: usize| {
            listed["executions"][index]["errorMessage"].as_str().expect("text").to_owned()
        };
        assert_eq!(listed["total"], 2);
        assert!(why(1).starts_with("Parameter validation failed: WHO"), "{}", why(1));
        assert!(why(0).starts_with("Script file not found"), "{}", why(0));
    })
    .await;
}

#[tokio::test]
async fn a_workflow_runs_on_schedule_too() {
    both(async |fixture| {
        let declared = json!({ "parameters": [{ "name": "WHO", "required": true }] });
        fixture.script("greet", "echo \"hello $WHO\"\n", declared).await;
        let flow = json!({ "name": "Flow", "steps": [{ "scriptId": "greet" }] });
        fixture.post("workflows", &flow).await.expect(StatusCode::CREATED);
        let mut body = json!({ "workflowId": "flow", "cronExpression": "*/5 * * * *",
            "enabled": true, "timezone": "UTC" });
        fixture.post("schedules", &body).await.refused(400, "INVALID_REQUEST");
        body["parameters"] = json!({ "WHO": "world" });
        let made = fixture.post("schedules", &body).await.expect(StatusCode::CREATED);
        let id = made["id"].as_str().expect("an id").to_owned();
        pass(&fixture, 300, &id, "2027-01-15T08:10:00Z").await;
        testkit::deadline("the run is over", LIMIT, async || {
            let runs = fixture.get("workflows/flow/executions").await.expect(StatusCode::OK);
            runs["executions"][0]["status"] == "completed"
        })
        .await;
        let listed = fixture.get("executions").await.expect(StatusCode::OK);
        assert_eq!(listed["executions"][0]["output"], "hello world\n");
        assert_eq!(listed["executions"][0]["triggeredBy"], format!("schedule:{id}"));
    })
    .await;
}

#[tokio::test]
async fn a_schedule_that_breaks_a_rule_is_refused() {
    both(async |fixture| {
        fixture.script("tick", "true\n", json!({})).await;
        let good = json!({ "scriptId": "tick", "enabled": true, "cronExpression": "0 0 * * *" });
        let long = format!("{} * * * *", vec!["1"; 10_000].join(","));
        for (field, value) in [
            ("cronExpression", json!("60 * * * *")),
            ("cronExpression", json!("*/0 * * * *")),
            ("cronExpression", json!("0 0 31 2 *")),
            ("cronExpression", json!("0 0 * * 7")),
            ("cronExpression", json!("@daily")),
            ("cronExpression", json!(long)),
            ("cronExpression", json!(null)),
            ("enabled", json!(null)),
            ("scriptId", json!("none")),
            ("scriptId", json!(null)),
            ("workflowId", json!("flow")),
            ("timezone", json!("Mars/Olympus")),
            ("timezone", json!("../../etc/passwd")),
            ("overlap", json!("wait")),
            ("missed", json!("all")),
            ("parameters", json!({ "PATH": "x" })),
            ("parameters", json!({ "A": 1 })),
        ] {
            let mut body = good.clone();
            body[field] = value;
            fixture.post("schedules", &body).await.refused(400, "INVALID_REQUEST");
        }
        let flow = json!({ "workflowId": "none", "enabled": true, "cronExpression": "0 0 * * *" });
        fixture.post("schedules", &flow).await.refused(400, "INVALID_REQUEST");
        assert_eq!(fixture.get("schedules").await.expect(StatusCode::OK)["count"], 0);
        fixture.get("schedules/none").await.refused(404, "NOT_FOUND");
    })
    .await;
}

#[tokio::test]
async fn the_next_ten_times_can_be_seen_beforehand() {
    both(async |fixture| {
        let path = "schedules/preview?cron=30%202%20*%20*%20SUN&timezone=Europe/Berlin";
        let seen = fixture.get(path).await.expect(StatusCode::OK);
        assert_eq!(seen["timezone"], "Europe/Berlin");
        let times = seen["nextRuns"].as_array().expect("times");
        assert_eq!(times.len(), 10);
        assert_eq!(times[0], "2027-01-17T01:30:00Z");
        assert!(
            fixture.get("schedules/preview?cron=0+0+*+*+*").await.expect(StatusCode::OK)["timezone"]
                .is_string()
        );
        for bad in
            ["cron=x", "cron=0%200%2031%202%20*", "timezone=UTC", "cron=0+0+*+*+*&timezone=x"]
        {
            fixture.get(&format!("schedules/preview?{bad}")).await.refused(400, "INVALID_REQUEST");
        }
    })
    .await;
}
