//! What may be registered, and what a run may be given.

mod names;
mod parameters;
mod registration;

pub(crate) use self::names::slug;
pub(crate) use self::parameters::{Given, INVALID_PARAMETERS, check_part, masked, resolve};
pub(crate) use self::registration::{check_script, keep_masked, scopes, text};
