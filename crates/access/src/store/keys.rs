use kit::Timestamp;
use store::{AnyConnection, AnyRow, Result, Row, Tx, query};

use super::{maybe_time, scopes, text, time, written};
use crate::memory::Activity;
use crate::model::ApiKey;

pub(crate) async fn all(conn: &mut AnyConnection) -> Result<Vec<(ApiKey, Activity)>> {
    let rows = query("SELECT * FROM api_keys").fetch_all(conn).await?;
    rows.iter().map(|row| Ok((key(row)?, activity(row)?))).collect()
}

pub(crate) async fn insert(tx: &mut Tx, key: &ApiKey) -> Result<()> {
    query(
        "INSERT INTO api_keys (id, name, prefix, hash, scopes, created_at, created_by, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(&*key.id)
    .bind(key.name.as_str())
    .bind(key.prefix.as_str())
    .bind(&*key.hash)
    .bind(written(&key.scopes))
    .bind(key.created_at.0)
    .bind(key.created_by.as_str())
    .bind(key.expires_at.map(|moment| moment.0))
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn revoke(tx: &mut Tx, id: &str, now: Timestamp) -> Result<()> {
    let sql = "UPDATE api_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL";
    query(sql).bind(id).bind(now.0).execute(&mut **tx).await?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, id: &str) -> Result<()> {
    query("DELETE FROM api_keys WHERE id = $1").bind(id).execute(&mut **tx).await?;
    Ok(())
}

pub(crate) async fn write_activity(tx: &mut Tx, id: &str, activity: &Activity) -> Result<()> {
    query("UPDATE api_keys SET last_used_at = $2 WHERE id = $1")
        .bind(id)
        .bind(activity.last_seen().0)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

fn key(row: &AnyRow) -> Result<ApiKey> {
    Ok(ApiKey {
        id: text(row, "id")?,
        name: row.try_get("name")?,
        prefix: row.try_get("prefix")?,
        hash: text(row, "hash")?,
        scopes: scopes(row)?,
        created_at: time(row, "created_at")?,
        created_by: row.try_get("created_by")?,
        expires_at: maybe_time(row, "expires_at")?,
        revoked_at: maybe_time(row, "revoked_at")?,
    })
}

/// A key that was never used was seen at time zero.
fn activity(row: &AnyRow) -> Result<Activity> {
    let used = maybe_time(row, "last_used_at")?;
    Ok(Activity::new(used.unwrap_or(Timestamp(0)), 0))
}
