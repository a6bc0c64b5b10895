use std::sync::Arc;

use kit::Timestamp;
use store::{AnyConnection, AnyRow, Result, Row, Tx, query};

use super::{maybe_text, text, time};

/// A browser that stays signed in.
#[derive(Debug, Clone)]
pub(crate) struct BrowserSession {
    /// Of the sign-in that it goes back to.
    pub(crate) id: Arc<str>,
    pub(crate) username: Arc<str>,
    /// The user's when it began: a new password ends it.
    pub(crate) epoch: i64,
    /// Of the secret that the browser has, and of the one before.
    pub(crate) hash: Arc<str>,
    pub(crate) previous: Option<Arc<str>>,
    pub(crate) changed_at: Timestamp,
    pub(crate) created_at: Timestamp,
    pub(crate) expires_at: Timestamp,
    /// What the browser calls itself.
    pub(crate) agent: String,
}

pub(crate) async fn insert(tx: &mut Tx, session: &BrowserSession) -> Result<()> {
    query(
        "INSERT INTO browser_sessions
             (id, username, epoch, hash, changed_at, created_at, expires_at, agent)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (id) DO UPDATE SET hash = $4, changed_at = $5, expires_at = $7",
    )
    .bind(&*session.id)
    .bind(&*session.username)
    .bind(session.epoch)
    .bind(&*session.hash)
    .bind(session.changed_at.0)
    .bind(session.created_at.0)
    .bind(session.expires_at.0)
    .bind(session.agent.as_str())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn find(tx: &mut Tx, id: &str) -> Result<Option<BrowserSession>> {
    let sql = "SELECT * FROM browser_sessions WHERE id = $1";
    query(sql).bind(id).fetch_optional(&mut **tx).await?.as_ref().map(session).transpose()
}

pub(crate) async fn of_user(
    conn: &mut AnyConnection,
    username: &str,
) -> Result<Vec<BrowserSession>> {
    let sql = "SELECT * FROM browser_sessions WHERE username = $1 ORDER BY changed_at DESC";
    query(sql).bind(username).fetch_all(conn).await?.iter().map(session).collect()
}

/// Gives a session another secret, unless it has another one by now.
pub(crate) async fn change(tx: &mut Tx, session: &BrowserSession, hash: &str) -> Result<bool> {
    let done = query(
        "UPDATE browser_sessions SET hash = $3, previous = $2, changed_at = $4, expires_at = $5
         WHERE id = $1 AND hash = $2",
    )
    .bind(&*session.id)
    .bind(&*session.hash)
    .bind(hash)
    .bind(session.changed_at.0)
    .bind(session.expires_at.0)
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

pub(crate) async fn delete(tx: &mut Tx, id: &str) -> Result<bool> {
    let sql = "DELETE FROM browser_sessions WHERE id = $1";
    Ok(query(sql).bind(id).execute(&mut **tx).await?.rows_affected() == 1)
}

/// Keeps the newest of a user's.
pub(crate) async fn keep_newest(tx: &mut Tx, username: &str, most: i64) -> Result<()> {
    query(
        "DELETE FROM browser_sessions WHERE username = $1 AND id NOT IN (
             SELECT id FROM browser_sessions WHERE username = $1
             ORDER BY changed_at DESC LIMIT $2)",
    )
    .bind(username)
    .bind(most)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn prune(tx: &mut Tx, now: Timestamp) -> Result<()> {
    let sql = "DELETE FROM browser_sessions WHERE expires_at <= $1";
    query(sql).bind(now.0).execute(&mut **tx).await?;
    Ok(())
}

fn session(row: &AnyRow) -> Result<BrowserSession> {
    Ok(BrowserSession {
        id: text(row, "id")?,
        username: text(row, "username")?,
        epoch: row.try_get("epoch")?,
        hash: text(row, "hash")?,
        previous: maybe_text(row, "previous")?,
        changed_at: time(row, "changed_at")?,
        created_at: time(row, "created_at")?,
        expires_at: time(row, "expires_at")?,
        agent: row.try_get("agent")?,
    })
}
