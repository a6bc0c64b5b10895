//! The tables of this slice.

pub(crate) mod counts;
pub(crate) mod executions;
pub(crate) mod outputs;
pub(crate) mod runners;
pub(crate) mod runs;
pub(crate) mod schedules;
pub(crate) mod scripts;
pub(crate) mod workflows;

use std::fmt;
use std::str::FromStr;

use kit::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use store::{AnyRow, Result, Row, StoreError};

use crate::model::{ExecutionStatus, Trigger};

/// A value in a column of text.
fn written(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(unreadable)
}

fn json<T: DeserializeOwned>(row: &AnyRow, column: &str) -> Result<T> {
    serde_json::from_str(&row.try_get::<String, _>(column)?).map_err(unreadable)
}

fn unreadable(cause: impl fmt::Display) -> StoreError {
    StoreError::Unreadable(cause.to_string())
}

fn time(row: &AnyRow, column: &str) -> Result<Timestamp> {
    Ok(Timestamp(row.try_get(column)?))
}

fn maybe_time(row: &AnyRow, column: &str) -> Result<Option<Timestamp>> {
    Ok(row.try_get::<Option<i64>, _>(column)?.map(Timestamp))
}

/// A column that holds one of a few names.
fn name<T: FromStr>(row: &AnyRow, column: &str) -> Result<T> {
    let text: String = row.try_get(column)?;
    text.parse().map_err(|_| unreadable(format!("{column} is {text}")))
}

fn flag(row: &AnyRow, column: &str) -> Result<bool> {
    Ok(row.try_get::<i64, _>(column)? != 0)
}

fn status(row: &AnyRow) -> Result<ExecutionStatus> {
    name(row, "status")
}

fn trigger(row: &AnyRow) -> Result<Trigger> {
    Ok(Trigger { by: row.try_get("triggered_by")?, address: row.try_get("triggered_ip")? })
}
