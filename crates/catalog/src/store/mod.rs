//! The SQL of this slice, by table.

pub(crate) mod apps;
pub(crate) mod first_checks;
pub(crate) mod health;
pub(crate) mod routes;

use std::fmt::Display;
use std::sync::Arc;

use kit::Timestamp;
use store::{AnyRow, Result, Row, StoreError};

use crate::Origin;

fn text(row: &AnyRow, column: &str) -> Result<Arc<str>> {
    Ok(row.try_get::<String, _>(column)?.into())
}

fn time(row: &AnyRow, column: &str) -> Result<Timestamp> {
    Ok(Timestamp(row.try_get(column)?))
}

fn maybe_time(row: &AnyRow, column: &str) -> Result<Option<Timestamp>> {
    Ok(row.try_get::<Option<i64>, _>(column)?.map(Timestamp))
}

fn origin(row: &AnyRow) -> Result<Origin> {
    let name: String = row.try_get("origin")?;
    name.parse().map_err(|_| unreadable(format!("the origin {name} is not known")))
}

fn unreadable(cause: impl Display) -> StoreError {
    StoreError::Unreadable(cause.to_string())
}

/// Those that can be read: one row that cannot must not keep the others from being served.
fn readable<T>(rows: &[AnyRow], table: &str, read: impl Fn(&AnyRow) -> Result<T>) -> Vec<T> {
    let records = rows.iter().filter_map(|row| {
        read(row)
            .inspect_err(|error| {
                let id: String = row.try_get(0).unwrap_or_default();
                tracing::error!(table, id, %error, "a record is left out");
            })
            .ok()
    });
    records.collect()
}
