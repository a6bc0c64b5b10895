//! One handle over SQLite or PostgreSQL. The same SQL runs on both: `$1` parameters, TEXT for
//! JSON and hashes, BIGINT for numbers, flags and times (milliseconds).
//!
//! Owns the tables `schema_migrations`, `leases` and `settings`.

mod config;
mod db;
mod error;
mod lease;
mod migrate;
mod part;
mod postgres;
mod seal;
mod setting;
mod sqlite;

pub use config::Config;
pub use db::{Conn, Db, Snapshot, Tx};
pub use error::{OpenError, Result, StoreError};
pub use lease::Lease;
pub use migrate::{Migrations, Step};
pub use part::{
    Check, Checked, Credentials, Existing, Part, Record, Restored, Sealed, Seals, Table,
};
pub use seal::Seal;
pub use sqlx::any::AnyRow;
pub use sqlx::{AnyConnection, AssertSqlSafe, Row, query, query_scalar};
