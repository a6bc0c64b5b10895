//! Notifications on their way from one status to the next, and out of the queue.

use std::collections::BTreeSet;

use ::store::{AnyConnection, AnyRow, AssertSqlSafe, Result, Row, Tx, query, query_scalar};
use kit::Timestamp;
use strum::VariantArray;

use super::{CHUNK, parameters, tallies};
use crate::model::NotificationStatus;

/// A row that was changed: what it is counted by.
#[derive(Debug, Clone)]
pub(crate) struct Moved {
    pub(crate) device_id: String,
    pub(crate) created_at: i64,
}

pub(crate) struct Move<'a> {
    pub(crate) from: NotificationStatus,
    pub(crate) to: NotificationStatus,
    pub(crate) now: Timestamp,
    /// Whether it was an attempt to deliver it.
    pub(crate) attempt: bool,
    pub(crate) error: Option<&'a str>,
}

/// Moves those of the rows that are where they are said to be.
pub(crate) async fn shift(tx: &mut Tx, ids: &[i64], step: &Move<'_>) -> Result<Vec<Moved>> {
    let mut moved = Vec::new();
    for chunk in ids.chunks(CHUNK) {
        let sql = format!(
            "UPDATE notifications SET status = $1, attempts = attempts + $2,
                 last_attempt_at = CASE WHEN $2 = 1 THEN $3 ELSE last_attempt_at END,
                 delivered_at = CASE WHEN $1 = 'delivered' THEN $3 ELSE delivered_at END,
                 error = $4
             WHERE status = $5 AND id IN ({}) RETURNING device_id, created_at",
            parameters(6, chunk.len())
        );
        let mut statement = query(AssertSqlSafe(sql))
            .bind(step.to.into_str())
            .bind(i64::from(step.attempt))
            .bind(step.now.0)
            .bind(step.error.map(str::to_owned))
            .bind(step.from.into_str());
        for id in chunk {
            statement = statement.bind(*id);
        }
        let rows = statement.fetch_all(&mut **tx).await?;
        moved.extend(rows.iter().map(read).collect::<Result<Vec<_>>>()?);
    }
    if step.from != step.to {
        tallies::shift(tx, &moved, Some(step.from), Some(step.to)).await?;
    }
    Ok(moved)
}

/// Puts rows back to the beginning, as if they had never been sent.
pub(crate) async fn retry(tx: &mut Tx, ids: &[i64]) -> Result<Vec<Moved>> {
    let mut all = Vec::new();
    for &from in NotificationStatus::VARIANTS {
        let mut moved = Vec::new();
        for chunk in ids.chunks(CHUNK) {
            let sql = format!(
                "UPDATE notifications SET status = 'pending', attempts = 0, delivered_at = NULL,
                     acknowledged_at = NULL, last_attempt_at = NULL, error = NULL
                 WHERE status = $1 AND id IN ({}) RETURNING device_id, created_at",
                parameters(2, chunk.len())
            );
            let mut statement = query(AssertSqlSafe(sql)).bind(from.into_str());
            for id in chunk {
                statement = statement.bind(*id);
            }
            let rows = statement.fetch_all(&mut **tx).await?;
            moved.extend(rows.iter().map(read).collect::<Result<Vec<_>>>()?);
        }
        if from == NotificationStatus::Pending {
            // They are counted there already, and those moved below must not come by twice.
            all = moved;
            continue;
        }
        tallies::shift(tx, &moved, Some(from), Some(NotificationStatus::Pending)).await?;
        all.extend(moved);
    }
    Ok(all)
}

/// Notes that devices said so themselves.
pub(crate) async fn acknowledge(tx: &mut Tx, ids: &[i64], now: Timestamp) -> Result<()> {
    for chunk in ids.chunks(CHUNK) {
        let sql = format!(
            "UPDATE notifications SET acknowledged_at = $1
             WHERE acknowledged_at IS NULL AND status = 'delivered' AND id IN ({})",
            parameters(2, chunk.len())
        );
        let mut statement = query(AssertSqlSafe(sql)).bind(now.0);
        for id in chunk {
            statement = statement.bind(*id);
        }
        statement.execute(&mut **tx).await?;
    }
    Ok(())
}

/// Whose the notifications are; those that do not exist are left out.
pub(crate) async fn owners(conn: &mut AnyConnection, ids: &[i64]) -> Result<Vec<(i64, String)>> {
    let mut owners = Vec::new();
    for chunk in ids.chunks(CHUNK) {
        let list = parameters(1, chunk.len());
        let sql = format!("SELECT id, device_id FROM notifications WHERE id IN ({list})");
        let mut statement = query(AssertSqlSafe(sql));
        for id in chunk {
            statement = statement.bind(*id);
        }
        for row in statement.fetch_all(&mut *conn).await? {
            owners.push((row.try_get("id")?, row.try_get("device_id")?));
        }
    }
    Ok(owners)
}

/// The oldest notifications with a status, of one device or of all.
pub(crate) async fn oldest(
    tx: &mut Tx,
    status: NotificationStatus,
    device: Option<&str>,
    limit: i64,
) -> Result<Vec<i64>> {
    let ids = match (device, status) {
        // There is an index of those alone, which a parameter would not name.
        (Some(device), NotificationStatus::Pending) => {
            let sql = "SELECT id FROM notifications WHERE device_id = $1 AND status = 'pending'
                       ORDER BY id LIMIT $2";
            query_scalar(sql).bind(device.to_owned()).bind(limit).fetch_all(&mut **tx).await?
        }
        (Some(device), status) => {
            let sql = "SELECT id FROM notifications WHERE device_id = $1 AND status = $2
                       ORDER BY id LIMIT $3";
            let statement = query_scalar(sql).bind(device.to_owned()).bind(status.into_str());
            statement.bind(limit).fetch_all(&mut **tx).await?
        }
        (None, status) => {
            let sql = "SELECT id FROM notifications WHERE status = $1 ORDER BY id LIMIT $2";
            query_scalar(sql).bind(status.into_str()).bind(limit).fetch_all(&mut **tx).await?
        }
    };
    Ok(ids)
}

pub(crate) async fn expired(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<Vec<i64>> {
    let sql = "SELECT id FROM notifications WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2";
    Ok(query_scalar(sql).bind(now.0).bind(limit).fetch_all(&mut **tx).await?)
}

/// Deletes rows, whatever their status, and messages that were for them alone.
pub(crate) async fn remove(tx: &mut Tx, ids: &[i64]) -> Result<u64> {
    let mut messages = BTreeSet::new();
    let mut count = 0;
    for chunk in ids.chunks(CHUNK) {
        let sql = format!(
            "DELETE FROM notifications WHERE id IN ({})
             RETURNING device_id, created_at, status, message_id",
            parameters(1, chunk.len())
        );
        let mut statement = query(AssertSqlSafe(sql));
        for id in chunk {
            statement = statement.bind(*id);
        }
        let rows = statement.fetch_all(&mut **tx).await?;
        count += rows.len() as u64;
        for &status in NotificationStatus::VARIANTS {
            let with = |row: &&AnyRow| {
                row.try_get::<String, _>("status").is_ok_and(|text| text == status.into_str())
            };
            let gone = rows.iter().filter(with).map(read).collect::<Result<Vec<_>>>()?;
            tallies::shift(tx, &gone, Some(status), None).await?;
        }
        for row in &rows {
            messages.insert(row.try_get::<i64, _>("message_id")?);
        }
    }
    forget_messages(tx, &messages.into_iter().collect::<Vec<_>>()).await?;
    Ok(count)
}

async fn forget_messages(tx: &mut Tx, ids: &[i64]) -> Result<()> {
    for chunk in ids.chunks(CHUNK) {
        let sql = format!(
            "DELETE FROM notification_messages WHERE id IN ({}) AND NOT EXISTS
                 (SELECT 1 FROM notifications WHERE message_id = notification_messages.id)",
            parameters(1, chunk.len())
        );
        let mut statement = query(AssertSqlSafe(sql));
        for id in chunk {
            statement = statement.bind(*id);
        }
        statement.execute(&mut **tx).await?;
    }
    Ok(())
}

fn read(row: &AnyRow) -> Result<Moved> {
    Ok(Moved { device_id: row.try_get("device_id")?, created_at: row.try_get("created_at")? })
}
