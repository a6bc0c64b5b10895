use kit::Timestamp;
use store::{AnyConnection, AnyRow, Result, Row, Tx, query, query_scalar};

use super::{flag, json, maybe_time, name, time, unreadable, written};
use crate::model::{Schedule, Target};

pub(crate) async fn all(conn: &mut AnyConnection) -> Result<Vec<Schedule>> {
    let sql = "SELECT * FROM script_schedules ORDER BY created_at, id";
    query(sql).fetch_all(conn).await?.iter().map(schedule).collect()
}

pub(crate) async fn find(conn: &mut AnyConnection, id: &str) -> Result<Option<Schedule>> {
    let sql = "SELECT * FROM script_schedules WHERE id = $1";
    query(sql).bind(id).fetch_optional(conn).await?.as_ref().map(schedule).transpose()
}

pub(crate) async fn count(conn: &mut AnyConnection) -> Result<i64> {
    Ok(query_scalar("SELECT COUNT(*) FROM script_schedules").fetch_one(conn).await?)
}

/// When each one comes next.
pub(crate) async fn due_times(conn: &mut AnyConnection) -> Result<Vec<(Timestamp, String)>> {
    let sql = "SELECT next_run_at, id FROM script_schedules WHERE next_run_at IS NOT NULL";
    let rows = query(sql).fetch_all(conn).await?;
    rows.iter().map(|row| Ok((time(row, "next_run_at")?, row.try_get("id")?))).collect()
}

/// Writes it down, new or changed.
pub(crate) async fn put(tx: &mut Tx, schedule: &Schedule) -> Result<()> {
    query(
        "INSERT INTO script_schedules (id, script_id, workflow_id, cron, parameters, enabled,
             timezone, overlap, missed, created_at, created_by, next_run_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         ON CONFLICT (id) DO UPDATE SET
             script_id = $2, workflow_id = $3, cron = $4, parameters = $5, enabled = $6,
             timezone = $7, overlap = $8, missed = $9, next_run_at = $12",
    )
    .bind(schedule.id.as_str())
    .bind(schedule.target.script())
    .bind(schedule.target.workflow())
    .bind(schedule.cron.as_str())
    .bind(written(&schedule.parameters)?)
    .bind(i64::from(schedule.enabled))
    .bind(schedule.timezone.as_deref())
    .bind(schedule.overlap.into_str())
    .bind(schedule.missed.into_str())
    .bind(schedule.created_at.0)
    .bind(schedule.created_by.as_str())
    .bind(schedule.next_run_at.map(|moment| moment.0))
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Takes the time that is due, for whoever comes first of several programs. `ran` is kept as the
/// last run where there is one.
pub(crate) async fn take(
    tx: &mut Tx,
    id: &str,
    due: Timestamp,
    next: Option<Timestamp>,
    ran: Option<Timestamp>,
) -> Result<bool> {
    let taken = query(
        "UPDATE script_schedules SET next_run_at = $3, last_run_at = COALESCE($4, last_run_at)
         WHERE id = $1 AND next_run_at = $2",
    )
    .bind(id)
    .bind(due.0)
    .bind(next.map(|moment| moment.0))
    .bind(ran.map(|moment| moment.0))
    .execute(&mut **tx)
    .await?;
    Ok(taken.rows_affected() == 1)
}

pub(crate) async fn delete(tx: &mut Tx, id: &str) -> Result<()> {
    query("DELETE FROM script_schedules WHERE id = $1").bind(id).execute(&mut **tx).await?;
    Ok(())
}

/// The ids of those that run this.
pub(crate) async fn of_target(conn: &mut AnyConnection, target: &Target) -> Result<Vec<String>> {
    let sql = "SELECT id FROM script_schedules WHERE script_id = $1 OR workflow_id = $2
               ORDER BY id LIMIT 20";
    let ids = query_scalar(sql).bind(target.script()).bind(target.workflow());
    Ok(ids.fetch_all(conn).await?)
}

fn schedule(row: &AnyRow) -> Result<Schedule> {
    let script: Option<String> = row.try_get("script_id")?;
    let workflow: Option<String> = row.try_get("workflow_id")?;
    let target = script.map(Target::Script).or(workflow.map(Target::Workflow));
    Ok(Schedule {
        id: row.try_get("id")?,
        target: target.ok_or_else(|| unreadable("a schedule without a target"))?,
        cron: row.try_get("cron")?,
        parameters: json(row, "parameters")?,
        enabled: flag(row, "enabled")?,
        timezone: row.try_get("timezone")?,
        overlap: name(row, "overlap")?,
        missed: name(row, "missed")?,
        created_at: time(row, "created_at")?,
        created_by: row.try_get("created_by")?,
        last_run_at: maybe_time(row, "last_run_at")?,
        next_run_at: maybe_time(row, "next_run_at")?,
    })
}
