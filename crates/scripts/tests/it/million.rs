//! How long a list takes with a million executions. It takes minutes to make them, so it runs only
//! when `GATEHOUSE_MEASURE` is set; `make bench` does.

use std::time::{Duration, Instant};

use http::StatusCode;
use serde_json::json;
use store::query;

use crate::fixture::both;

const ROWS: i64 = 1_000_000;
const ROUNDS: usize = 300;
const SLOWEST: Duration = Duration::from_millis(20);

#[tokio::test]
async fn a_list_of_a_million_is_quick() {
    if std::env::var_os("GATEHOUSE_MEASURE").is_none() {
        return;
    }
    both(async |fixture| {
        fixture.script("one", "true\n", json!({})).await;
        fill(&fixture.db).await;
        let paths = [
            "executions",
            "executions?limit=100&offset=5000",
            "executions?scriptId=script-7",
            "executions?status=failed",
            "executions?scriptId=script-7&status=failed&limit=100",
        ];
        let mut slow = Vec::new();
        for path in paths {
            let mut times = Vec::with_capacity(ROUNDS);
            for _ in 0..ROUNDS {
                let begun = Instant::now();
                let listed = fixture.get(path).await.expect(StatusCode::OK);
                times.push(begun.elapsed());
                assert!(listed["total"].as_u64().is_some_and(|total| total > 1_000), "{listed}");
            }
            times.sort_unstable();
            let (median, p99) = (times[ROUNDS / 2], times[ROUNDS * 99 / 100]);
            println!("{path}: median {median:?}, p99 {p99:?}");
            slow.extend((p99 > SLOWEST).then(|| format!("{path}: {p99:?}")));
        }
        assert!(slow.is_empty(), "slower than {SLOWEST:?}: {slow:?}");
    })
    .await;
}

/// Rows as executions leave them, ten at a time of each script, one in ten failed.
async fn fill(db: &store::Db) {
    let mut tx = db.begin().await.expect("a transaction");
    query(
        "INSERT INTO script_executions (id, script_id, status, dry_run, triggered_by,
             triggered_ip, parameters, output, truncated, exit_code, created_at, started_at,
             completed_at, runner)
         WITH RECURSIVE numbers (n) AS
             (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < $1)
         SELECT 'exec_' || n, 'script-' || (n / 10 % 50),
             CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'completed' END, 0, 'local', '127.0.0.1',
             '{}', 'some output that a script left behind, twice as long as this line', 0, 0,
             1800000000000 + n, 1800000000000 + n, 1800000000000 + n, 'runner_x'
         FROM numbers",
    )
    .bind(ROWS)
    .execute(&mut *tx)
    .await
    .expect("a million rows");
    query(
        "INSERT INTO script_counts (script_id, status, amount)
         SELECT script_id, status, COUNT(*) FROM script_executions GROUP BY script_id, status",
    )
    .execute(&mut *tx)
    .await
    .expect("their numbers");
    tx.commit().await.expect("written");
}
