use store::{AnyConnection, AnyRow, Result, Row, Tx, query, query_scalar};

use super::{json, name, time, unreadable, written};
use crate::model::Script;
use crate::wire::ParameterView;

pub(crate) async fn all(conn: &mut AnyConnection) -> Result<Vec<Script>> {
    let rows = query("SELECT * FROM scripts ORDER BY id").fetch_all(conn).await?;
    rows.iter().map(script).collect()
}

pub(crate) async fn in_category(conn: &mut AnyConnection, category: &str) -> Result<Vec<Script>> {
    let sql = "SELECT * FROM scripts WHERE category = $1 ORDER BY id";
    query(sql).bind(category).fetch_all(conn).await?.iter().map(script).collect()
}

pub(crate) async fn find(conn: &mut AnyConnection, id: &str) -> Result<Option<Script>> {
    let row = query("SELECT * FROM scripts WHERE id = $1").bind(id).fetch_optional(conn).await?;
    row.as_ref().map(script).transpose()
}

pub(crate) async fn count(conn: &mut AnyConnection) -> Result<i64> {
    Ok(query_scalar("SELECT COUNT(*) FROM scripts").fetch_one(conn).await?)
}

/// Fails where the id is taken.
pub(crate) async fn insert(tx: &mut Tx, script: &Script) -> Result<()> {
    query(
        "INSERT INTO scripts (id, name, description, category, path, kind, parameters,
               environment, allowed_scopes, dry_run_command, created_at, updated_at, created_by)
           VALUES ($1, '', '', '', '', '', '', '', '', '', $2, 0, $3)",
    )
    .bind(script.id.as_str())
    .bind(script.created_at.0)
    .bind(script.created_by.as_str())
    .execute(&mut **tx)
    .await?;
    update(tx, script).await
}

pub(crate) async fn update(tx: &mut Tx, script: &Script) -> Result<()> {
    query(
        "UPDATE scripts SET name = $2, description = $3, category = $4, path = $5, kind = $6,
             timeout = $7, parameters = $8, environment = $9, allowed_scopes = $10,
             dry_run_command = $11, updated_at = $12
         WHERE id = $1",
    )
    .bind(script.id.as_str())
    .bind(script.name.as_str())
    .bind(script.description.as_str())
    .bind(script.category.as_str())
    .bind(script.path.as_str())
    .bind(script.kind.into_str())
    .bind(script.timeout.map(i64::from))
    .bind(written(&script.parameters.iter().map(ParameterView::from).collect::<Vec<_>>())?)
    .bind(written(&script.environment)?)
    .bind(written(&script.allowed_scopes)?)
    .bind(script.dry_run_command.as_str())
    .bind(script.updated_at.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, id: &str) -> Result<()> {
    query("DELETE FROM scripts WHERE id = $1").bind(id).execute(&mut **tx).await?;
    Ok(())
}

fn script(row: &AnyRow) -> Result<Script> {
    let timeout: Option<i64> = row.try_get("timeout")?;
    let parameters: Vec<ParameterView> = json(row, "parameters")?;
    let parameters = parameters.into_iter().map(ParameterView::parse);
    Ok(Script {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        description: row.try_get("description")?,
        category: row.try_get("category")?,
        path: row.try_get("path")?,
        kind: name(row, "kind")?,
        timeout: timeout.and_then(|seconds| u32::try_from(seconds).ok()),
        parameters: parameters.collect::<Result<_, _>>().map_err(unreadable)?,
        environment: json(row, "environment")?,
        allowed_scopes: json(row, "allowed_scopes")?,
        dry_run_command: row.try_get("dry_run_command")?,
        created_at: time(row, "created_at")?,
        updated_at: time(row, "updated_at")?,
        created_by: row.try_get("created_by")?,
    })
}
