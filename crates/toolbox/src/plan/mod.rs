//! What a template becomes with the answers of a caller, before anything is made.

mod conflicts;
mod draft;

pub(crate) use conflicts::{Conflict, conflicts};
pub(crate) use draft::{Draft, Request, project};
