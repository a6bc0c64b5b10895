use kit::{Scope, Span};
use routing::{Prefix, Upstream};
use store::{AnyConnection, AnyRow, Result, Row, Tx, query, query_scalar};

use super::{flag, origin, readable, text, time, unreadable};
use crate::config::HealthCheckEntry;
use crate::model::{host_header, host_header_name};
use crate::{HealthCheck, RouteRecord, RoutingMode};

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
        "INSERT INTO routes (id, app_id, path_base, upstream, scopes, websocket, strip_prefix,
                             rewrite_html, public_access, cache, persist_cookies,
                             insecure_upstream, forward_authorization, host_header, routing_mode,
                             subdomain, health_check, container_id, origin, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                 $19, $20, $21)
         ON CONFLICT (id) DO UPDATE SET
             app_id = $2, path_base = $3, upstream = $4, scopes = $5, websocket = $6,
             strip_prefix = $7, rewrite_html = $8, public_access = $9, cache = $10,
             persist_cookies = $11, insecure_upstream = $12, forward_authorization = $13,
             host_header = $14, routing_mode = $15, subdomain = $16, health_check = $17,
             container_id = $18, origin = $19, updated_at = $21",
    )
    .bind(&*route.id)
    .bind(&*route.app_id)
    .bind(route.prefix.as_str())
    .bind(route.to.as_str())
    .bind(route.scopes.iter().map(Scope::as_str).collect::<Vec<_>>().join(" "))
    .bind(i64::from(route.websocket))
    .bind(i64::from(route.strip_prefix))
    .bind(i64::from(route.rewrite_html))
    .bind(i64::from(route.public_access))
    .bind(i64::from(route.cache))
    .bind(i64::from(route.persist_cookies))
    .bind(i64::from(route.insecure_upstream))
    .bind(i64::from(route.forward_authorization))
    .bind(host_header_name(route.host_header))
    .bind(route.routing_mode.as_str())
    .bind(route.subdomain.clone())
    .bind(route.health_check.as_ref().map(written_check).transpose()?)
    .bind(route.container_id.clone())
    .bind(route.origin.as_str())
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
    let insecure_upstream = flag(row, "insecure_upstream")?;
    let header: String = row.try_get("host_header")?;
    let mode: String = row.try_get("routing_mode")?;
    let check: Option<String> = row.try_get("health_check")?;
    Ok(RouteRecord {
        id: text(row, "id")?,
        app_id: text(row, "app_id")?,
        prefix: Prefix::parse(&path).ok_or_else(|| unreadable("the path is not valid"))?,
        upstream: Upstream::parse(&to, insecure_upstream).map_err(unreadable)?,
        to,
        scopes: scopes(row)?,
        websocket: flag(row, "websocket")?,
        strip_prefix: flag(row, "strip_prefix")?,
        rewrite_html: flag(row, "rewrite_html")?,
        public_access: flag(row, "public_access")?,
        cache: flag(row, "cache")?,
        persist_cookies: flag(row, "persist_cookies")?,
        insecure_upstream,
        forward_authorization: flag(row, "forward_authorization")?,
        host_header: host_header(&header).ok_or_else(|| unreadable("unknown host header"))?,
        routing_mode: RoutingMode::parse(&mode).ok_or_else(|| unreadable("unknown mode"))?,
        subdomain: row.try_get("subdomain")?,
        health_check: check.as_deref().map(health_check).transpose()?,
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

fn written_check(check: &HealthCheck) -> Result<String> {
    let entry = HealthCheckEntry {
        path: check.path.clone(),
        interval: check.interval.map(Span),
        timeout: check.timeout.map(Span),
        expected_status: check.expected_status,
        disabled: check.disabled,
    };
    serde_json::to_string(&entry).map_err(unreadable)
}

fn health_check(written: &str) -> Result<HealthCheck> {
    let entry: HealthCheckEntry = serde_json::from_str(written).map_err(unreadable)?;
    Ok((&entry).into())
}
