//! How many executions there are of each script in each state. Counting a million rows for every
//! list would take longer than reading the list.

use std::collections::BTreeMap;

use store::{AnyConnection, Result, Tx, query, query_scalar};

use crate::model::{ExecutionStatus, Filter};

/// Changes that belong to one transaction, by script and state; applied in that order, so that two
/// transactions never wait for each other.
#[derive(Debug, Default)]
pub(crate) struct Changes(BTreeMap<(String, ExecutionStatus), i64>);

impl Changes {
    pub(crate) fn add(&mut self, script_id: &str, status: ExecutionStatus, amount: i64) {
        *self.0.entry((script_id.to_owned(), status)).or_default() += amount;
    }

    pub(crate) fn moved(
        script_id: &str,
        from: Option<ExecutionStatus>,
        to: ExecutionStatus,
    ) -> Self {
        let mut changes = Changes::default();
        if let Some(from) = from {
            changes.add(script_id, from, -1);
        }
        changes.add(script_id, to, 1);
        changes
    }

    pub(crate) async fn apply(self, tx: &mut Tx) -> Result<()> {
        for ((script_id, status), amount) in self.0 {
            query(
                "INSERT INTO script_counts (script_id, status, amount) VALUES ($1, $2, $3)
                 ON CONFLICT (script_id, status)
                 DO UPDATE SET amount = script_counts.amount + $3",
            )
            .bind(script_id)
            .bind(status.into_str())
            .bind(amount)
            .execute(&mut **tx)
            .await?;
        }
        Ok(())
    }
}

pub(crate) async fn total(conn: &mut AnyConnection, filter: &Filter) -> Result<u64> {
    let total: i64 = query_scalar(
        "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM script_counts
         WHERE ($1 = '' OR script_id = $1) AND ($2 = '' OR status = $2)",
    )
    .bind(filter.script_id.as_deref().unwrap_or_default())
    .bind(filter.status.map_or("", |status| status.into_str()))
    .fetch_one(conn)
    .await?;
    Ok(total.max(0).unsigned_abs())
}

/// Scripts that left nothing behind need no row.
pub(crate) async fn prune(tx: &mut Tx) -> Result<()> {
    query("DELETE FROM script_counts WHERE amount = 0").execute(&mut **tx).await?;
    Ok(())
}
