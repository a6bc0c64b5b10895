//! What machines in the network announce.

mod group;
mod notes;
mod observe;
mod source;
mod txt;
mod types;

pub(crate) use source::MdnsSource;
pub(crate) use types::problems;
