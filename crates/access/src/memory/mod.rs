//! Everything that a credential is checked against, in memory: an immutable snapshot that a
//! change replaces. Reading it takes no lock and no query.

mod activity;
mod snapshot;

pub(crate) use activity::Activity;
pub(crate) use snapshot::{DeviceEntry, KeyEntry, Memory, Snapshot, UserEntry};
