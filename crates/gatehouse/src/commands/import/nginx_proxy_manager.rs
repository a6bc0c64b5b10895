//! `database.sqlite` of Nginx Proxy Manager: its proxy hosts.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{Connection, Row};

use super::wishes::Wishes;

const HOSTS: &str = "SELECT id, domain_names, forward_scheme, forward_host, \
    CAST(forward_port AS INTEGER) AS forward_port, enabled <> 0 AS enabled \
    FROM proxy_host WHERE is_deleted = 0 ORDER BY id";

/// Reads the file while its owner may be running: nothing is written, not even a log beside it.
pub(super) fn read(file: &Path) -> anyhow::Result<Wishes> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let rows = runtime.block_on(rows(file))?;
    let mut wishes = Wishes::default();
    for row in &rows {
        host(row, &mut wishes)?;
    }
    Ok(wishes)
}

async fn rows(file: &Path) -> anyhow::Result<Vec<SqliteRow>> {
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let mut conn = SqliteConnection::connect_with(&options).await?;
    let rows = sqlx::query(HOSTS).fetch_all(&mut conn).await?;
    conn.close().await?;
    Ok(rows)
}

fn host(row: &SqliteRow, wishes: &mut Wishes) -> anyhow::Result<()> {
    let id: i64 = row.try_get("id")?;
    let place = format!("proxy host {id}");
    let names: String = row.try_get("domain_names")?;
    let names: Vec<String> = serde_json::from_str(&names).unwrap_or_default();
    let Some(first) = names.first() else {
        wishes.leave_out(&place, "it has no domain name");
        return Ok(());
    };
    if !row.try_get::<bool, _>("enabled")? {
        wishes.leave_out(&place, &format!("{first} is switched off"));
        return Ok(());
    }
    let scheme: String = row.try_get("forward_scheme")?;
    let host: String = row.try_get("forward_host")?;
    let port: i64 = row.try_get("forward_port")?;
    let name = first.split('.').next().unwrap_or(first);
    wishes.add(&place, name, &[], &format!("{scheme}://{host}:{port}"));
    Ok(())
}
