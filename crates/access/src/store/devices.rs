use kit::{Secret, Timestamp};
use store::{AnyConnection, AnyRow, Result, Row, StoreError, Tx, query};

use super::{flag, maybe_text, maybe_time, scopes, text, time, written};
use crate::memory::Activity;
use crate::model::Device;

/// All devices that were not revoked, with what they did last.
pub(crate) async fn all(conn: &mut AnyConnection) -> Result<Vec<(Device, Activity)>> {
    let rows = query("SELECT * FROM devices WHERE revoked_at IS NULL").fetch_all(conn).await?;
    rows.iter().map(|row| Ok((device(row)?, activity(row)?))).collect()
}

/// Pairs a device, for the first time or again. The epoch grows over revocation, so that no
/// earlier token of this id ever counts again; nor do its cookies.
pub(crate) async fn upsert(
    tx: &mut Tx,
    device: &Device,
    push_token: Option<&Secret>,
) -> Result<Device> {
    let row = query(
        "INSERT INTO devices (id, name, model, platform, push_token, scopes, pending, epoch,
                              paired_at, last_seen, requests, sponsor, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 1, $8, $8, 0, $9, $10)
         ON CONFLICT (id) DO UPDATE SET
             name = $2, model = $3, platform = $4, push_token = $5, scopes = $6, pending = $7,
             epoch = devices.epoch + 1, paired_at = $8, last_seen = $8, requests = 0,
             sponsor = $9, expires_at = $10, revoked_at = NULL
         RETURNING *",
    )
    .bind(&*device.id)
    .bind(device.name.as_str())
    .bind(device.model.as_str())
    .bind(device.platform.into_str())
    .bind(push_token.map(|token| token.expose().to_owned()))
    .bind(written(&device.scopes))
    .bind(i64::from(device.pending))
    .bind(device.paired_at.0)
    .bind(device.sponsor.as_deref().map(str::to_owned))
    .bind(device.expires_at.map(|end| end.0))
    .fetch_one(&mut **tx)
    .await?;
    super::cookies::delete_all(tx, &device.id).await?;
    self::device(&row)
}

pub(crate) async fn update(tx: &mut Tx, device: &Device) -> Result<()> {
    query("UPDATE devices SET name = $2, scopes = $3, pending = $4 WHERE id = $1")
        .bind(&*device.id)
        .bind(device.name.as_str())
        .bind(written(&device.scopes))
        .bind(i64::from(device.pending))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Its cookies go. The row stays, because its epoch must go on growing if the id is ever paired again.
pub(crate) async fn revoke(tx: &mut Tx, id: &str, now: Timestamp) -> Result<()> {
    let sql = "UPDATE devices SET revoked_at = $2, epoch = epoch + 1, push_token = NULL
               WHERE id = $1";
    query(sql).bind(id).bind(now.0).execute(&mut **tx).await?;
    super::cookies::delete_all(tx, id).await?;
    Ok(())
}

/// Forgets devices that were turned away without ever having been let in. Of others the row stays.
/// Nothing that they were given may count any more `before` that.
pub(crate) async fn prune_refused(tx: &mut Tx, before: Timestamp) -> Result<()> {
    let sql = "DELETE FROM devices WHERE pending = 1 AND revoked_at < $1";
    query(sql).bind(before.0).execute(&mut **tx).await?;
    Ok(())
}

pub(crate) async fn write_activity(tx: &mut Tx, id: &str, activity: &Activity) -> Result<()> {
    query("UPDATE devices SET last_seen = $2, requests = $3 WHERE id = $1")
        .bind(id)
        .bind(activity.last_seen().0)
        .bind(activity.packed_requests())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// How many rows there are, of revoked devices, too.
#[cfg(test)]
pub(crate) async fn count(conn: &mut AnyConnection) -> Result<i64> {
    Ok(store::query_scalar("SELECT COUNT(*) FROM devices").fetch_one(conn).await?)
}

fn device(row: &AnyRow) -> Result<Device> {
    let platform: String = row.try_get("platform")?;
    let unknown = || StoreError::Unreadable(format!("the platform {platform} is not known"));
    Ok(Device {
        id: text(row, "id")?,
        name: row.try_get("name")?,
        model: row.try_get("model")?,
        platform: platform.parse().map_err(|_| unknown())?,
        scopes: scopes(row)?,
        pending: flag(row, "pending")?,
        epoch: row.try_get("epoch")?,
        paired_at: time(row, "paired_at")?,
        sponsor: maybe_text(row, "sponsor")?,
        expires_at: maybe_time(row, "expires_at")?,
    })
}

fn activity(row: &AnyRow) -> Result<Activity> {
    let requests: i64 = row.try_get("requests")?;
    Ok(Activity::new(time(row, "last_seen")?, requests.max(0).unsigned_abs()))
}
