//! Old records go.

use std::time::Duration;

use http::StatusCode;
use kit::{ByteSize, Span};
use scripts::Config;
use serde_json::json;

use crate::fixture::{both_with, config};

#[tokio::test]
async fn records_go_by_number_and_by_age_and_outputs_by_size() {
    let config = Config {
        max_executions: 5,
        max_age: Span::days(10),
        max_stored_output: ByteSize(8_000),
        ..config()
    };
    both_with(config, async |fixture| {
        fixture.script("wait", "until [ -e go ]; do sleep 0.05; done\n", json!({})).await;
        let oldest = fixture.start("wait").await;
        fixture.until(&oldest, "running").await;
        fixture.script("say", "seq 1 1000\n", json!({})).await;
        let mut ids = Vec::new();
        for _ in 0..7 {
            ids.push(fixture.run("say", json!({})).await["id"].as_str().expect("an id").to_owned());
        }
        fixture.scripts.prune_now().await;
        let listed = fixture.get("executions").await.expect(StatusCode::OK);
        assert_eq!((&listed["total"], &listed["count"]), (&json!(5), &json!(5)));
        fixture.get(&format!("executions/{}", ids[0])).await.refused(404, "NOT_FOUND");
        assert_eq!(fixture.execution(&oldest).await["status"], "running", "it is not over");
        let whole = |execution: serde_json::Value| execution["output"].as_str().map(str::len);
        assert_eq!(whole(fixture.execution(&ids[6]).await), Some(3_893));
        assert_eq!(whole(fixture.execution(&ids[4]).await), Some(1_000), "only its beginning");

        fixture.clock.advance(Duration::from_secs(11 * 86_400));
        let young = fixture.run("say", json!({})).await;
        fixture.scripts.prune_now().await;
        let listed = fixture.get("executions").await.expect(StatusCode::OK);
        let left: Vec<_> = listed["executions"].as_array().expect("a list").iter().collect();
        assert_eq!((left.len(), &left[0]["id"], &left[1]["id"]), (2, &young["id"], &json!(oldest)));
        assert_eq!(listed["total"], 2);
        fixture.write("go", "");
        fixture.until(&oldest, "completed").await;
    })
    .await;
}
