//! The SQL of this slice, by table.

pub(crate) mod cookies;
pub(crate) mod devices;
pub(crate) mod keys;
pub(crate) mod pairing;
pub(crate) mod sessions;
pub(crate) mod tokens;
pub(crate) mod users;

use std::sync::Arc;

use kit::{Scopes, Timestamp};
use store::{AnyRow, Result, Row, StoreError};

fn text(row: &AnyRow, column: &str) -> Result<Arc<str>> {
    Ok(row.try_get::<String, _>(column)?.into())
}

fn maybe_text(row: &AnyRow, column: &str) -> Result<Option<Arc<str>>> {
    Ok(row.try_get::<Option<String>, _>(column)?.map(Into::into))
}

fn time(row: &AnyRow, column: &str) -> Result<Timestamp> {
    Ok(Timestamp(row.try_get(column)?))
}

fn maybe_time(row: &AnyRow, column: &str) -> Result<Option<Timestamp>> {
    Ok(row.try_get::<Option<i64>, _>(column)?.map(Timestamp))
}

fn flag(row: &AnyRow, column: &str) -> Result<bool> {
    Ok(row.try_get::<i64, _>(column)? != 0)
}

/// Scopes are stored with spaces between them.
fn scopes(row: &AnyRow) -> Result<Arc<Scopes>> {
    let written: String = row.try_get("scopes")?;
    let scopes = Scopes::parse(written.split_whitespace());
    let unknown = |name| StoreError::Unreadable(format!("the scope {name} is not known"));
    Ok(Arc::new(scopes.map_err(unknown)?))
}

fn written(scopes: &Scopes) -> String {
    scopes.to_strings().join(" ")
}
