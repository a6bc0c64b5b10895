//! What becomes of wishes. Each is held against the rules that a person's request would meet; one
//! that fails is left out, with a note.

mod app_id;
mod claims;
mod notes;
mod plan;
#[cfg(test)]
mod tests;

pub(crate) use claims::{Claims, Settled, Taken};
pub(crate) use notes::{line, security_notes};
pub(crate) use plan::{plan, wished_prefix};
