use kit::Timestamp;
use store::{AnyConnection, Result, Row, Tx, query, query_scalar};
use strum::IntoStaticStr;

/// What is known about a proposal beyond what can be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub(crate) enum State {
    /// People were told of it.
    Announced,
    Dismissed,
    Approved,
}

/// Services and their app ids.
pub(crate) async fn claims(conn: &mut AnyConnection) -> Result<Vec<(String, String)>> {
    let sql = "SELECT service, app_id FROM discovery_services ORDER BY seen_at DESC, service";
    let rows = query(sql).fetch_all(conn).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}

pub(crate) async fn claim(tx: &mut Tx, service: &str, app_id: &str, at: Timestamp) -> Result<()> {
    query(
        "INSERT INTO discovery_services (service, app_id, seen_at) VALUES ($1, $2, $3)
         ON CONFLICT (service) DO UPDATE SET app_id = $2, seen_at = $3",
    )
    .bind(service)
    .bind(app_id)
    .bind(at.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn unclaim(tx: &mut Tx, service: &str) -> Result<()> {
    query("DELETE FROM discovery_services WHERE service = $1")
        .bind(service)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The ids of proposals in this state, or in any.
pub(crate) async fn decided(conn: &mut AnyConnection, state: Option<State>) -> Result<Vec<String>> {
    let sql = "SELECT proposal FROM discovery_decisions WHERE $1 = '' OR state = $1";
    let state = state.map_or("", |state| state.into_str());
    Ok(query_scalar(sql).bind(state).fetch_all(conn).await?)
}

pub(crate) async fn is_dismissed(conn: &mut AnyConnection, proposal: &str) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM discovery_decisions WHERE proposal = $1 AND state = $2";
    let count = query_scalar(sql).bind(proposal).bind(State::Dismissed.into_str());
    let count: i64 = count.fetch_one(conn).await?;
    Ok(count > 0)
}

/// What is dismissed, the last one first.
pub(crate) async fn dismissed(conn: &mut AnyConnection) -> Result<Vec<(String, Timestamp)>> {
    let sql = "SELECT proposal, decided_at FROM discovery_decisions WHERE state = $1
               ORDER BY decided_at DESC, proposal";
    let rows = query(sql).bind(State::Dismissed.into_str()).fetch_all(conn).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, Timestamp(row.try_get(1)?)))).collect()
}

/// Returns whether it was dismissed.
pub(crate) async fn bring_back(tx: &mut Tx, proposal: &str) -> Result<bool> {
    let sql = "DELETE FROM discovery_decisions WHERE proposal = $1 AND state = $2";
    let deleted = query(sql).bind(proposal).bind(State::Dismissed.into_str());
    Ok(deleted.execute(&mut **tx).await?.rows_affected() == 1)
}

/// Returns whether nobody was told before, be it by another program.
pub(crate) async fn announce(tx: &mut Tx, proposal: &str, at: Timestamp) -> Result<bool> {
    let done = query(
        "INSERT INTO discovery_decisions (proposal, state, decided_at) VALUES ($1, $2, $3)
         ON CONFLICT (proposal) DO NOTHING",
    )
    .bind(proposal)
    .bind(State::Announced.into_str())
    .bind(at.0)
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

pub(crate) async fn decide(tx: &mut Tx, proposal: &str, state: State, at: Timestamp) -> Result<()> {
    query(
        "INSERT INTO discovery_decisions (proposal, state, decided_at) VALUES ($1, $2, $3)
         ON CONFLICT (proposal) DO UPDATE SET state = $2, decided_at = $3",
    )
    .bind(proposal)
    .bind(state.into_str())
    .bind(at.0)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Forgets every decision. Returns how many proposals were dismissed.
pub(crate) async fn clear(tx: &mut Tx) -> Result<u64> {
    let dismissed = query("DELETE FROM discovery_decisions WHERE state = $1")
        .bind(State::Dismissed.into_str())
        .execute(&mut **tx)
        .await?;
    query("DELETE FROM discovery_decisions").execute(&mut **tx).await?;
    Ok(dismissed.rows_affected())
}

/// Deletes all but the newest decisions of each kind, and returns the proposals that are
/// forgotten.
pub(crate) async fn prune(tx: &mut Tx, keep: i64) -> Result<Vec<String>> {
    let mut gone: Vec<String> = Vec::new();
    for state in [State::Announced, State::Dismissed, State::Approved] {
        let of_state: Vec<String> = query_scalar(
            "DELETE FROM discovery_decisions WHERE proposal IN
                 (SELECT proposal FROM discovery_decisions WHERE state = $1
                  ORDER BY decided_at DESC, proposal LIMIT 1000000 OFFSET $2)
             RETURNING proposal",
        )
        .bind(state.into_str())
        .bind(keep)
        .fetch_all(&mut **tx)
        .await?;
        gone.extend(of_state);
    }
    Ok(gone)
}
