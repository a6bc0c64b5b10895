//! The use cases.

mod act;
mod bulk;
mod claims;
mod inspect;
mod list;
mod outcome;
mod phase;
mod remember;
mod stats;
mod track;

pub(crate) use act::Accepted;
pub(crate) use bulk::{AT_ONCE, Bulk, Outcome};
pub(crate) use claims::Claims;
pub(crate) use list::{Listed, Listing};
pub(crate) use stats::AllStats;
pub(crate) use track::{Told, component};
