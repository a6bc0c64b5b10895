//! Backups: everything that matters of the database in one file, taken while serving, and put back
//! by part or whole.
//!
//! Owns no table: every slice says of its own what belongs into a backup (`store::Part`). Tells
//! `backup_created` and `backup_restored`.

mod archive;
mod config;
mod contents;
mod cover;
mod error;
mod folder;
mod handle;
mod http;
mod metrics;
mod model;
mod offline;
mod restore;
mod schedule;
mod service;
#[cfg(test)]
mod tests;
mod wire;
mod worker;

pub use config::Config;
pub use error::Refusal;
pub use handle::{Backups, Parts};
pub use model::{Manifest, Outcome, Record, Selection};
pub use offline::Offline;

pub const SLICE: web::Declaration =
    web::Declaration { name: "backup", migrations: None, backup: &[], capabilities: &["backups"] };

/// What a backup may hold when it is unpacked. Ours are a few hundred kilobytes; a crafted one
/// would be anything.
const LARGEST: usize = 64 << 20;
