use std::fmt;

use serde_json::Value;

use crate::Details;

/// A container as we see it and as its engine tells it.
#[derive(Clone, PartialEq)]
pub struct Inspected {
    pub details: Details,
    /// In the engine's own format, with everything that is in the environment.
    pub raw: Value,
}

/// Without what is in the environment.
impl fmt::Debug for Inspected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inspected").field("details", &self.details).finish_non_exhaustive()
    }
}
