use store::{AnyConnection, AnyRow, Result, Row, Tx, query};

use super::{origin, readable, text, time, unreadable};
use crate::App;

pub(crate) async fn all(conn: &mut AnyConnection) -> Result<Vec<App>> {
    let rows = query("SELECT * FROM apps").fetch_all(conn).await?;
    Ok(readable(&rows, "apps", app))
}

pub(crate) async fn find(tx: &mut Tx, id: &str) -> Result<Option<App>> {
    let row = query("SELECT * FROM apps WHERE id = $1").bind(id).fetch_optional(&mut **tx).await?;
    row.as_ref().map(app).transpose()
}

pub(crate) async fn put(tx: &mut Tx, app: &App) -> Result<()> {
    query(
        "INSERT INTO apps (id, name, icon, tags, endpoints, origin, discovery_meta, created_at,
                           updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (id) DO UPDATE SET
             name = $2, icon = $3, tags = $4, endpoints = $5, origin = $6, discovery_meta = $7,
             updated_at = $9",
    )
    .bind(&*app.id)
    .bind(app.name.as_str())
    .bind(app.icon.as_str())
    .bind(serde_json::to_string(&app.tags).map_err(unreadable)?)
    .bind(serde_json::to_string(&app.endpoints).map_err(unreadable)?)
    .bind(app.origin.into_str())
    .bind(app.discovery_meta.as_ref().map(ToString::to_string))
    .bind(app.created_at.0)
    .bind(app.updated_at.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, id: &str) -> Result<()> {
    query("DELETE FROM apps WHERE id = $1").bind(id).execute(&mut **tx).await?;
    Ok(())
}

fn app(row: &AnyRow) -> Result<App> {
    let tags: String = row.try_get("tags")?;
    let endpoints: String = row.try_get("endpoints")?;
    let meta: Option<String> = row.try_get("discovery_meta")?;
    Ok(App {
        id: text(row, "id")?,
        name: row.try_get("name")?,
        icon: row.try_get("icon")?,
        tags: serde_json::from_str(&tags).map_err(unreadable)?,
        endpoints: serde_json::from_str(&endpoints).map_err(unreadable)?,
        origin: origin(row)?,
        discovery_meta: meta
            .map(|text| serde_json::from_str(&text))
            .transpose()
            .map_err(unreadable)?,
        created_at: time(row, "created_at")?,
        updated_at: time(row, "updated_at")?,
    })
}
