//! Which programs run scripts on this database, and when each was last seen.

use kit::Timestamp;
use store::{AnyConnection, Result, Tx, query, query_scalar};

pub(crate) async fn seen(tx: &mut Tx, runner: &str, at: Timestamp) -> Result<()> {
    query(
        "INSERT INTO script_runners (runner, seen_at) VALUES ($1, $2)
         ON CONFLICT (runner) DO UPDATE SET seen_at = $2",
    )
    .bind(runner)
    .bind(at.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Those that have not been seen since.
pub(crate) async fn gone(conn: &mut AnyConnection, since: Timestamp) -> Result<Vec<String>> {
    let sql = "SELECT runner FROM script_runners WHERE seen_at < $1";
    Ok(query_scalar(sql).bind(since.0).fetch_all(conn).await?)
}

pub(crate) async fn forget(tx: &mut Tx, runner: &str) -> Result<()> {
    query("DELETE FROM script_runners WHERE runner = $1").bind(runner).execute(&mut **tx).await?;
    Ok(())
}
