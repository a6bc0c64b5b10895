use std::sync::Arc;

use kit::Timestamp;
use store::{AnyConnection, AnyRow, Result, Row, Tx, query, query_scalar};

use super::{flag, maybe_text};

/// Who asked for a code, and so for the token that it is exchanged for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Minter {
    /// A device that pairs with an untrusted code has to wait for an administrator.
    pub(crate) trusted: bool,
    /// The key or device that answers for what it lets in; nobody does for a person's own.
    pub(crate) sponsor: Option<Arc<str>>,
}

/// A code that can still be redeemed.
#[derive(Debug, Clone)]
pub(crate) struct LiveCode {
    pub(crate) minter: Minter,
    pub(crate) minted_at: Timestamp,
}

fn minter(row: &AnyRow) -> Result<Minter> {
    Ok(Minter { trusted: flag(row, "trusted")?, sponsor: maybe_text(row, "sponsor")? })
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
    code: &LiveCode,
    address: &str,
    expires_at: Timestamp,
) -> Result<()> {
    query(
        "INSERT INTO pairing_codes (hash, trusted, address, minted_at, expires_at, sponsor)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(hash)
    .bind(i64::from(code.minter.trusted))
    .bind(address)
    .bind(code.minted_at.0)
    .bind(expires_at.0)
    .bind(code.minter.sponsor.as_deref().map(str::to_owned))
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Takes a code out. Of several that try at once, one gets it.
pub(crate) async fn take_code(tx: &mut Tx, hash: &str, now: Timestamp) -> Result<Option<LiveCode>> {
    let row = query(
        "DELETE FROM pairing_codes WHERE hash = $1 AND expires_at > $2
         RETURNING trusted, sponsor, minted_at",
    )
    .bind(hash)
    .bind(now.0)
    .fetch_optional(&mut **tx)
    .await?;
    row.map(|row| {
        Ok(LiveCode { minter: minter(&row)?, minted_at: Timestamp(row.try_get("minted_at")?) })
    })
    .transpose()
}

pub(crate) async fn insert_bootstrap(
    tx: &mut Tx,
    hash: &str,
    minter: &Minter,
    expires_at: Timestamp,
) -> Result<()> {
    query(
        "INSERT INTO bootstrap_tokens (hash, configured, trusted, expires_at, sponsor)
         VALUES ($1, 0, $2, $3, $4)",
    )
    .bind(hash)
    .bind(i64::from(minter.trusted))
    .bind(expires_at.0)
    .bind(minter.sponsor.as_deref().map(str::to_owned))
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

/// Uses a bootstrap token up, and says who minted it. `None`: there is none that can be used.
pub(crate) async fn use_bootstrap(
    tx: &mut Tx,
    hash: &str,
    now: Timestamp,
) -> Result<Option<Minter>> {
    let row = query(
        "UPDATE bootstrap_tokens SET used_at = $2
         WHERE hash = $1 AND used_at IS NULL AND expires_at > $2
         RETURNING trusted, sponsor",
    )
    .bind(hash)
    .bind(now.0)
    .fetch_optional(&mut **tx)
    .await?;
    row.as_ref().map(minter).transpose()
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
