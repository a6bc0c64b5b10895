use kit::{Page, Paged, Timestamp};
use store::{AnyConnection, AnyRow, Result, Row, Tx, query, query_scalar};

use super::{flag, json, maybe_time, status, time, trigger, written};
use crate::model::Run;

pub(crate) async fn insert(tx: &mut Tx, run: &Run, runner: &str) -> Result<()> {
    query(
        "INSERT INTO script_workflow_runs (id, workflow_id, schedule_id, status, dry_run,
             triggered_by, triggered_ip, steps, error, started_at, completed_at, runner)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
    )
    .bind(run.id.as_str())
    .bind(run.workflow_id.as_str())
    .bind(run.schedule_id.as_deref())
    .bind(run.status.into_str())
    .bind(i64::from(run.dry_run))
    .bind(run.trigger.by.as_str())
    .bind(run.trigger.address.as_deref())
    .bind(written(&run.steps)?)
    .bind(run.error.as_deref())
    .bind(run.started_at.0)
    .bind(run.completed_at.map(|moment| moment.0))
    .bind(runner)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// `false`: it was over already.
pub(crate) async fn update(tx: &mut Tx, run: &Run) -> Result<bool> {
    let done = query(
        "UPDATE script_workflow_runs
         SET status = $2, steps = $3, error = $4, completed_at = $5
         WHERE id = $1 AND completed_at IS NULL",
    )
    .bind(run.id.as_str())
    .bind(run.status.into_str())
    .bind(written(&run.steps)?)
    .bind(run.error.as_deref())
    .bind(run.completed_at.map(|moment| moment.0))
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

pub(crate) async fn find(conn: &mut AnyConnection, id: &str) -> Result<Option<Run>> {
    let sql = "SELECT * FROM script_workflow_runs WHERE id = $1";
    query(sql).bind(id).fetch_optional(conn).await?.as_ref().map(run).transpose()
}

/// The runs of a workflow, newest first.
pub(crate) async fn list(
    conn: &mut AnyConnection,
    workflow: &str,
    page: Page,
) -> Result<Paged<Run>> {
    let sql = "SELECT COUNT(*) FROM script_workflow_runs WHERE workflow_id = $1";
    let total: i64 = query_scalar(sql).bind(workflow).fetch_one(&mut *conn).await?;
    let sql = "SELECT * FROM script_workflow_runs WHERE workflow_id = $1
               ORDER BY seq DESC LIMIT $2 OFFSET $3";
    let rows = query(sql)
        .bind(workflow)
        .bind(page.sql_limit())
        .bind(page.sql_offset())
        .fetch_all(conn)
        .await?;
    let items = rows.iter().map(run).collect::<Result<_>>()?;
    Ok(Paged { items, total: total.max(0).unsigned_abs() })
}

/// The runs that this runner has not finished.
pub(crate) async fn unfinished(conn: &mut AnyConnection, runner: &str) -> Result<Vec<Run>> {
    let sql = "SELECT * FROM script_workflow_runs
               WHERE status IN ('pending', 'running') AND runner = $1 ORDER BY seq";
    query(sql).bind(runner).fetch_all(conn).await?.iter().map(run).collect()
}

/// How many runs of a schedule have not ended.
pub(crate) async fn running_for(conn: &mut AnyConnection, schedule: &str) -> Result<i64> {
    Ok(query_scalar(
        "SELECT COUNT(*) FROM script_workflow_runs
         WHERE status IN ('pending', 'running') AND schedule_id = $1",
    )
    .bind(schedule)
    .fetch_one(conn)
    .await?)
}

/// Deletes what is over and beyond the newest, or from before a moment.
pub(crate) async fn prune(tx: &mut Tx, keep: i64, before: Timestamp) -> Result<()> {
    query(
        "DELETE FROM script_workflow_runs
         WHERE status NOT IN ('pending', 'running')
           AND (started_at < $2
                OR seq <= (SELECT COALESCE(MAX(seq), 0) FROM script_workflow_runs) - $1)",
    )
    .bind(keep)
    .bind(before.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

fn run(row: &AnyRow) -> Result<Run> {
    Ok(Run {
        id: row.try_get("id")?,
        workflow_id: row.try_get("workflow_id")?,
        schedule_id: row.try_get("schedule_id")?,
        status: status(row)?,
        dry_run: flag(row, "dry_run")?,
        trigger: trigger(row)?,
        steps: json(row, "steps")?,
        error: row.try_get("error")?,
        started_at: time(row, "started_at")?,
        completed_at: maybe_time(row, "completed_at")?,
    })
}
