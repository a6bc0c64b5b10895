use store::{AnyConnection, AnyRow, Result, Row, Tx, query};

use super::{json, time, written};
use crate::model::Workflow;

pub(crate) async fn all(conn: &mut AnyConnection) -> Result<Vec<Workflow>> {
    let rows = query("SELECT * FROM script_workflows ORDER BY id").fetch_all(conn).await?;
    rows.iter().map(workflow).collect()
}

pub(crate) async fn find(conn: &mut AnyConnection, id: &str) -> Result<Option<Workflow>> {
    let sql = "SELECT * FROM script_workflows WHERE id = $1";
    let row = query(sql).bind(id).fetch_optional(conn).await?;
    row.as_ref().map(workflow).transpose()
}

/// Fails where the id is taken.
pub(crate) async fn insert(tx: &mut Tx, workflow: &Workflow) -> Result<()> {
    query(
        "INSERT INTO script_workflows (id, name, description, steps, allowed_scopes, created_at,
             updated_at, created_by)
         VALUES ($1, '', '', '', '', $2, 0, $3)",
    )
    .bind(workflow.id.as_str())
    .bind(workflow.created_at.0)
    .bind(workflow.created_by.as_str())
    .execute(&mut **tx)
    .await?;
    update(tx, workflow).await
}

pub(crate) async fn update(tx: &mut Tx, workflow: &Workflow) -> Result<()> {
    query(
        "UPDATE script_workflows SET name = $2, description = $3, steps = $4,
             allowed_scopes = $5, updated_at = $6
         WHERE id = $1",
    )
    .bind(workflow.id.as_str())
    .bind(workflow.name.as_str())
    .bind(workflow.description.as_str())
    .bind(written(&workflow.steps)?)
    .bind(written(&workflow.allowed_scopes)?)
    .bind(workflow.updated_at.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, id: &str) -> Result<()> {
    query("DELETE FROM script_workflows WHERE id = $1").bind(id).execute(&mut **tx).await?;
    Ok(())
}

fn workflow(row: &AnyRow) -> Result<Workflow> {
    Ok(Workflow {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        description: row.try_get("description")?,
        steps: json(row, "steps")?,
        allowed_scopes: json(row, "allowed_scopes")?,
        created_at: time(row, "created_at")?,
        updated_at: time(row, "updated_at")?,
        created_by: row.try_get("created_by")?,
    })
}
