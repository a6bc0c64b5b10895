//! What waits to be sent over channels.

use ::store::{AnyConnection, AnyRow, Result, Row, Tx, query};
use kit::Timestamp;

use super::channels;
use crate::forward::{Forward, Outgoing};
use crate::model::{Audience, Message};

/// What may wait for one channel; the oldest makes room.
const MOST_WAITING: i64 = 1_000;

/// Puts the message before every channel that it concerns.
pub(crate) async fn insert(tx: &mut Tx, message: &Message, audience: &Audience) -> Result<()> {
    for (channel, device) in channels::enabled(tx).await? {
        let concerned = match (audience, &device) {
            (Audience::Devices(named), Some(own)) => named.iter().any(|id| **id == **own),
            _ => true,
        };
        if concerned {
            insert_one(tx, &channel, message).await?;
        }
    }
    Ok(())
}

async fn insert_one(tx: &mut Tx, channel: &str, message: &Message) -> Result<()> {
    query(
        "INSERT INTO notification_forwards (channel_id, kind, title, text, body, at, attempts, due_at)
         VALUES ($1, $2, $3, $4, $5, $6, 0, $6)",
    )
    .bind(channel.to_owned())
    .bind(message.kind.clone())
    .bind(message.title.clone())
    .bind(message.text.clone())
    .bind(message.body.clone())
    .bind(message.at.0)
    .execute(&mut **tx)
    .await?;
    let sql = "DELETE FROM notification_forwards WHERE channel_id = $1 AND id <=
                   (SELECT id FROM notification_forwards WHERE channel_id = $1
                    ORDER BY id DESC LIMIT 1 OFFSET $2)";
    query(sql).bind(channel.to_owned()).bind(MOST_WAITING).execute(&mut **tx).await?;
    Ok(())
}

/// The oldest of each channel, where its time has come: those behind it wait for it.
pub(crate) async fn due(conn: &mut AnyConnection, now: Timestamp) -> Result<Vec<Forward>> {
    let sql = "SELECT f.* FROM notification_channels c JOIN notification_forwards f
                   ON f.id = (SELECT MIN(id) FROM notification_forwards WHERE channel_id = c.id)
               WHERE c.enabled = 1 AND f.due_at <= $1 ORDER BY f.due_at, f.id";
    let rows = query(sql).bind(now.0).fetch_all(conn).await?;
    rows.iter().map(read).collect()
}

pub(crate) async fn delete(tx: &mut Tx, number: i64) -> Result<()> {
    query("DELETE FROM notification_forwards WHERE id = $1")
        .bind(number)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub(crate) async fn put_off(tx: &mut Tx, number: i64, until: Timestamp) -> Result<()> {
    let sql = "UPDATE notification_forwards SET attempts = attempts + 1, due_at = $2 WHERE id = $1";
    query(sql).bind(number).bind(until.0).execute(&mut **tx).await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<Forward> {
    let number: i64 = row.try_get("id")?;
    Ok(Forward {
        number,
        channel_id: row.try_get("channel_id")?,
        attempts: row.try_get("attempts")?,
        outgoing: Outgoing {
            id: format!("fwd_{number}"),
            kind: row.try_get("kind")?,
            title: row.try_get("title")?,
            text: row.try_get("text")?,
            body: row.try_get("body")?,
            at: Timestamp(row.try_get("at")?),
        },
    })
}
