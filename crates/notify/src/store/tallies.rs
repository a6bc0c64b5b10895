//! How many notifications there are, by device and status, and since when they wait.

use std::collections::BTreeMap;

use ::store::{AnyConnection, AssertSqlSafe, Result, Row, Tx, query, query_scalar};
use kit::Timestamp;

use super::{CHUNK, moves::Moved};
use crate::model::{NotificationStatus, Totals};

const HOUR: i64 = 3_600_000;

/// Counts rows that went from one status to another; `None` is outside of the queue. Counts are
/// changed in a fixed order, so that transactions wait for each other and not in a circle.
pub(crate) async fn shift(
    tx: &mut Tx,
    rows: &[Moved],
    from: Option<NotificationStatus>,
    to: Option<NotificationStatus>,
) -> Result<()> {
    let mut counts: BTreeMap<(&str, &str), i64> = BTreeMap::new();
    let mut hours: BTreeMap<i64, i64> = BTreeMap::new();
    for row in rows {
        for (status, step) in [(from, -1), (to, 1)] {
            let Some(status) = status else { continue };
            *counts.entry((&row.device_id, status.into_str())).or_default() += step;
            if status == NotificationStatus::Pending {
                *hours.entry(row.created_at.div_euclid(HOUR)).or_default() += step;
            }
        }
    }
    let counts: Vec<_> = counts.into_iter().filter(|(_, step)| *step != 0).collect();
    for chunk in counts.chunks(CHUNK) {
        let rows: Vec<String> = (0..chunk.len())
            .map(|row| format!("(${}, ${}, ${})", row * 3 + 1, row * 3 + 2, row * 3 + 3))
            .collect();
        let sql = format!(
            "INSERT INTO notification_counts (device_id, status, count) VALUES {}
             ON CONFLICT (status, device_id)
             DO UPDATE SET count = notification_counts.count + excluded.count",
            rows.join(", ")
        );
        let mut statement = query(AssertSqlSafe(sql));
        for ((device, status), step) in chunk {
            statement = statement.bind((*device).to_owned()).bind((*status).to_owned()).bind(*step);
        }
        statement.execute(&mut **tx).await?;
    }
    for (hour, step) in hours.into_iter().filter(|(_, step)| *step != 0) {
        let sql = "INSERT INTO notification_hours (hour, count) VALUES ($1, $2)
                   ON CONFLICT (hour) DO UPDATE SET count = notification_hours.count + excluded.count";
        query(sql).bind(hour).bind(step).execute(&mut **tx).await?;
    }
    Ok(())
}

/// Of one device, or of all.
pub(crate) async fn totals(conn: &mut AnyConnection, device: Option<&str>) -> Result<Totals> {
    let rows = match device {
        Some(device) => {
            let sql = "SELECT status, count FROM notification_counts WHERE device_id = $1";
            query(sql).bind(device.to_owned()).fetch_all(conn).await?
        }
        None => {
            let sql = "SELECT status, CAST(SUM(count) AS BIGINT) AS count FROM notification_counts
                       GROUP BY status";
            query(sql).fetch_all(conn).await?
        }
    };
    let mut totals = Totals::default();
    for row in rows {
        let (status, count): (String, i64) = (row.try_get("status")?, row.try_get("count")?);
        if let Ok(status) = status.parse() {
            *totals.of(status) = count.max(0).unsigned_abs();
        }
    }
    Ok(totals)
}

/// How many wait since `threshold` or longer: whole hours are counted already.
pub(crate) async fn stale(
    conn: &mut AnyConnection,
    device: Option<&str>,
    threshold: Timestamp,
) -> Result<u64> {
    let count: i64 = match device {
        Some(device) => {
            let sql = "SELECT COUNT(*) FROM notifications
                       WHERE status = 'pending' AND device_id = $1 AND created_at <= $2";
            query_scalar(sql).bind(device.to_owned()).bind(threshold.0).fetch_one(conn).await?
        }
        None => {
            let hour = threshold.0.div_euclid(HOUR);
            let sql = "SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) FROM notification_hours
                       WHERE hour < $1";
            let whole: i64 = query_scalar(sql).bind(hour).fetch_one(&mut *conn).await?;
            let sql = "SELECT COUNT(*) FROM notifications
                       WHERE status = 'pending' AND created_at >= $1 AND created_at <= $2";
            let rest: i64 =
                query_scalar(sql).bind(hour * HOUR).bind(threshold.0).fetch_one(conn).await?;
            whole + rest
        }
    };
    Ok(count.max(0).unsigned_abs())
}

/// The devices that something waits for, with how much.
pub(crate) async fn waiting(conn: &mut AnyConnection, least: i64) -> Result<Vec<(String, i64)>> {
    let sql = "SELECT device_id, count FROM notification_counts
               WHERE status = 'pending' AND count >= $1";
    let rows = query(sql).bind(least).fetch_all(conn).await?;
    rows.iter().map(|row| Ok((row.try_get("device_id")?, row.try_get("count")?))).collect()
}

/// Forgets those that count nothing.
pub(crate) async fn prune(tx: &mut Tx) -> Result<()> {
    query("DELETE FROM notification_counts WHERE count <= 0").execute(&mut **tx).await?;
    query("DELETE FROM notification_hours WHERE count <= 0").execute(&mut **tx).await?;
    Ok(())
}
