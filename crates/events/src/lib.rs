//! Facts: what happened, in the past tense. A change is recorded inside the transaction that
//! makes it (audit entry, activity entry and outbox row together), gets a number, and is carried
//! to whoever listens after the commit.
//!
//! Owns the tables `outbox`, `audit_log` and `activity`.

mod bus;
mod change;
pub mod facts;
mod follow;
mod model;
mod schema;
mod store;
mod transaction;

pub use bus::{Event, Events};
pub use change::{Change, Notice};
pub use facts::{Audience, Fact};
pub use model::{Activity, AuditEntry, AuditFilter, IconClass};
pub use schema::MIGRATIONS;
pub use transaction::Transaction;
