//! Scripts outlive neither the gateway nor its memory of them.

use serde_json::json;
use testkit::{Database, deadline};

use crate::people::text;
use crate::scripts_fixture::{Fixture, LIMIT, is_alive};

const COUNT: usize = 60;

/// Killed in the middle: every execution that was accepted has an end after the restart, and
/// nothing that a script started is left.
async fn everything_is_accounted_for(database: &Database) {
    let mut fixture = Fixture::start(database).await;
    let quick = "echo done\n";
    let stuck = "setsid sh -c 'trap \"\" TERM; echo $$ > grandchild; while :; do sleep 1; done' &\n\
                 echo $$ > child; sleep 1000\n";
    fixture.script("quick", quick, json!({})).await;
    fixture.script("stuck", stuck, json!({})).await;
    let mut accepted = vec![fixture.begin("stuck", json!({})).await];
    for _ in 1..COUNT {
        accepted.push(fixture.begin("quick", json!({})).await);
    }
    let processes = [fixture.until_file("child").await, fixture.until_file("grandchild").await];
    let first = text(&fixture.over(&accepted[1]).await["status"]);
    assert_eq!(first, "completed");
    fixture.gateway.kill9();
    for pid in &processes {
        deadline(&format!("process {pid} is gone"), LIMIT, async || !is_alive(pid)).await;
    }
    fixture.gateway.restart().await;
    let mut completed = 0;
    for id in &accepted {
        let record = fixture.execution(id).await;
        match text(&record["status"]).as_str() {
            "completed" => completed += 1,
            "failed" => {
                let reason = text(&record["errorMessage"]);
                assert!(reason.starts_with("The gateway ended"), "{record}");
            }
            other => panic!("{id} is {other}"),
        }
    }
    assert!((1..COUNT).contains(&completed), "{completed} of {COUNT} had completed");
    assert_eq!(text(&fixture.execution(&accepted[0]).await["status"]), "failed");
    let again = fixture.begin("quick", json!({})).await;
    assert_eq!(text(&fixture.over(&again).await["output"]), "done\n");
}

#[tokio::test]
async fn sqlite_knows_what_was_under_way() {
    everything_is_accounted_for(&Database::sqlite()).await;
}

#[tokio::test]
async fn postgres_knows_what_was_under_way() {
    let Some(database) = Database::postgres() else { return };
    everything_is_accounted_for(&database).await;
}

#[tokio::test]
async fn a_stop_ends_scripts_and_writes_it_down() {
    let database = Database::sqlite();
    let mut fixture = Fixture::start(&database).await;
    fixture.script("endless", "echo $$ > child; sleep 1000\n", json!({})).await;
    let id = fixture.begin("endless", json!({})).await;
    let child = fixture.until_file("child").await;
    assert!(fixture.gateway.terminate().await.success());
    assert!(!is_alive(&child));
    fixture.gateway.restart().await;
    let record = fixture.execution(&id).await;
    assert_eq!(text(&record["status"]), "cancelled");
    assert_eq!(text(&record["errorMessage"]), "The gateway was stopped");
}
