use kit::{Page, Timestamp};
use store::{AnyConnection, AnyRow, Result, Row, Tx, query, query_scalar};

use super::counts::Changes;
use super::{flag, json, maybe_time, outputs, status, time, trigger, written};
use crate::model::{Execution, ExecutionStatus, Filter, Finish};

/// How much of an output stands in the row itself, and so in lists.
const SHOWN: usize = 1_000;

/// Writes a new execution down.
pub(crate) async fn insert(tx: &mut Tx, execution: &Execution, runner: &str) -> Result<()> {
    query(
        "INSERT INTO script_executions (id, script_id, workflow_id, run_id, schedule_id, status,
             dry_run, triggered_by, triggered_ip, parameters, output, truncated, error,
             created_at, completed_at, runner)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '', 0, $11, $12, $13, $14)",
    )
    .bind(execution.id.as_str())
    .bind(execution.script_id.as_str())
    .bind(execution.workflow_id.as_deref())
    .bind(execution.run_id.as_deref())
    .bind(execution.schedule_id.as_deref())
    .bind(execution.status.into_str())
    .bind(i64::from(execution.dry_run))
    .bind(execution.trigger.by.as_str())
    .bind(execution.trigger.address.as_deref())
    .bind(written(&execution.parameters)?)
    .bind(execution.error.as_deref())
    .bind(execution.created_at.0)
    .bind(execution.completed_at.map(|moment| moment.0))
    .bind(runner)
    .execute(&mut **tx)
    .await?;
    Changes::moved(&execution.script_id, None, execution.status).apply(tx).await
}

/// `false`: it does not wait any more.
pub(crate) async fn begin(tx: &mut Tx, id: &str, script_id: &str, at: Timestamp) -> Result<bool> {
    let begun = query(
        "UPDATE script_executions SET status = 'running', started_at = $2
         WHERE id = $1 AND status = 'pending'",
    )
    .bind(id)
    .bind(at.0)
    .execute(&mut **tx)
    .await?;
    if begun.rows_affected() == 1 {
        let moved =
            Changes::moved(script_id, Some(ExecutionStatus::Pending), ExecutionStatus::Running);
        moved.apply(tx).await?;
        return Ok(true);
    }
    Ok(false)
}

/// Writes the end of an execution that was in the state `from`. `false`: somebody else did.
pub(crate) async fn finish(
    tx: &mut Tx,
    (id, script_id): (&str, &str),
    from: ExecutionStatus,
    finish: &Finish,
    at: Timestamp,
) -> Result<bool> {
    let shown = &finish.output[..finish.output.floor_char_boundary(SHOWN)];
    let seq: Option<i64> = query_scalar(
        "UPDATE script_executions SET status = $3, exit_code = $4, error = $5, output = $6,
             truncated = $7, completed_at = $8
         WHERE id = $1 AND status = $2 RETURNING seq",
    )
    .bind(id)
    .bind(from.into_str())
    .bind(finish.status.into_str())
    .bind(finish.exit_code.map(i64::from))
    .bind(finish.error.as_deref())
    .bind(shown)
    .bind(i64::from(finish.truncated))
    .bind(at.0)
    .fetch_optional(&mut **tx)
    .await?;
    let Some(seq) = seq else { return Ok(false) };
    if shown.len() < finish.output.len() {
        outputs::insert(tx, seq, &finish.output).await?;
    }
    Changes::moved(script_id, Some(from), finish.status).apply(tx).await?;
    Ok(true)
}

pub(crate) async fn find(conn: &mut AnyConnection, id: &str) -> Result<Option<Execution>> {
    let row = query(
        "SELECT script_executions.*, script_outputs.output AS whole FROM script_executions
         LEFT JOIN script_outputs ON script_outputs.seq = script_executions.seq
         WHERE script_executions.id = $1",
    )
    .bind(id)
    .fetch_optional(conn)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let mut execution = execution(&row)?;
    if let Some(whole) = row.try_get::<Option<String>, _>("whole")? {
        execution.output = whole;
    }
    Ok(Some(execution))
}

/// One statement for each way to filter, so that each has its index.
macro_rules! listing {
    ($filter:literal) => {
        concat!(
            "SELECT * FROM script_executions WHERE seq IN
                 (SELECT seq FROM script_executions WHERE ",
            $filter,
            " ORDER BY seq DESC LIMIT $3 OFFSET $4) ORDER BY seq DESC"
        )
    };
}

pub(crate) async fn list(
    conn: &mut AnyConnection,
    filter: &Filter,
    page: Page,
) -> Result<Vec<Execution>> {
    let sql = match (&filter.script_id, filter.status) {
        (Some(_), Some(_)) => listing!("script_id = $1 AND status = $2"),
        (Some(_), None) => listing!("script_id = $1 AND $2 = ''"),
        (None, Some(_)) => listing!("$1 = '' AND status = $2"),
        (None, None) => listing!("$1 = '' AND $2 = ''"),
    };
    let rows = query(sql)
        .bind(filter.script_id.as_deref().unwrap_or_default())
        .bind(filter.status.map_or("", |status| status.into_str()))
        .bind(page.sql_limit())
        .bind(page.sql_offset())
        .fetch_all(conn)
        .await?;
    rows.iter().map(execution).collect()
}

/// The executions that this runner has not finished.
pub(crate) async fn unfinished(conn: &mut AnyConnection, runner: &str) -> Result<Vec<Execution>> {
    let sql = "SELECT * FROM script_executions
               WHERE status IN ('pending', 'running') AND runner = $1 ORDER BY seq";
    query(sql).bind(runner).fetch_all(conn).await?.iter().map(execution).collect()
}

/// How many runs of a schedule have not ended.
pub(crate) async fn running_for(conn: &mut AnyConnection, schedule: &str) -> Result<i64> {
    Ok(query_scalar(
        "SELECT COUNT(*) FROM script_executions
         WHERE status IN ('pending', 'running') AND schedule_id = $1",
    )
    .bind(schedule)
    .fetch_one(conn)
    .await?)
}

/// Deletes up to `most` of the oldest executions that are over: as many as are too many, and those
/// from before a moment. Returns how many went.
pub(crate) async fn prune(
    tx: &mut Tx,
    too_many: i64,
    before: Timestamp,
    most: i64,
) -> Result<usize> {
    let rows = query(
        "DELETE FROM script_executions WHERE seq IN (
             SELECT seq FROM (SELECT seq, created_at FROM script_executions
                              WHERE status NOT IN ('pending', 'running')
                              ORDER BY seq LIMIT $3) AS oldest
             WHERE created_at < $2
                OR seq IN (SELECT seq FROM script_executions
                           WHERE status NOT IN ('pending', 'running')
                           ORDER BY seq LIMIT $1))
         RETURNING seq, script_id, status",
    )
    .bind(too_many.clamp(0, most))
    .bind(before.0)
    .bind(most)
    .fetch_all(&mut **tx)
    .await?;
    let mut changes = Changes::default();
    for row in &rows {
        changes.add(&row.try_get::<String, _>("script_id")?, status(row)?, -1);
        outputs::delete(tx, row.try_get("seq")?).await?;
    }
    changes.apply(tx).await?;
    Ok(rows.len())
}

fn execution(row: &AnyRow) -> Result<Execution> {
    let exit_code: Option<i64> = row.try_get("exit_code")?;
    Ok(Execution {
        id: row.try_get("id")?,
        script_id: row.try_get("script_id")?,
        workflow_id: row.try_get("workflow_id")?,
        run_id: row.try_get("run_id")?,
        schedule_id: row.try_get("schedule_id")?,
        status: status(row)?,
        dry_run: flag(row, "dry_run")?,
        trigger: trigger(row)?,
        parameters: json(row, "parameters")?,
        output: row.try_get("output")?,
        truncated: flag(row, "truncated")?,
        exit_code: exit_code.and_then(|code| i32::try_from(code).ok()),
        error: row.try_get("error")?,
        created_at: time(row, "created_at")?,
        started_at: maybe_time(row, "started_at")?,
        completed_at: maybe_time(row, "completed_at")?,
    })
}
