use kit::Timestamp;
use store::{AnyConnection, AnyRow, Result, Row, Tx, query, query_scalar};

/// A check that a new route is still to have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FirstCheck {
    pub(crate) route_id: String,
    /// The options of the route that nobody has set.
    pub(crate) options: Vec<String>,
    pub(crate) tries: i64,
}

pub(crate) async fn insert(
    tx: &mut Tx,
    route_id: &str,
    options: &[&str],
    due: Timestamp,
) -> Result<()> {
    query(
        "INSERT INTO first_checks (route_id, options, tries, due_at) VALUES ($1, $2, 0, $3)
         ON CONFLICT (route_id) DO UPDATE SET options = $2, tries = 0, due_at = $3",
    )
    .bind(route_id)
    .bind(options.join(" "))
    .bind(due.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn find(conn: &mut AnyConnection, route_id: &str) -> Result<Option<FirstCheck>> {
    let sql = "SELECT * FROM first_checks WHERE route_id = $1";
    let row = query(sql).bind(route_id).fetch_optional(conn).await?;
    row.map(|row| read(&row)).transpose()
}

/// Those whose time has come, the longest waiting first.
pub(crate) async fn due(conn: &mut AnyConnection, now: Timestamp) -> Result<Vec<String>> {
    let sql = "SELECT route_id FROM first_checks WHERE due_at <= $1 ORDER BY due_at LIMIT 16";
    Ok(query_scalar(sql).bind(now.0).fetch_all(conn).await?)
}

pub(crate) async fn update(tx: &mut Tx, check: &FirstCheck, due: Timestamp) -> Result<()> {
    query("UPDATE first_checks SET options = $2, tries = $3, due_at = $4 WHERE route_id = $1")
        .bind(&check.route_id)
        .bind(check.options.join(" "))
        .bind(check.tries)
        .bind(due.0)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, route_id: &str) -> Result<()> {
    query("DELETE FROM first_checks WHERE route_id = $1").bind(route_id).execute(&mut **tx).await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<FirstCheck> {
    let options: String = row.try_get("options")?;
    Ok(FirstCheck {
        route_id: row.try_get("route_id")?,
        options: options.split_whitespace().map(str::to_owned).collect(),
        tries: row.try_get("tries")?,
    })
}
