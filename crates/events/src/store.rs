use kit::{Page, Paged, Timestamp};
use store::{AnyConnection, AnyRow, Result, Row, StoreError, Tx, query, query_scalar};

use crate::change::{Change, Recorded};
use crate::{Activity, AuditEntry, AuditFilter, Event};

/// What is written of one change. Returns the number of its entry in the activity feed.
pub(crate) async fn insert(
    tx: &mut Tx,
    change: &Change,
    (origin, now): (&str, Timestamp),
) -> Result<Option<i64>> {
    if change.audited {
        insert_audit(tx, change, now).await?;
    }
    for fact in &change.facts {
        insert_fact(tx, fact, (origin, now)).await?;
    }
    insert_activity(tx, change, now).await
}

async fn insert_audit(tx: &mut Tx, change: &Change, now: Timestamp) -> Result<()> {
    query(
        "INSERT INTO audit_log (at, action, actor_id, actor_ip, target_id, details, error)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(now.0)
    .bind(change.action)
    .bind(change.actor.id.clone())
    .bind(change.actor.address.map(|address| address.to_string()).unwrap_or_default())
    .bind(change.target.clone())
    .bind(change.details.as_ref().map(ToString::to_string))
    .bind(change.error.clone())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn insert_fact(tx: &mut Tx, fact: &Recorded, (origin, now): (&str, Timestamp)) -> Result<()> {
    tx.announce();
    let audience = serde_json::to_string(&fact.audience).expect("an audience is plain data");
    let sql = "INSERT INTO outbox (kind, audience, data, origin, recorded_at)
               VALUES ($1, $2, $3, $4, $5)";
    query(sql)
        .bind(fact.kind)
        .bind(audience)
        .bind(fact.data.clone())
        .bind(origin.to_owned())
        .bind(now.0)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Returns the number of the activity entry, where there is one.
async fn insert_activity(tx: &mut Tx, change: &Change, now: Timestamp) -> Result<Option<i64>> {
    let Some(notice) = &change.notice else { return Ok(None) };
    let number = query_scalar(
        "INSERT INTO activity (at, kind, icon, icon_class, message, details)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
    )
    .bind(now.0)
    .bind(change.action)
    .bind(notice.icon.clone())
    .bind(notice.class.into_str())
    .bind(notice.message.clone())
    .bind(notice.details.clone())
    .fetch_one(&mut **tx)
    .await?;
    Ok(Some(number))
}

pub(crate) async fn newest_fact(conn: &mut AnyConnection) -> Result<i64> {
    Ok(query_scalar("SELECT COALESCE(MAX(seq), 0) FROM outbox").fetch_one(conn).await?)
}

/// The numbers of the next facts, and the facts, where they can be read.
pub(crate) async fn facts_after(
    conn: &mut AnyConnection,
    seq: i64,
    limit: i64,
    own: &str,
) -> Result<Vec<(i64, Result<Event>)>> {
    let sql = "SELECT seq, kind, audience, data, origin FROM outbox
               WHERE seq > $1 ORDER BY seq LIMIT $2";
    let rows = query(sql).bind(seq).bind(limit).fetch_all(conn).await?;
    rows.iter().map(|row| Ok((row.try_get("seq")?, event(row, own)))).collect()
}

fn event(row: &AnyRow, own: &str) -> Result<Event> {
    let origin: String = row.try_get("origin")?;
    let audience: String = row.try_get("audience")?;
    let data: String = row.try_get("data")?;
    Ok(Event {
        seq: row.try_get("seq")?,
        kind: row.try_get("kind")?,
        is_ours: origin == own,
        audience: serde_json::from_str(&audience).map_err(unreadable)?,
        data: serde_json::from_str(&data).map_err(unreadable)?,
    })
}

/// Of the newest `kept` entries; older ones are there only until they are pruned.
pub(crate) async fn activity(
    conn: &mut AnyConnection,
    page: Page,
    kept: i64,
) -> Result<Paged<Activity>> {
    let total: i64 = query_scalar("SELECT COUNT(*) FROM activity").fetch_one(&mut *conn).await?;
    let total = total.clamp(0, kept);
    let rest = (total - page.sql_offset()).max(0);
    let rows = query("SELECT * FROM activity ORDER BY id DESC LIMIT $1 OFFSET $2")
        .bind(page.sql_limit().min(rest))
        .bind(page.sql_offset())
        .fetch_all(conn)
        .await?;
    let items = rows.iter().map(activity_entry).collect::<Result<_>>()?;
    Ok(Paged { items, total: total.unsigned_abs() })
}

fn activity_entry(row: &AnyRow) -> Result<Activity> {
    Ok(Activity {
        number: row.try_get("id")?,
        kind: row.try_get("kind")?,
        icon: row.try_get("icon")?,
        icon_class: row.try_get("icon_class")?,
        message: row.try_get("message")?,
        details: row.try_get("details")?,
        at: Timestamp(row.try_get("at")?),
    })
}

pub(crate) async fn audit(
    conn: &mut AnyConnection,
    filter: &AuditFilter,
    page: Page,
) -> Result<Paged<AuditEntry>> {
    let action = filter.action.clone().unwrap_or_default();
    let actor = filter.actor.clone().unwrap_or_default();
    let total: i64 = query_scalar(
        "SELECT COUNT(*) FROM audit_log
         WHERE ($1 = '' OR action = $1) AND ($2 = '' OR actor_id = $2)",
    )
    .bind(action.clone())
    .bind(actor.clone())
    .fetch_one(&mut *conn)
    .await?;
    let rows = query(
        "SELECT * FROM audit_log
         WHERE ($1 = '' OR action = $1) AND ($2 = '' OR actor_id = $2)
         ORDER BY id DESC LIMIT $3 OFFSET $4",
    )
    .bind(action)
    .bind(actor)
    .bind(page.sql_limit())
    .bind(page.sql_offset())
    .fetch_all(conn)
    .await?;
    let items = rows.iter().map(audit_entry).collect::<Result<_>>()?;
    Ok(Paged { items, total: total.max(0).unsigned_abs() })
}

fn audit_entry(row: &AnyRow) -> Result<AuditEntry> {
    let details: Option<String> = row.try_get("details")?;
    Ok(AuditEntry {
        id: row.try_get("id")?,
        at: Timestamp(row.try_get("at")?),
        action: row.try_get("action")?,
        actor_id: row.try_get("actor_id")?,
        actor_ip: row.try_get("actor_ip")?,
        target_id: row.try_get("target_id")?,
        details: details.map(|text| serde_json::from_str(&text)).transpose().map_err(unreadable)?,
        error: row.try_get("error")?,
    })
}

/// Deletes all but the newest rows of each log. Numbers have gaps, so rows are counted.
pub(crate) async fn prune(tx: &mut Tx, keep: &crate::bus::Retention) -> Result<()> {
    for (sql, rows) in [
        (
            "DELETE FROM activity
             WHERE id <= (SELECT id FROM activity ORDER BY id DESC LIMIT 1 OFFSET $1)",
            keep.activity,
        ),
        (
            "DELETE FROM audit_log WHERE actor_id <> 'anonymous' AND id <=
                 (SELECT id FROM audit_log WHERE actor_id <> 'anonymous'
                  ORDER BY id DESC LIMIT 1 OFFSET $1)",
            keep.audit,
        ),
        (
            "DELETE FROM audit_log WHERE actor_id = 'anonymous' AND id <=
                 (SELECT id FROM audit_log WHERE actor_id = 'anonymous'
                  ORDER BY id DESC LIMIT 1 OFFSET $1)",
            keep.audit_of_strangers,
        ),
        (
            "DELETE FROM outbox
             WHERE seq <= (SELECT seq FROM outbox ORDER BY seq DESC LIMIT 1 OFFSET $1)",
            keep.outbox,
        ),
    ] {
        query(sql).bind(rows).execute(&mut **tx).await?;
    }
    Ok(())
}

fn unreadable(error: serde_json::Error) -> StoreError {
    StoreError::Unreadable(error.to_string())
}
