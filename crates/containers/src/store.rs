use std::sync::Arc;

use kit::Timestamp;
use store::{AnyConnection, Result, Row, Tx, query};

use crate::link::{Identity, Remembered};

/// What is remembered of every route.
pub(crate) async fn links(conn: &mut AnyConnection) -> Result<Remembered> {
    let sql = "SELECT route_id, basis, identity FROM container_links";
    let rows = query(sql).fetch_all(conn).await?;
    let mut links = Remembered::new();
    for row in &rows {
        let route_id: Arc<str> = row.try_get::<String, _>(0)?.into();
        let basis: Arc<str> = row.try_get::<String, _>(1)?.into();
        // One that a later version wrote is found again by itself.
        if let Ok(identity) = serde_json::from_str(&row.try_get::<String, _>(2)?) {
            links.insert(route_id, (basis, identity));
        }
    }
    Ok(links)
}

pub(crate) async fn put(
    tx: &mut Tx,
    route_id: &str,
    (basis, identity): (&str, &Identity),
    at: Timestamp,
) -> Result<()> {
    let identity = serde_json::to_string(identity).expect("an identity is plain data");
    query(
        "INSERT INTO container_links (route_id, basis, identity, seen_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (route_id) DO UPDATE SET basis = $2, identity = $3, seen_at = $4",
    )
    .bind(route_id)
    .bind(basis)
    .bind(identity)
    .bind(at.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn forget(tx: &mut Tx, route_id: &str) -> Result<()> {
    query("DELETE FROM container_links WHERE route_id = $1")
        .bind(route_id)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
