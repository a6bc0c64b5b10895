//! Jars of session cookies. They belong to one pairing of a device: a row with an older epoch than
//! the device's is as good as none.

use store::{AnyConnection, Result, Row, Tx, query};

use super::text;
use crate::cookies::Key;

/// A jar as the table has it.
pub(crate) struct SealedJar {
    pub(crate) key: Key,
    pub(crate) epoch: i64,
    pub(crate) sealed: String,
}

pub(crate) async fn all(conn: &mut AnyConnection) -> Result<Vec<SealedJar>> {
    let sql = "SELECT session_cookies.* FROM session_cookies
               JOIN devices ON devices.id = session_cookies.device_id
                   AND devices.epoch = session_cookies.epoch
               WHERE devices.revoked_at IS NULL";
    let rows = query(sql).fetch_all(conn).await?;
    let jar = |row| {
        let key = Key { device: text(row, "device_id")?, app: text(row, "app_id")? };
        Ok(SealedJar { key, epoch: row.try_get("epoch")?, sealed: row.try_get("sealed")? })
    };
    rows.iter().map(jar).collect()
}

/// Writes a jar down, unless the device was revoked or paired again in the meantime.
pub(crate) async fn put(tx: &mut Tx, jar: SealedJar) -> Result<()> {
    query(
        "INSERT INTO session_cookies (device_id, app_id, epoch, sealed)
         SELECT id, $2, epoch, $4 FROM devices
         WHERE id = $1 AND epoch = $3 AND revoked_at IS NULL
         ON CONFLICT (device_id, app_id) DO UPDATE SET epoch = $3, sealed = $4",
    )
    .bind(jar.key.device.to_string())
    .bind(jar.key.app.to_string())
    .bind(jar.epoch)
    .bind(jar.sealed)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Deletes one jar. Says whether there was one.
pub(crate) async fn delete(tx: &mut Tx, key: &Key) -> Result<bool> {
    let sql = "DELETE FROM session_cookies WHERE device_id = $1 AND app_id = $2";
    let deleted = query(sql).bind(&*key.device).bind(&*key.app).execute(&mut **tx).await?;
    Ok(deleted.rows_affected() > 0)
}

/// Deletes every jar of a device. Says whether there was one.
pub(crate) async fn delete_all(tx: &mut Tx, device: &str) -> Result<bool> {
    let sql = "DELETE FROM session_cookies WHERE device_id = $1";
    Ok(query(sql).bind(device).execute(&mut **tx).await?.rows_affected() > 0)
}

/// Deletes what another program wrote while the device was revoked or paired again.
pub(crate) async fn prune(tx: &mut Tx) -> Result<()> {
    query(
        "DELETE FROM session_cookies WHERE NOT EXISTS (
             SELECT 1 FROM devices
             WHERE devices.id = session_cookies.device_id
                 AND devices.epoch = session_cookies.epoch AND devices.revoked_at IS NULL)",
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
