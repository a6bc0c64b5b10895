use kit::Timestamp;
use store::{AnyConnection, Result, Row, Tx, query, query_scalar};

/// A code that can still be redeemed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LiveCode {
    pub(crate) trusted: bool,
    pub(crate) minted_at: Timestamp,
}

/// How many codes wait that strangers, or trusted callers, asked for: in all, and from this
/// address.
pub(crate) async fn live_codes(
    tx: &mut Tx,
    trusted: bool,
    address: &str,
    now: Timestamp,
) -> Result<(i64, i64)> {
    let row = query(
        "SELECT COUNT(*) AS everyone, COUNT(CASE WHEN address = $2 THEN 1 END) AS own
         FROM pairing_codes WHERE trusted = $1 AND expires_at > $3",
    )
    .bind(i64::from(trusted))
    .bind(address)
    .bind(now.0)
    .fetch_one(&mut **tx)
    .await?;
    Ok((row.try_get("everyone")?, row.try_get("own")?))
}

pub(crate) async fn insert_code(
    tx: &mut Tx,
    hash: &str,
    code: LiveCode,
    address: &str,
    expires_at: Timestamp,
) -> Result<()> {
    query(
        "INSERT INTO pairing_codes (hash, trusted, address, minted_at, expires_at)
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(hash)
    .bind(i64::from(code.trusted))
    .bind(address)
    .bind(code.minted_at.0)
    .bind(expires_at.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Takes a code out. Of several that try at once, one gets it.
pub(crate) async fn take_code(tx: &mut Tx, hash: &str, now: Timestamp) -> Result<Option<LiveCode>> {
    let row = query(
        "DELETE FROM pairing_codes WHERE hash = $1 AND expires_at > $2
         RETURNING trusted, minted_at",
    )
    .bind(hash)
    .bind(now.0)
    .fetch_optional(&mut **tx)
    .await?;
    row.map(|row| {
        let trusted = row.try_get::<i64, _>("trusted")? != 0;
        Ok(LiveCode { trusted, minted_at: Timestamp(row.try_get("minted_at")?) })
    })
    .transpose()
}

pub(crate) async fn insert_bootstrap(
    tx: &mut Tx,
    hash: &str,
    trusted: bool,
    expires_at: Timestamp,
) -> Result<()> {
    query(
        "INSERT INTO bootstrap_tokens (hash, configured, trusted, expires_at)
         VALUES ($1, 0, $2, $3)",
    )
    .bind(hash)
    .bind(i64::from(trusted))
    .bind(expires_at.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// A token of the configuration gets its time anew unless it was used.
pub(crate) async fn configure_bootstrap(
    tx: &mut Tx,
    hash: &str,
    expires_at: Timestamp,
) -> Result<()> {
    query(
        "INSERT INTO bootstrap_tokens (hash, configured, trusted, expires_at)
         VALUES ($1, 1, 1, $2)
         ON CONFLICT (hash) DO UPDATE SET expires_at = $2
         WHERE bootstrap_tokens.used_at IS NULL",
    )
    .bind(hash)
    .bind(expires_at.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Ends a token that is no longer in the configuration.
pub(crate) async fn expire_configured(tx: &mut Tx, hash: &str, now: Timestamp) -> Result<()> {
    let sql = "UPDATE bootstrap_tokens SET expires_at = $2 WHERE hash = $1 AND expires_at > $2";
    query(sql).bind(hash).bind(now.0).execute(&mut **tx).await?;
    Ok(())
}

pub(crate) async fn is_usable(
    conn: &mut AnyConnection,
    hash: &str,
    now: Timestamp,
) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM bootstrap_tokens
               WHERE hash = $1 AND used_at IS NULL AND expires_at > $2";
    let count: i64 = query_scalar(sql).bind(hash).bind(now.0).fetch_one(conn).await?;
    Ok(count == 1)
}

/// Uses a bootstrap token up. `None`: there is none that can be used; else whether whoever
/// minted it was trusted.
pub(crate) async fn use_bootstrap(tx: &mut Tx, hash: &str, now: Timestamp) -> Result<Option<bool>> {
    let trusted: Option<i64> = query_scalar(
        "UPDATE bootstrap_tokens SET used_at = $2
         WHERE hash = $1 AND used_at IS NULL AND expires_at > $2
         RETURNING trusted",
    )
    .bind(hash)
    .bind(now.0)
    .fetch_optional(&mut **tx)
    .await?;
    Ok(trusted.map(|flag| flag != 0))
}

/// Those of the configuration are kept, so that a used one stays used over restarts.
pub(crate) async fn prune(tx: &mut Tx, now: Timestamp) -> Result<()> {
    query("DELETE FROM pairing_codes WHERE expires_at <= $1")
        .bind(now.0)
        .execute(&mut **tx)
        .await?;
    query("DELETE FROM bootstrap_tokens WHERE expires_at <= $1 AND configured = 0")
        .bind(now.0)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
