use kit::Timestamp;
use store::{AnyConnection, AnyRow, Result, Row, Tx, query};

use super::{flag, maybe_text, maybe_time, text, time};
use crate::model::User;

pub(crate) async fn all(conn: &mut AnyConnection) -> Result<Vec<User>> {
    let rows = query("SELECT * FROM users").fetch_all(conn).await?;
    rows.iter().map(user).collect()
}

pub(crate) async fn with_password_hash(
    conn: &mut AnyConnection,
    username: &str,
) -> Result<Option<(User, String)>> {
    let sql = "SELECT * FROM users WHERE username = $1";
    let row = query(sql).bind(username).fetch_optional(conn).await?;
    row.map(|row| Ok((user(&row)?, row.try_get("password_hash")?))).transpose()
}

/// Makes the very first user. `None`: somebody else was first.
pub(crate) async fn insert_first(
    tx: &mut Tx,
    username: &str,
    password_hash: &str,
    now: Timestamp,
) -> Result<Option<User>> {
    let claimed = query("INSERT INTO founder (id) VALUES (1) ON CONFLICT DO NOTHING")
        .execute(&mut **tx)
        .await?;
    if claimed.rows_affected() == 0 {
        return Ok(None);
    }
    let row = query(
        "INSERT INTO users (username, password_hash, epoch, is_active, created_at)
         VALUES ($1, $2, 1, 1, $3) RETURNING *",
    )
    .bind(username)
    .bind(password_hash)
    .bind(now.0)
    .fetch_one(&mut **tx)
    .await?;
    user(&row).map(Some)
}

/// `false`: the user's tokens were taken back since `user` was read.
pub(crate) async fn set_last_login(tx: &mut Tx, user: &User, now: Timestamp) -> Result<bool> {
    let sql = "UPDATE users SET last_login = $3 WHERE id = $1 AND epoch = $2";
    let query = query(sql).bind(user.id).bind(user.epoch).bind(now.0);
    Ok(query.execute(&mut **tx).await?.rows_affected() == 1)
}

/// A new password begins a new epoch: tokens made with the old one end. `false`: no such user.
pub(crate) async fn set_password(tx: &mut Tx, username: &str, hash: &str) -> Result<bool> {
    let sql = "UPDATE users SET password_hash = $2, epoch = epoch + 1, is_active = 1
               WHERE username = $1";
    let changed = query(sql).bind(username).bind(hash).execute(&mut **tx).await?;
    Ok(changed.rows_affected() == 1)
}

/// The same where it is still the one that `user` was read with. `false`: it is not.
pub(crate) async fn replace_password(tx: &mut Tx, user: &User, hash: &str) -> Result<bool> {
    let sql = "UPDATE users SET password_hash = $3, epoch = epoch + 1 WHERE id = $1 AND epoch = $2";
    let query = query(sql).bind(user.id).bind(user.epoch).bind(hash);
    Ok(query.execute(&mut **tx).await?.rows_affected() == 1)
}

pub(crate) async fn set_preferences(tx: &mut Tx, username: &str, preferences: &str) -> Result<()> {
    query("UPDATE users SET preferences = $2 WHERE username = $1")
        .bind(username)
        .bind(preferences)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

fn user(row: &AnyRow) -> Result<User> {
    Ok(User {
        id: row.try_get("id")?,
        username: text(row, "username")?,
        epoch: row.try_get("epoch")?,
        is_active: flag(row, "is_active")?,
        created_at: time(row, "created_at")?,
        last_login: maybe_time(row, "last_login")?,
        preferences: maybe_text(row, "preferences")?,
    })
}
