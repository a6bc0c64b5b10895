//! Old records go.

use std::time::Duration;

use http::StatusCode;
use kit::{ByteSize, Span};
use scripts::Config;
use serde_json::json;

use crate::house::{both_with, config};

#[tokio::test]
async fn records_go_by_number_and_by_age_and_outputs_by_size() {
    let config = Config {
        max_executions: 5,
        max_age: Span::days(10),
        max_stored_output: ByteSize(8_000),
        ..config()
    };
    both_with(config, async |house| {
        house.script("wait", "until [ -e go ]; do sleep 0.05; done\n", json!({})).await;
        let oldest = house.start("wait").await;
        house.until(&oldest, "running").await;
        house.script("say", "seq 1 1000\n", json!({})).await;
        let mut ids = Vec::new();
        for _ in 0..7 {
            ids.push(house.run("say", json!({})).await["id"].as_str().expect("an id").to_owned());
        }
        house.scripts.prune_now().await;
        let listed = house.get("executions").await.expect(StatusCode::OK);
        assert_eq!((&listed["total"], &listed["count"]), (&json!(5), &json!(5)));
        house.get(&format!("executions/{}", ids[0])).await.refused(404, "NOT_FOUND");
        assert_eq!(house.execution(&oldest).await["status"], "running", "it is not over");
        let whole = |execution: serde_json::Value| execution["output"].as_str().map(str::len);
        assert_eq!(whole(house.execution(&ids[6]).await), Some(3_893));
        assert_eq!(whole(house.execution(&ids[4]).await), Some(1_000), "only its beginning");

        house.clock.advance(Duration::from_secs(11 * 86_400));
        let young = house.run("say", json!({})).await;
        house.scripts.prune_now().await;
        let listed = house.get("executions").await.expect(StatusCode::OK);
        let left: Vec<_> = listed["executions"].as_array().expect("a list").iter().collect();
        assert_eq!((left.len(), &left[0]["id"], &left[1]["id"]), (2, &young["id"], &json!(oldest)));
        assert_eq!(listed["total"], 2);
        house.write("go", "");
        house.until(&oldest, "completed").await;
    })
    .await;
}
