use kit::Timestamp;
use store::{AnyConnection, AnyRow, Result, Row, StoreError, Tx, query, query_scalar};

use crate::model::Deployment;
use crate::seal::Seal;

pub(crate) async fn insert(tx: &mut Tx, seal: &Seal, deployment: &Deployment) -> Result<()> {
    query(
        "INSERT INTO toolbox_deployments (id, template, name, status, task, turn, sealed,
             deployed_by, made, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)",
    )
    .bind(&deployment.id)
    .bind(&deployment.template)
    .bind(&deployment.name)
    .bind(deployment.status.into_str())
    .bind(deployment.task.into_str())
    .bind(deployment.turn)
    .bind(sealed(seal, deployment)?)
    .bind(&deployment.deployed_by)
    .bind(json(&deployment.made)?)
    .bind(deployment.created_at.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Writes what became of a deployment, unless another task has overtaken this one. Returns whether
/// it was written.
pub(crate) async fn update(tx: &mut Tx, seal: &Seal, deployment: &Deployment) -> Result<bool> {
    let done = query(
        "UPDATE toolbox_deployments
         SET template = $3, status = $4, task = $5, sealed = $6, route = $7, error = $8,
             made = $9, removed = $10, deployed_at = $11, updated_at = $12
         WHERE id = $1 AND turn = $2",
    )
    .bind(&deployment.id)
    .bind(deployment.turn)
    .bind(&deployment.template)
    .bind(deployment.status.into_str())
    .bind(deployment.task.into_str())
    .bind(sealed(seal, deployment)?)
    .bind(deployment.route.as_deref())
    .bind(deployment.error.as_deref())
    .bind(json(&deployment.made)?)
    .bind(deployment.removed.as_ref().map(json).transpose()?)
    .bind(deployment.deployed_at.map(|at| at.0))
    .bind(deployment.updated_at.0)
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Takes the deployment's next turn: whatever is under way is overtaken.
pub(crate) async fn overtake(tx: &mut Tx, id: &str) -> Result<()> {
    query("UPDATE toolbox_deployments SET turn = turn + 1 WHERE id = $1")
        .bind(id)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub(crate) async fn find(
    conn: &mut AnyConnection,
    seal: &Seal,
    id: &str,
) -> Result<Option<Deployment>> {
    let sql = "SELECT * FROM toolbox_deployments WHERE id = $1";
    let row = query(sql).bind(id).fetch_optional(conn).await?;
    row.map(|row| read(&row, seal)).transpose()
}

/// All of them, the newest first.
pub(crate) async fn all(conn: &mut AnyConnection, seal: &Seal) -> Result<Vec<Deployment>> {
    let sql = "SELECT * FROM toolbox_deployments WHERE status <> 'deleted'
               ORDER BY created_at DESC, id DESC";
    let rows = query(sql).fetch_all(conn).await?;
    rows.iter().map(|row| read(row, seal)).collect()
}

pub(crate) async fn count(conn: &mut AnyConnection) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM toolbox_deployments";
    Ok(query_scalar(sql).fetch_one(conn).await?)
}

/// The ids of those to which something is to be done, the oldest first.
pub(crate) async fn with_work(conn: &mut AnyConnection) -> Result<Vec<String>> {
    let sql = "SELECT id FROM toolbox_deployments WHERE task <> '' ORDER BY updated_at, id";
    Ok(query_scalar(sql).fetch_all(conn).await?)
}

pub(crate) async fn turn(conn: &mut AnyConnection, id: &str) -> Result<Option<i64>> {
    let sql = "SELECT turn FROM toolbox_deployments WHERE id = $1";
    Ok(query_scalar(sql).bind(id).fetch_optional(conn).await?)
}

/// Forgets those that were deleted before this moment.
pub(crate) async fn prune(tx: &mut Tx, before: Timestamp) -> Result<()> {
    query("DELETE FROM toolbox_deployments WHERE status = 'deleted' AND updated_at < $1")
        .bind(before.0)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

fn sealed(seal: &Seal, deployment: &Deployment) -> Result<String> {
    let sealed = seal.close(&deployment.id, &json(&deployment.recipes)?);
    sealed.map_err(|error| StoreError::Unreadable(error.to_string()))
}

fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| StoreError::Unreadable(error.to_string()))
}

fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T> {
    // What is wrong is not said: it may be a secret that stands there.
    serde_json::from_str(text).map_err(|_| StoreError::Unreadable("no such JSON".to_owned()))
}

fn read(row: &AnyRow, seal: &Seal) -> Result<Deployment> {
    let id: String = row.try_get("id")?;
    let damaged = |what: &str| StoreError::Unreadable(format!("{what} of {id}"));
    let sealed: String = row.try_get("sealed")?;
    let recipes = seal.open(&id, &sealed).ok_or_else(|| damaged("the recipe"))?;
    let (status, task): (String, String) = (row.try_get("status")?, row.try_get("task")?);
    let removed: Option<String> = row.try_get("removed")?;
    let made: String = row.try_get("made")?;
    let deployed_at: Option<i64> = row.try_get("deployed_at")?;
    Ok(Deployment {
        template: row.try_get("template")?,
        name: row.try_get("name")?,
        status: status.parse().map_err(|_| damaged("the status"))?,
        task: task.parse().map_err(|_| damaged("the task"))?,
        turn: row.try_get("turn")?,
        recipes: from_json(&recipes)?,
        route: row.try_get("route")?,
        error: row.try_get("error")?,
        deployed_by: row.try_get("deployed_by")?,
        made: from_json(&made)?,
        removed: removed.as_deref().map(from_json).transpose()?,
        deployed_at: deployed_at.map(Timestamp),
        created_at: Timestamp(row.try_get("created_at")?),
        updated_at: Timestamp(row.try_get("updated_at")?),
        id,
    })
}
