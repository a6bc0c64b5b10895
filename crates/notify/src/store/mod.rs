//! The SQL of this slice. The counts beside the queue are changed in the transaction that changes
//! the queue, so that nobody has to count a million rows.

pub(crate) mod channels;
pub(crate) mod forwards;
pub(crate) mod moves;
pub(crate) mod queue;
pub(crate) mod rules;
pub(crate) mod tallies;

use ::store::{AnyConnection, Result, Tx, query, query_scalar};

/// How many rows one statement changes.
const CHUNK: usize = 200;

/// `$5, $6, $7`: `count` parameters, the first of them `first`.
fn parameters(first: usize, count: usize) -> String {
    let all: Vec<String> = (first..first + count).map(|number| format!("${number}")).collect();
    all.join(", ")
}

/// How far the facts were heard that must not be missed; `None` before the first time.
pub(crate) async fn cursor(conn: &mut AnyConnection) -> Result<Option<i64>> {
    let sql = "SELECT seq FROM notification_cursor WHERE name = 'facts'";
    Ok(query_scalar(sql).fetch_optional(conn).await?)
}

pub(crate) async fn begin_cursor(tx: &mut Tx, seq: i64) -> Result<()> {
    let sql = "INSERT INTO notification_cursor (name, seq) VALUES ('facts', $1)
               ON CONFLICT DO NOTHING";
    query(sql).bind(seq).execute(&mut **tx).await?;
    Ok(())
}

/// `false`: another program on the same database was quicker.
pub(crate) async fn move_cursor(tx: &mut Tx, from: i64, to: i64) -> Result<bool> {
    let sql = "UPDATE notification_cursor SET seq = $2 WHERE name = 'facts' AND seq = $1";
    let moved = query(sql).bind(from).bind(to).execute(&mut **tx).await?;
    Ok(moved.rows_affected() == 1)
}
