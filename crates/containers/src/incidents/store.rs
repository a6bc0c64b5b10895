use kit::Timestamp;
use store::{AnyConnection, Result, Row, Tx, query};

use super::model::Incident;

const MOST_PER_CONTAINER: i64 = 20;
const MOST: i64 = 1_000;
/// Containers that are remembered to have been watched.
const MOST_WATCHED: i64 = 2_000;

/// Until when it is known how a container ended.
pub(super) async fn seen(conn: &mut AnyConnection, key: &str) -> Result<Option<Timestamp>> {
    let sql = "SELECT seen_at FROM container_watches WHERE container_key = $1";
    let row = query(sql).bind(key).fetch_optional(conn).await?;
    row.map(|row| Ok(Timestamp(row.try_get(0)?))).transpose()
}

pub(super) async fn see(tx: &mut Tx, key: &str, at: Timestamp) -> Result<()> {
    query(
        "INSERT INTO container_watches (container_key, seen_at) VALUES ($1, $2)
         ON CONFLICT (container_key) DO UPDATE SET seen_at = $2",
    )
    .bind(key)
    .bind(at.0)
    .execute(&mut **tx)
    .await?;
    query(
        "DELETE FROM container_watches WHERE container_key IN (SELECT container_key
         FROM container_watches ORDER BY seen_at DESC, container_key LIMIT 100 OFFSET $1)",
    )
    .bind(MOST_WATCHED)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// `false`: it is known already.
pub(super) async fn insert(tx: &mut Tx, key: &str, incident: &Incident) -> Result<bool> {
    let record = serde_json::to_string(incident).expect("an incident is plain data");
    let added = query(
        "INSERT INTO container_incidents (id, container_key, at, record) VALUES ($1, $2, $3, $4)
         ON CONFLICT (container_key, at) DO NOTHING",
    )
    .bind(&incident.id)
    .bind(key)
    .bind(incident.at.0)
    .bind(record)
    .execute(&mut **tx)
    .await?;
    Ok(added.rows_affected() > 0)
}

/// Keeps the last ones of each container, and of all.
pub(super) async fn prune(tx: &mut Tx, key: &str) -> Result<()> {
    query(
        "DELETE FROM container_incidents WHERE id IN (SELECT id FROM container_incidents
         WHERE container_key = $1 ORDER BY at DESC, id LIMIT 1000 OFFSET $2)",
    )
    .bind(key)
    .bind(MOST_PER_CONTAINER)
    .execute(&mut **tx)
    .await?;
    query(
        "DELETE FROM container_incidents WHERE id IN (SELECT id FROM container_incidents
         ORDER BY at DESC, id LIMIT 1000 OFFSET $1)",
    )
    .bind(MOST)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The newest first.
pub(super) async fn of_container(conn: &mut AnyConnection, key: &str) -> Result<Vec<Incident>> {
    let sql =
        "SELECT record FROM container_incidents WHERE container_key = $1 ORDER BY at DESC, id";
    let rows = query(sql).bind(key).fetch_all(conn).await?;
    let mut incidents = Vec::with_capacity(rows.len());
    for row in &rows {
        // One that a later version wrote may not be readable.
        incidents.extend(serde_json::from_str(&row.try_get::<String, _>(0)?).ok());
    }
    Ok(incidents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::MIGRATIONS;

    fn incident(n: i64) -> Incident {
        Incident {
            id: format!("inc_{n}"),
            container_id: "4f5c2a9d01ab".to_owned(),
            name: "web".to_owned(),
            image: "web:1".to_owned(),
            runtime: "docker".to_owned(),
            namespace: None,
            at: Timestamp(n),
            exit_code: Some(3),
            out_of_memory: false,
            lines: Vec::new(),
            stats: Vec::new(),
        }
    }

    #[tokio::test]
    async fn an_end_is_kept_once_and_only_so_many_are() {
        testkit::both(&[events::MIGRATIONS, MIGRATIONS], async |db| {
            for n in 0..30 {
                let mut tx = db.begin().await.expect("a transaction");
                assert!(insert(&mut tx, "a", &incident(n)).await.expect("written"));
                let again = Incident { id: format!("again_{n}"), ..incident(n) };
                assert!(!insert(&mut tx, "a", &again).await.expect("known"));
                prune(&mut tx, "a").await.expect("pruned");
                tx.commit().await.expect("committed");
            }
            let mut conn = db.read().await.expect("a connection");
            let kept = of_container(&mut conn, "a").await.expect("read");
            let times: Vec<i64> = kept.iter().map(|incident| incident.at.0).collect();
            assert_eq!(times, (10..30).rev().collect::<Vec<_>>());
            assert_eq!(kept[0], incident(29));
            assert!(of_container(&mut conn, "b").await.expect("read").is_empty());
        })
        .await;
    }

    #[tokio::test]
    async fn what_was_seen_moves_on() {
        testkit::both(&[events::MIGRATIONS, MIGRATIONS], async |db| {
            for at in [5, 7] {
                let mut tx = db.begin().await.expect("a transaction");
                see(&mut tx, "a", Timestamp(at)).await.expect("written");
                tx.commit().await.expect("committed");
            }
            let mut conn = db.read().await.expect("a connection");
            assert_eq!(seen(&mut conn, "a").await.expect("read"), Some(Timestamp(7)));
            assert_eq!(seen(&mut conn, "b").await.expect("read"), None);
        })
        .await;
    }
}
