use serde::{Deserialize, Serialize};

use super::{Audience, Fact};

/// Who may come in has changed. Only programs on the same database need to hear of it: they check
/// credentials from memory and read theirs again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessChanged {}

impl Fact for AccessChanged {
    const KIND: &'static str = "access_changed";

    fn audience(&self) -> Audience {
        Audience::Devices(Vec::new())
    }
}
