use ::store::{AnyConnection, AnyRow, Result, Row, StoreError, Tx, query, query_scalar};
use kit::Timestamp;

use crate::rules::{Happening, Rule, RuleState};

/// Oldest first.
pub(crate) async fn all(conn: &mut AnyConnection) -> Result<Vec<Rule>> {
    let sql = "SELECT * FROM notification_rules ORDER BY created_at, id";
    query(sql).fetch_all(conn).await?.iter().map(read).collect()
}

pub(crate) async fn find(conn: &mut AnyConnection, id: &str) -> Result<Option<Rule>> {
    let sql = "SELECT * FROM notification_rules WHERE id = $1";
    let row = query(sql).bind(id.to_owned()).fetch_optional(conn).await?;
    row.as_ref().map(read).transpose()
}

/// Makes it, or replaces what people decide about it; what it has used of its limit stays.
pub(crate) async fn put(tx: &mut Tx, rule: &Rule) -> Result<()> {
    let settings = serde_json::to_string(&rule.settings).expect("settings are plain data");
    query(
        "INSERT INTO notification_rules (id, name, event, enabled, settings, created_at,
             created_by, window_start, window_count, suppressed)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0)
         ON CONFLICT (id) DO UPDATE SET name = $2, event = $3, enabled = $4, settings = $5",
    )
    .bind(rule.id.clone())
    .bind(rule.name.clone())
    .bind(rule.event.clone())
    .bind(i64::from(rule.enabled))
    .bind(settings)
    .bind(rule.created_at.0)
    .bind(rule.created_by.clone())
    .bind(rule.state.window_start.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn put_state(tx: &mut Tx, id: &str, state: &RuleState) -> Result<()> {
    let sql = "UPDATE notification_rules SET window_start = $2, window_count = $3, suppressed = $4
               WHERE id = $1";
    query(sql)
        .bind(id.to_owned())
        .bind(state.window_start.0)
        .bind(state.window_count)
        .bind(state.suppressed)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, id: &str) -> Result<()> {
    for sql in [
        "DELETE FROM notification_digests WHERE rule_id = $1",
        "DELETE FROM notification_rules WHERE id = $1",
    ] {
        query(sql).bind(id.to_owned()).execute(&mut **tx).await?;
    }
    Ok(())
}

pub(crate) async fn put_off(
    tx: &mut Tx,
    rule: &str,
    happening: &Happening,
    now: Timestamp,
    until: Timestamp,
) -> Result<()> {
    // What is collected already decides when all of it is told of.
    let sql = "INSERT INTO notification_digests (rule_id, title, text, at, due_at)
               VALUES ($1, $2, $3, $4, COALESCE(
                   (SELECT MIN(due_at) FROM notification_digests WHERE rule_id = $1), $5))";
    query(sql)
        .bind(rule.to_owned())
        .bind(happening.title.clone())
        .bind(happening.text.clone())
        .bind(now.0)
        .bind(until.0)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub(crate) async fn waiting(tx: &mut Tx, rule: &str) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM notification_digests WHERE rule_id = $1";
    Ok(query_scalar(sql).bind(rule.to_owned()).fetch_one(&mut **tx).await?)
}

/// The rules whose digest is due.
pub(crate) async fn due(conn: &mut AnyConnection, now: Timestamp) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT rule_id FROM notification_digests WHERE due_at <= $1
               ORDER BY rule_id";
    Ok(query_scalar(sql).bind(now.0).fetch_all(conn).await?)
}

/// What was collected, oldest first; it is not collected any more.
pub(crate) async fn take(tx: &mut Tx, rule: &str) -> Result<Vec<(Timestamp, String, String)>> {
    let sql = "DELETE FROM notification_digests WHERE rule_id = $1 RETURNING id, at, title, text";
    let rows = query(sql).bind(rule.to_owned()).fetch_all(&mut **tx).await?;
    let read = |row: &AnyRow| {
        let id: i64 = row.try_get("id")?;
        Ok((id, (Timestamp(row.try_get("at")?), row.try_get("title")?, row.try_get("text")?)))
    };
    let mut items = rows.iter().map(read).collect::<Result<Vec<_>>>()?;
    items.sort_by_key(|(id, _)| *id);
    Ok(items.into_iter().map(|(_, item)| item).collect())
}

fn read(row: &AnyRow) -> Result<Rule> {
    let settings: String = row.try_get("settings")?;
    let unreadable = |error: serde_json::Error| StoreError::Unreadable(error.to_string());
    Ok(Rule {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        event: row.try_get("event")?,
        enabled: row.try_get::<i64, _>("enabled")? == 1,
        settings: serde_json::from_str(&settings).map_err(unreadable)?,
        created_at: Timestamp(row.try_get("created_at")?),
        created_by: row.try_get("created_by")?,
        state: RuleState {
            window_start: Timestamp(row.try_get("window_start")?),
            window_count: row.try_get("window_count")?,
            suppressed: row.try_get("suppressed")?,
        },
    })
}
