use std::sync::Arc;

use kit::Timestamp;
use store::{AnyConnection, Result, Tx, query, query_scalar};

use super::{text, time};

pub(crate) async fn revoked(conn: &mut AnyConnection) -> Result<Vec<(Arc<str>, Timestamp)>> {
    let rows = query("SELECT * FROM revoked_tokens").fetch_all(conn).await?;
    rows.iter().map(|row| Ok((text(row, "jti")?, time(row, "expires_at")?))).collect()
}

pub(crate) async fn revoke(tx: &mut Tx, jti: &str, expires_at: Timestamp) -> Result<()> {
    let sql = "INSERT INTO revoked_tokens (jti, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    query(sql).bind(jti).bind(expires_at.0).execute(&mut **tx).await?;
    Ok(())
}

/// Notes that a token was refreshed, and says when that happened first.
pub(crate) async fn first_refresh(
    tx: &mut Tx,
    jti: &str,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<Timestamp> {
    query(
        "INSERT INTO refreshed_tokens (jti, refreshed_at, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING",
    )
    .bind(jti)
    .bind(now.0)
    .bind(expires_at.0)
    .execute(&mut **tx)
    .await?;
    let sql = "SELECT refreshed_at FROM refreshed_tokens WHERE jti = $1";
    Ok(Timestamp(query_scalar(sql).bind(jti).fetch_one(&mut **tx).await?))
}

/// Forgets tokens that expired before `end`, with which nothing can be done any more.
pub(crate) async fn prune(tx: &mut Tx, end: Timestamp) -> Result<()> {
    query("DELETE FROM revoked_tokens WHERE expires_at <= $1")
        .bind(end.0)
        .execute(&mut **tx)
        .await?;
    query("DELETE FROM refreshed_tokens WHERE expires_at <= $1")
        .bind(end.0)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
