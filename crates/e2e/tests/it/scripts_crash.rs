//! Scripts outlive neither the gateway nor its memory of them.

use serde_json::json;
use testkit::{Database, deadline};

use crate::people::text;
use crate::scripts_house::{House, LIMIT, is_alive};

const COUNT: usize = 60;

/// Killed in the middle: every execution that was accepted has an end after the restart, and
/// nothing that a script started is left.
async fn everything_is_accounted_for(database: &Database) {
    let mut house = House::start(database).await;
    let quick = "echo done\n";
    let stuck = "setsid sh -c 'trap \"\" TERM; echo $$ > grandchild; while :; do sleep 1; done' &\n\
                 echo $$ > child; sleep 1000\n";
    house.script("quick", quick, json!({})).await;
    house.script("stuck", stuck, json!({})).await;
    let mut accepted = vec![house.begin("stuck", json!({})).await];
    for _ in 1..COUNT {
        accepted.push(house.begin("quick", json!({})).await);
    }
    let processes = [house.until_file("child").await, house.until_file("grandchild").await];
    let first = text(&house.over(&accepted[1]).await["status"]);
    assert_eq!(first, "completed");
    house.gateway.kill9();
    for pid in &processes {
        deadline(&format!("process {pid} is gone"), LIMIT, async || !is_alive(pid)).await;
    }
    house.gateway.restart().await;
    let mut completed = 0;
    for id in &accepted {
        let record = house.execution(id).await;
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
    assert_eq!(text(&house.execution(&accepted[0]).await["status"]), "failed");
    let again = house.begin("quick", json!({})).await;
    assert_eq!(text(&house.over(&again).await["output"]), "done\n");
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
    let mut house = House::start(&database).await;
    house.script("endless", "echo $$ > child; sleep 1000\n", json!({})).await;
    let id = house.begin("endless", json!({})).await;
    let child = house.until_file("child").await;
    assert!(house.gateway.terminate().await.success());
    assert!(!is_alive(&child));
    house.gateway.restart().await;
    let record = house.execution(&id).await;
    assert_eq!(text(&record["status"]), "cancelled");
    assert_eq!(text(&record["errorMessage"]), "The gateway was stopped");
}
