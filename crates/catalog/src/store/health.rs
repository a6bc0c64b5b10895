use std::sync::Arc;
use std::time::Duration;

use store::{AnyConnection, AnyRow, Result, Row, Tx, query};

use super::{maybe_time, readable, text, unreadable};
use crate::{Health, HealthStatus};

pub(crate) async fn all(conn: &mut AnyConnection) -> Result<Vec<(Arc<str>, Health)>> {
    let rows = query("SELECT * FROM app_health").fetch_all(conn).await?;
    Ok(readable(&rows, "app_health", |row| Ok((text(row, "app_id")?, health(row)?))))
}

/// Writes the state of an app. Returns whether the status is another than was written last, be it
/// by another program.
pub(crate) async fn put(tx: &mut Tx, app_id: &str, health: &Health) -> Result<bool> {
    let status: Option<String> = query("SELECT status FROM app_health WHERE app_id = $1")
        .bind(app_id)
        .fetch_optional(&mut **tx)
        .await?
        .map(|row| row.try_get("status"))
        .transpose()?;
    query(
        "INSERT INTO app_health (app_id, status, last_check, last_success, response_millis,
                                 status_code, consecutive_failures, message)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (app_id) DO UPDATE SET
             status = $2, last_check = $3, last_success = $4, response_millis = $5,
             status_code = $6, consecutive_failures = $7, message = $8",
    )
    .bind(app_id)
    .bind(health.status.into_str())
    .bind(health.last_check.map(|moment| moment.0))
    .bind(health.last_success.map(|moment| moment.0))
    .bind(health.response_time.map(|span| i64::try_from(span.as_millis()).unwrap_or(i64::MAX)))
    .bind(health.status_code.map(i64::from))
    .bind(i64::from(health.consecutive_failures))
    .bind(health.message.clone())
    .execute(&mut **tx)
    .await?;
    Ok(status.as_deref().unwrap_or(HealthStatus::Unknown.into_str()) != health.status.into_str())
}

pub(crate) async fn delete(tx: &mut Tx, app_id: &str) -> Result<()> {
    query("DELETE FROM app_health WHERE app_id = $1").bind(app_id).execute(&mut **tx).await?;
    Ok(())
}

fn health(row: &AnyRow) -> Result<Health> {
    let status: String = row.try_get("status")?;
    let millis: Option<i64> = row.try_get("response_millis")?;
    let code: Option<i64> = row.try_get("status_code")?;
    let failures: i64 = row.try_get("consecutive_failures")?;
    let unknown = || unreadable(format!("the status {status} is not known"));
    Ok(Health {
        status: status.parse().map_err(|_| unknown())?,
        last_check: maybe_time(row, "last_check")?,
        last_success: maybe_time(row, "last_success")?,
        response_time: millis.map(|millis| Duration::from_millis(millis.max(0).unsigned_abs())),
        status_code: code.and_then(|code| u16::try_from(code).ok()),
        consecutive_failures: u32::try_from(failures).unwrap_or(u32::MAX),
        message: row.try_get("message")?,
    })
}
