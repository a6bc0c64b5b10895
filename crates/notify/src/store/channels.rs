use ::store::{
    AnyConnection, AnyRow, AssertSqlSafe, Result, Row, StoreError, Tx, query, query_scalar,
};
use kit::Timestamp;

use crate::forward::{ChannelKind, ChannelState};

/// A channel as the table has it: its secrets are sealed.
#[derive(Debug, Clone)]
pub(crate) struct ChannelRow {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) kind: ChannelKind,
    pub(crate) device_id: Option<String>,
    pub(crate) enabled: bool,
    pub(crate) settings: String,
    pub(crate) secrets: String,
    pub(crate) created_at: Timestamp,
    pub(crate) created_by: String,
    pub(crate) state: ChannelState,
}

const SELECT: &str = "SELECT c.*, (SELECT COUNT(*) FROM notification_forwards f
    WHERE f.channel_id = c.id) AS waiting FROM notification_channels c";

/// Oldest first.
pub(crate) async fn all(conn: &mut AnyConnection) -> Result<Vec<ChannelRow>> {
    let sql = AssertSqlSafe(format!("{SELECT} ORDER BY c.created_at, c.id"));
    let rows = query(sql).fetch_all(conn).await?;
    rows.iter().map(read).collect()
}

pub(crate) async fn find(conn: &mut AnyConnection, id: &str) -> Result<Option<ChannelRow>> {
    let sql = AssertSqlSafe(format!("{SELECT} WHERE c.id = $1"));
    let statement = query(sql).bind(id.to_owned());
    statement.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

pub(crate) async fn count(conn: &mut AnyConnection) -> Result<i64> {
    Ok(query_scalar("SELECT COUNT(*) FROM notification_channels").fetch_one(conn).await?)
}

/// What is in force: for whom, by id.
pub(crate) async fn enabled(tx: &mut Tx) -> Result<Vec<(String, Option<String>)>> {
    let sql = "SELECT id, device_id FROM notification_channels WHERE enabled = 1 ORDER BY id";
    let rows = query(sql).fetch_all(&mut **tx).await?;
    rows.iter().map(|row| Ok((row.try_get("id")?, row.try_get("device_id")?))).collect()
}

/// Makes it, or replaces what people decide about it; its state stays.
pub(crate) async fn put(tx: &mut Tx, channel: &ChannelRow) -> Result<()> {
    query(
        "INSERT INTO notification_channels (id, name, kind, device_id, enabled, settings, secrets,
             created_at, created_by, failures)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0)
         ON CONFLICT (id) DO UPDATE SET name = $2, device_id = $4, enabled = $5, settings = $6,
             secrets = $7",
    )
    .bind(channel.id.clone())
    .bind(channel.name.clone())
    .bind(channel.kind.into_str())
    .bind(channel.device_id.clone())
    .bind(i64::from(channel.enabled))
    .bind(channel.settings.clone())
    .bind(channel.secrets.clone())
    .bind(channel.created_at.0)
    .bind(channel.created_by.clone())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, id: &str) -> Result<()> {
    for sql in [
        "DELETE FROM notification_forwards WHERE channel_id = $1",
        "DELETE FROM notification_channels WHERE id = $1",
    ] {
        query(sql).bind(id.to_owned()).execute(&mut **tx).await?;
    }
    Ok(())
}

pub(crate) async fn note_success(tx: &mut Tx, id: &str, now: Timestamp) -> Result<()> {
    let sql = "UPDATE notification_channels SET last_success_at = $2, failures = 0 WHERE id = $1";
    query(sql).bind(id.to_owned()).bind(now.0).execute(&mut **tx).await?;
    Ok(())
}

pub(crate) async fn note_failure(
    tx: &mut Tx,
    id: &str,
    now: Timestamp,
    error: &str,
    disable: bool,
) -> Result<()> {
    let sql = "UPDATE notification_channels SET last_failure_at = $2, last_error = $3,
                   failures = failures + 1, enabled = CASE WHEN $4 = 1 THEN 0 ELSE enabled END
               WHERE id = $1";
    let statement = query(sql).bind(id.to_owned()).bind(now.0).bind(error.to_owned());
    statement.bind(i64::from(disable)).execute(&mut **tx).await?;
    Ok(())
}

/// Those of a device that is gone.
pub(crate) async fn of_device(tx: &mut Tx, device: &str) -> Result<Vec<String>> {
    let sql = "SELECT id FROM notification_channels WHERE device_id = $1";
    Ok(query_scalar(sql).bind(device.to_owned()).fetch_all(&mut **tx).await?)
}

fn read(row: &AnyRow) -> Result<ChannelRow> {
    let kind: String = row.try_get("kind")?;
    let moment = |name: &str| -> Result<Option<Timestamp>> {
        Ok(row.try_get::<Option<i64>, _>(name)?.map(Timestamp))
    };
    Ok(ChannelRow {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        kind: kind.parse().map_err(|_| StoreError::Unreadable(kind))?,
        device_id: row.try_get("device_id")?,
        enabled: row.try_get::<i64, _>("enabled")? == 1,
        settings: row.try_get("settings")?,
        secrets: row.try_get("secrets")?,
        created_at: Timestamp(row.try_get("created_at")?),
        created_by: row.try_get("created_by")?,
        state: ChannelState {
            waiting: row.try_get::<i64, _>("waiting")?.max(0).unsigned_abs(),
            last_success_at: moment("last_success_at")?,
            last_failure_at: moment("last_failure_at")?,
            last_error: row.try_get("last_error")?,
            failures: row.try_get("failures")?,
        },
    })
}
