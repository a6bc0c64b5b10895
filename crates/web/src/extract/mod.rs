//! Reading requests: what is malformed is answered with the envelope and a reason.

mod json;
mod object;
mod paging;
mod params;
mod strict;

pub use json::{Json, OptionalJson};
pub use paging::Paging;
pub use params::{Path, Query};
