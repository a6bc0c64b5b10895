use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use kit::Timestamp;
use store::{AnyConnection, AnyRow, Result, Row, Tx, query};

use crate::model::{Held, Peer, Peers};
use crate::protocol::{PeerId, Record, read_apps};

const IDENTITY: &str = "gateway";

/// Our sealed key, and how often we have started.
pub(crate) async fn identity(tx: &mut Tx) -> Result<Option<(String, i64)>> {
    let sql = "SELECT sealed, generation FROM federation_identity WHERE name = $1";
    let row = query(sql).bind(IDENTITY).fetch_optional(&mut **tx).await?;
    row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
}

/// Keeps what is there already: of two programs that start at once, one makes it.
pub(crate) async fn add_identity(tx: &mut Tx, sealed: &str) -> Result<()> {
    query(
        "INSERT INTO federation_identity (name, sealed, generation) VALUES ($1, $2, 0)
         ON CONFLICT (name) DO NOTHING",
    )
    .bind(IDENTITY)
    .bind(sealed)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn set_generation(tx: &mut Tx, generation: i64) -> Result<()> {
    query("UPDATE federation_identity SET generation = $2 WHERE name = $1")
        .bind(IDENTITY)
        .bind(generation)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Everything that is known. A row that cannot be read any more is as good as none: the gateway
/// will be heard of again.
pub(crate) async fn load(conn: &mut AnyConnection) -> Result<Peers> {
    let mut held = all_held(conn).await?;
    let sql = "SELECT id, public_key, record, connected, last_seen, removed_at
               FROM federation_peers";
    let mut peers = Peers { invited: invitations(conn).await?, ..Peers::default() };
    for row in query(sql).fetch_all(conn).await? {
        let id: String = row.try_get(0)?;
        match peer(&row, held.remove(&id).unwrap_or_default())? {
            Some(peer) => drop(peers.all.insert(peer.record.id.clone(), Arc::new(peer))),
            None => tracing::warn!(id, "reading a stored peer failed; it is ignored"),
        }
    }
    Ok(peers)
}

fn peer(row: &AnyRow, held: Arc<Held>) -> Result<Option<Peer>> {
    let (id, key, record): (String, String, String) =
        (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    let record = Record::read(&record);
    let Some(record) = record.filter(|it| it.id.as_str() == id && it.key.text() == key) else {
        return Ok(None);
    };
    let removed_at: Option<i64> = row.try_get(5)?;
    Ok(Some(Peer {
        record,
        connected: row.try_get::<i64, _>(3)? != 0,
        last_seen: Timestamp(row.try_get(4)?),
        removed_at: removed_at.map(Timestamp),
        held,
    }))
}

async fn all_held(conn: &mut AnyConnection) -> Result<HashMap<String, Arc<Held>>> {
    let sql = "SELECT peer_id, digest, apps FROM federation_apps";
    let mut all = HashMap::new();
    for row in query(sql).fetch_all(conn).await? {
        let (id, digest, apps): (String, String, String) =
            (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        if let Some(apps) = read_apps(&apps) {
            all.insert(id, Arc::new(Held { digest, apps }));
        }
    }
    Ok(all)
}

async fn invitations(conn: &mut AnyConnection) -> Result<BTreeMap<String, Timestamp>> {
    let rows = query("SELECT address, invited_at FROM federation_invitations");
    let rows = rows.fetch_all(conn).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, Timestamp(row.try_get(1)?)))).collect()
}

/// Writes everything but the list of apps. The key that was pinned first stays.
pub(crate) async fn put_peer(tx: &mut Tx, peer: &Peer) -> Result<()> {
    query(
        "INSERT INTO federation_peers (id, public_key, record, connected, last_seen, removed_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO UPDATE SET
             record = $3, connected = $4, last_seen = $5, removed_at = $6
         WHERE federation_peers.public_key = $2",
    )
    .bind(peer.record.id.as_str())
    .bind(peer.record.key.text())
    .bind(peer.record.text.as_str())
    .bind(i64::from(peer.connected))
    .bind(peer.last_seen.0)
    .bind(peer.removed_at.map(|at| at.0))
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn put_apps(tx: &mut Tx, id: &PeerId, digest: &str, apps: &str) -> Result<()> {
    query(
        "INSERT INTO federation_apps (peer_id, digest, apps) VALUES ($1, $2, $3)
         ON CONFLICT (peer_id) DO UPDATE SET digest = $2, apps = $3",
    )
    .bind(id.as_str())
    .bind(digest)
    .bind(apps)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn remove_apps(tx: &mut Tx, id: &PeerId) -> Result<()> {
    query("DELETE FROM federation_apps WHERE peer_id = $1")
        .bind(id.as_str())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// At the start of a program that gossips, nobody was heard yet.
pub(crate) async fn disconnect_all(tx: &mut Tx) -> Result<()> {
    query("UPDATE federation_peers SET connected = 0").execute(&mut **tx).await?;
    Ok(())
}

pub(crate) async fn put_invitation(tx: &mut Tx, address: &str, now: Timestamp) -> Result<()> {
    query(
        "INSERT INTO federation_invitations (address, invited_at) VALUES ($1, $2)
         ON CONFLICT (address) DO UPDATE SET invited_at = $2",
    )
    .bind(address)
    .bind(now.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn remove_invitation(tx: &mut Tx, address: &str) -> Result<()> {
    query("DELETE FROM federation_invitations WHERE address = $1")
        .bind(address)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
