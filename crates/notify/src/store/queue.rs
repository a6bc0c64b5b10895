//! Notifications as they come into the queue and are read from it.

use std::sync::Arc;

use ::store::{
    AnyConnection, AnyRow, AssertSqlSafe, Result, Row, StoreError, Tx, query, query_scalar,
};
use kit::{Page, Timestamp};

use super::{CHUNK, moves::Moved, parameters, tallies};
use crate::model::{Due, Filter, Message, Notification, NotificationStatus, StaleDevice, frame};

/// More devices than that are not told of as stale at once.
const MOST_STALE_DEVICES: i64 = 1_000;

/// Writes the message and one notification of it for every device. Returns the message's number.
pub(crate) async fn insert(
    tx: &mut Tx,
    message: &Message,
    devices: &[Arc<str>],
    expires_at: Timestamp,
) -> Result<i64> {
    let sql = "INSERT INTO notification_messages (kind, body, at) VALUES ($1, $2, $3) RETURNING id";
    let message_id: i64 = query_scalar(sql)
        .bind(message.kind.clone())
        .bind(message.body.clone())
        .bind(message.at.0)
        .fetch_one(&mut **tx)
        .await?;
    let mut made = Vec::with_capacity(devices.len());
    for chunk in devices.chunks(CHUNK) {
        let rows: Vec<String> = (5..5 + chunk.len())
            .map(|own| format!("($1, ${own}, $2, 'pending', 0, $3, $4)"))
            .collect();
        let sql = format!(
            "INSERT INTO notifications
                 (message_id, device_id, kind, status, attempts, created_at, expires_at)
             VALUES {} RETURNING device_id",
            rows.join(", ")
        );
        let mut statement = query(AssertSqlSafe(sql))
            .bind(message_id)
            .bind(message.kind.clone())
            .bind(message.at.0)
            .bind(expires_at.0);
        for device in chunk {
            statement = statement.bind(device.to_string());
        }
        for row in statement.fetch_all(&mut **tx).await? {
            made.push(Moved { device_id: row.try_get("device_id")?, created_at: message.at.0 });
        }
    }
    tallies::shift(tx, &made, None, Some(NotificationStatus::Pending)).await?;
    Ok(message_id)
}

/// Which notifications a message became, and for whom.
pub(crate) async fn of_message(
    conn: &mut AnyConnection,
    message_id: i64,
) -> Result<Vec<(Arc<str>, Due)>> {
    let sql = "SELECT n.id, n.attempts, n.device_id, m.body, m.at FROM notifications n
               JOIN notification_messages m ON m.id = n.message_id
               WHERE n.message_id = $1 AND n.status = 'pending' ORDER BY n.id";
    let rows = query(sql).bind(message_id).fetch_all(conn).await?;
    let read = |row: &AnyRow| {
        let device: String = row.try_get("device_id")?;
        Ok((device.into(), due(row)?))
    };
    rows.iter().map(read).collect()
}

/// What waits for a device, oldest first.
pub(crate) async fn pending(
    conn: &mut AnyConnection,
    device: &str,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<Due>> {
    let sql = "SELECT n.id, n.attempts, m.body, m.at FROM notifications n
               JOIN notification_messages m ON m.id = n.message_id
               WHERE n.status = 'pending' AND n.device_id = $1 AND n.expires_at > $2
               ORDER BY n.id LIMIT $3";
    let rows = query(sql).bind(device.to_owned()).bind(now.0).bind(limit).fetch_all(conn).await?;
    rows.iter().map(due).collect()
}

fn due(row: &AnyRow) -> Result<Due> {
    let (id, body): (i64, String) = (row.try_get("id")?, row.try_get("body")?);
    let frame = frame(&body, Timestamp(row.try_get("at")?), Some(id));
    Ok(Due { id, attempts: row.try_get("attempts")?, frame })
}

/// Newest first. The page is found in an index alone; only its rows are read.
pub(crate) async fn page(
    conn: &mut AnyConnection,
    filter: &Filter,
    page: Page,
) -> Result<Vec<Notification>> {
    let (conditions, values) = conditions(filter);
    let next = values.len() + 1;
    let sql = format!(
        "SELECT n.*, m.body FROM
             (SELECT id FROM notifications WHERE {conditions} ORDER BY id DESC
              LIMIT ${next} OFFSET ${}) AS page
         JOIN notifications n ON n.id = page.id
         JOIN notification_messages m ON m.id = n.message_id ORDER BY n.id DESC",
        next + 1
    );
    let mut statement = query(AssertSqlSafe(sql));
    for value in values {
        statement = statement.bind(value);
    }
    let rows = statement.bind(page.sql_limit()).bind(page.sql_offset()).fetch_all(conn).await?;
    rows.iter().map(notification).collect()
}

/// How many there are of one kind; otherwise the counts know.
pub(crate) async fn count(conn: &mut AnyConnection, filter: &Filter) -> Result<u64> {
    let (conditions, values) = conditions(filter);
    let sql = format!("SELECT COUNT(*) FROM notifications WHERE {conditions}");
    let mut statement = query_scalar(AssertSqlSafe(sql));
    for value in values {
        statement = statement.bind(value);
    }
    let count: i64 = statement.fetch_one(conn).await?;
    Ok(count.max(0).unsigned_abs())
}

fn conditions(filter: &Filter) -> (String, Vec<String>) {
    let wanted = [
        ("device_id", filter.device.clone()),
        ("status", filter.status.map(|status| status.into_str().to_owned())),
        ("kind", filter.kind.clone()),
    ];
    let mut conditions = vec!["1 = 1".to_owned()];
    let mut values = Vec::new();
    for (column, value) in wanted {
        let Some(value) = value else { continue };
        values.push(value);
        conditions.push(format!("{column} = ${}", values.len()));
    }
    (conditions.join(" AND "), values)
}

/// What waits since `threshold` or longer, by device; those that wait longest first.
pub(crate) async fn stale(
    conn: &mut AnyConnection,
    device: Option<&str>,
    threshold: Timestamp,
) -> Result<Vec<StaleDevice>> {
    let own = if device.is_some() { "AND device_id = $2" } else { "AND $2 = ''" };
    let sql = format!(
        "SELECT device_id, COUNT(*) AS count, MIN(created_at) AS oldest, MAX(created_at) AS newest
         FROM notifications WHERE status = 'pending' AND created_at <= $1 {own}
         GROUP BY device_id ORDER BY MIN(created_at), device_id LIMIT {MOST_STALE_DEVICES}"
    );
    let name = device.unwrap_or_default().to_owned();
    let statement = query(AssertSqlSafe(sql)).bind(threshold.0).bind(name);
    let rows = statement.fetch_all(&mut *conn).await?;
    let mut devices = rows.iter().map(stale_device).collect::<Result<Vec<_>>>()?;
    for chunk in devices.chunks_mut(CHUNK) {
        let sql = format!(
            "SELECT DISTINCT device_id, kind FROM notifications
             WHERE status = 'pending' AND created_at <= $1 AND device_id IN ({}) ORDER BY kind",
            parameters(2, chunk.len())
        );
        let mut statement = query(AssertSqlSafe(sql)).bind(threshold.0);
        for device in chunk.iter() {
            statement = statement.bind(device.device_id.clone());
        }
        for row in statement.fetch_all(&mut *conn).await? {
            let id: String = row.try_get("device_id")?;
            if let Some(device) = chunk.iter_mut().find(|device| device.device_id == id) {
                device.kinds.push(row.try_get("kind")?);
            }
        }
    }
    Ok(devices)
}

fn stale_device(row: &AnyRow) -> Result<StaleDevice> {
    Ok(StaleDevice {
        device_id: row.try_get("device_id")?,
        count: row.try_get::<i64, _>("count")?.max(0).unsigned_abs(),
        oldest: Timestamp(row.try_get("oldest")?),
        newest: Timestamp(row.try_get("newest")?),
        kinds: Vec::new(),
    })
}

fn notification(row: &AnyRow) -> Result<Notification> {
    let status: String = row.try_get("status")?;
    let moment = |name: &str| -> Result<Option<Timestamp>> {
        Ok(row.try_get::<Option<i64>, _>(name)?.map(Timestamp))
    };
    Ok(Notification {
        id: row.try_get("id")?,
        device_id: row.try_get("device_id")?,
        kind: row.try_get("kind")?,
        status: status.parse().map_err(|_| StoreError::Unreadable(status))?,
        attempts: row.try_get("attempts")?,
        body: row.try_get("body")?,
        created_at: Timestamp(row.try_get("created_at")?),
        expires_at: Timestamp(row.try_get("expires_at")?),
        delivered_at: moment("delivered_at")?,
        acknowledged_at: moment("acknowledged_at")?,
        last_attempt_at: moment("last_attempt_at")?,
        error: row.try_get("error")?,
    })
}
