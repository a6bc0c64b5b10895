use kit::Scope;
use routing::{Prefix, RouteOptions, Upstream};
use serde::Serialize;
use serde::de::DeserializeOwned;
use store::{AnyConnection, AnyRow, Result, Row, Tx, query, query_scalar};

use super::{origin, readable, text, time, unreadable};
use crate::RouteRecord;

pub(crate) async fn all(conn: &mut AnyConnection) -> Result<Vec<RouteRecord>> {
    let rows = query("SELECT * FROM routes").fetch_all(conn).await?;
    Ok(readable(&rows, "routes", route))
}

pub(crate) async fn find(tx: &mut Tx, id: &str) -> Result<Option<RouteRecord>> {
    let sql = "SELECT * FROM routes WHERE id = $1";
    let row = query(sql).bind(id).fetch_optional(&mut **tx).await?;
    row.as_ref().map(route).transpose()
}

pub(crate) async fn count(tx: &mut Tx) -> Result<usize> {
    let count: i64 = query_scalar("SELECT COUNT(*) FROM routes").fetch_one(&mut **tx).await?;
    Ok(usize::try_from(count).unwrap_or(0))
}

pub(crate) async fn count_of_app(tx: &mut Tx, app_id: &str) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM routes WHERE app_id = $1";
    Ok(query_scalar(sql).bind(app_id).fetch_one(&mut **tx).await?)
}

/// The id of another route with the same path, and of one with the same subdomain.
pub(crate) async fn rivals(
    tx: &mut Tx,
    route: &RouteRecord,
) -> Result<(Option<String>, Option<String>)> {
    let path = query_scalar("SELECT id FROM routes WHERE path_base = $1 AND id <> $2")
        .bind(route.prefix.as_str())
        .bind(&*route.id)
        .fetch_optional(&mut **tx)
        .await?;
    let subdomain = query_scalar("SELECT id FROM routes WHERE subdomain = $1 AND id <> $2")
        .bind(route.subdomain.clone())
        .bind(&*route.id)
        .fetch_optional(&mut **tx)
        .await?;
    Ok((path, subdomain))
}

pub(crate) async fn put(tx: &mut Tx, route: &RouteRecord) -> Result<()> {
    query(
        "INSERT INTO routes (id, app_id, path_base, upstream, scopes, options, routing_mode,
                             subdomain, health_check, container_id, origin, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (id) DO UPDATE SET
             app_id = $2, path_base = $3, upstream = $4, scopes = $5, options = $6,
             routing_mode = $7, subdomain = $8, health_check = $9, container_id = $10,
             origin = $11, updated_at = $13",
    )
    .bind(&*route.id)
    .bind(&*route.app_id)
    .bind(route.prefix.as_str())
    .bind(route.to.as_str())
    .bind(route.scopes.iter().map(Scope::as_str).collect::<Vec<_>>().join(" "))
    .bind(written(&route.options)?)
    .bind(route.routing_mode.into_str())
    .bind(route.subdomain.clone())
    .bind(route.health_check.as_ref().map(written).transpose()?)
    .bind(route.container_id.clone())
    .bind(route.origin.into_str())
    .bind(route.created_at.0)
    .bind(route.updated_at.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Returns the app that it led to; `None` where there was no such route.
pub(crate) async fn delete(tx: &mut Tx, id: &str) -> Result<Option<String>> {
    let sql = "DELETE FROM routes WHERE id = $1 RETURNING app_id";
    Ok(query_scalar(sql).bind(id).fetch_optional(&mut **tx).await?)
}

pub(crate) async fn delete_of_app(tx: &mut Tx, app_id: &str) -> Result<Vec<String>> {
    let sql = "DELETE FROM routes WHERE app_id = $1 RETURNING id";
    Ok(query_scalar(sql).bind(app_id).fetch_all(&mut **tx).await?)
}

fn route(row: &AnyRow) -> Result<RouteRecord> {
    let path: String = row.try_get("path_base")?;
    let to: String = row.try_get("upstream")?;
    let options: RouteOptions = read(&row.try_get::<String, _>("options")?)?;
    let mode: String = row.try_get("routing_mode")?;
    let check: Option<String> = row.try_get("health_check")?;
    Ok(RouteRecord {
        id: text(row, "id")?,
        app_id: text(row, "app_id")?,
        prefix: Prefix::parse(&path).ok_or_else(|| unreadable("the path is not valid"))?,
        upstream: Upstream::parse(&to, options.insecure_upstream).map_err(unreadable)?,
        to,
        scopes: scopes(row)?,
        options,
        routing_mode: mode.parse().map_err(|_| unreadable("unknown mode"))?,
        subdomain: row.try_get("subdomain")?,
        health_check: check.as_deref().map(read).transpose()?,
        container_id: row.try_get("container_id")?,
        origin: origin(row)?,
        created_at: time(row, "created_at")?,
        updated_at: time(row, "updated_at")?,
    })
}

/// Scopes are stored with spaces between them.
fn scopes(row: &AnyRow) -> Result<Vec<Scope>> {
    let written: String = row.try_get("scopes")?;
    let known = |name| Scope::parse(name).ok_or_else(|| unreadable("a scope is not known"));
    written.split_whitespace().map(known).collect()
}

fn written(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(unreadable)
}

fn read<T: DeserializeOwned>(written: &str) -> Result<T> {
    serde_json::from_str(written).map_err(unreadable)
}
