//! Outputs that are too long for a list.

use store::{AnyConnection, Result, Row, Tx, query, query_scalar};

pub(crate) async fn insert(tx: &mut Tx, seq: i64, output: &str) -> Result<()> {
    query("INSERT INTO script_outputs (seq, bytes, output) VALUES ($1, $2, $3)")
        .bind(seq)
        .bind(i64::try_from(output.len()).unwrap_or(i64::MAX))
        .bind(output)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, seq: i64) -> Result<()> {
    query("DELETE FROM script_outputs WHERE seq = $1").bind(seq).execute(&mut **tx).await?;
    Ok(())
}

/// The bytes of all.
pub(crate) async fn size(conn: &mut AnyConnection) -> Result<i64> {
    let sql = "SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM script_outputs";
    Ok(query_scalar(sql).fetch_one(conn).await?)
}

/// Deletes the oldest until so many bytes are gone, or all that are looked at.
pub(crate) async fn shrink(tx: &mut Tx, mut excess: i64, most: i64) -> Result<()> {
    let sql = "SELECT seq, bytes FROM script_outputs ORDER BY seq LIMIT $1";
    for row in query(sql).bind(most).fetch_all(&mut **tx).await? {
        if excess <= 0 {
            break;
        }
        delete(tx, row.try_get("seq")?).await?;
        excess -= row.try_get::<i64, _>("bytes")?;
    }
    Ok(())
}
