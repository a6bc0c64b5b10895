mod callers;
mod quarters;

use store::{AnyConnection, AnyRow, Result, Row, Tx, query};
use web::Counts;

pub(crate) use self::callers::{add_uses, callers_of, forget_callers};
pub(crate) use self::quarters::{
    add_quarter, apps_since, forget_quarters_before, quarters_of, quarters_since,
};
use crate::model::{Hour, Tally};

pub(crate) async fn hours_since(conn: &mut AnyConnection, oldest: i64) -> Result<Vec<Hour>> {
    let sql = "SELECT * FROM hourly_figures WHERE hour >= $1 ORDER BY hour";
    let rows = query(sql).bind(oldest).fetch_all(conn).await?;
    rows.iter().map(hour).collect()
}

fn hour(row: &AnyRow) -> Result<Hour> {
    let number = |column| row.try_get::<i64, _>(column).map(|value| value.max(0).unsigned_abs());
    Ok(Hour {
        number: row.try_get("hour")?,
        tally: Tally {
            since: kit::Timestamp(row.try_get("since")?),
            requests: number("requests")?,
            micros: number("micros")?,
            up_millis: number("up_millis")?,
        },
        routes: number("routes")?,
        devices: number("devices")?,
        discoveries: number("discoveries")?,
    })
}

/// Adds to an hour; what there is of each thing is what there was last.
pub(crate) async fn add(tx: &mut Tx, number: i64, tally: &Tally, counts: &Counts) -> Result<()> {
    query(
        "INSERT INTO hourly_figures
             (hour, since, requests, micros, up_millis, routes, devices, discoveries)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (hour) DO UPDATE SET
             requests = hourly_figures.requests + $3,
             micros = hourly_figures.micros + $4,
             up_millis = hourly_figures.up_millis + $5,
             routes = $6, devices = $7, discoveries = $8",
    )
    .bind(number)
    .bind(tally.since.0)
    .bind(signed(tally.requests))
    .bind(signed(tally.micros))
    .bind(signed(tally.up_millis))
    .bind(signed(counts.routes))
    .bind(signed(counts.devices))
    .bind(signed(counts.discoveries))
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn forget_before(tx: &mut Tx, oldest: i64) -> Result<()> {
    let sql = "DELETE FROM hourly_figures WHERE hour < $1";
    query(sql).bind(oldest).execute(&mut **tx).await?;
    Ok(())
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
