use kit::{Identity, Timestamp};
use store::{AnyConnection, AnyRow, Result, Row, Tx, query};

use super::signed;
use crate::traffic::{MOST_CALLERS, Uses};

pub(crate) async fn callers_of(
    conn: &mut AnyConnection,
    app: &str,
) -> Result<Vec<(Option<Identity>, Uses)>> {
    let sql = "SELECT * FROM app_callers WHERE app = $1";
    let rows = query(sql).bind(app).fetch_all(conn).await?;
    rows.iter().map(caller).collect()
}

/// Programs on the same database add to the same rows.
pub(crate) async fn add_uses(
    tx: &mut Tx,
    app: &str,
    identity: Option<&Identity>,
    uses: &Uses,
) -> Result<()> {
    let (kind, id) = written(identity);
    query(
        "INSERT INTO app_callers (app, kind, id, requests, since, last_used)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (app, kind, id) DO UPDATE SET
             requests = app_callers.requests + excluded.requests,
             last_used = excluded.last_used",
    )
    .bind(app)
    .bind(kind)
    .bind(id)
    .bind(signed(uses.requests))
    .bind(uses.since.0)
    .bind(uses.last.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Forgets who came last before a moment, and of each app all but those who came last.
pub(crate) async fn forget_callers(tx: &mut Tx, before: Timestamp) -> Result<()> {
    let sql = "DELETE FROM app_callers WHERE last_used < $1";
    query(sql).bind(before.0).execute(&mut **tx).await?;
    let sql = "DELETE FROM app_callers WHERE (app, kind, id) IN (
                   SELECT app, kind, id FROM (
                       SELECT app, kind, id, ROW_NUMBER() OVER (
                           PARTITION BY app ORDER BY last_used DESC, kind, id
                       ) AS place
                       FROM app_callers
                   ) AS placed
                   WHERE place > $1
               )";
    query(sql).bind(MOST_CALLERS).execute(&mut **tx).await?;
    Ok(())
}

fn caller(row: &AnyRow) -> Result<(Option<Identity>, Uses)> {
    let (kind, id): (String, String) = (row.try_get("kind")?, row.try_get("id")?);
    let requests: i64 = row.try_get("requests")?;
    let uses = Uses {
        requests: requests.max(0).unsigned_abs(),
        since: Timestamp(row.try_get("since")?),
        last: Timestamp(row.try_get("last_used")?),
    };
    Ok((read(&kind, &id), uses))
}

fn written(identity: Option<&Identity>) -> (&'static str, &str) {
    match identity {
        None => ("anyone", ""),
        Some(Identity::Local) => ("local", ""),
        Some(Identity::User(name)) => ("user", name),
        Some(Identity::Device(id)) => ("device", id),
        Some(Identity::ApiKey(id)) => ("key", id),
    }
}

fn read(kind: &str, id: &str) -> Option<Identity> {
    match kind {
        "local" => Some(Identity::Local),
        "user" => Some(Identity::User(id.into())),
        "device" => Some(Identity::Device(id.into())),
        "key" => Some(Identity::ApiKey(id.into())),
        _ => None,
    }
}
