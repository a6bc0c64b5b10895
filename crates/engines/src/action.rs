use std::time::Duration;

use crate::State;

/// What can be done to a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Start {
        /// How many there shall be, where a workload can have several; one where nothing is said.
        replicas: Option<u32>,
    },
    /// It has this long to end by itself.
    Stop {
        grace: Duration,
    },
    Restart {
        grace: Duration,
    },
}

/// What was done, and what should be known about it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Done {
    pub warning: Option<String>,
}

#[cfg(feature = "kubernetes")]
impl Done {
    pub(crate) fn but(warning: impl Into<String>) -> Self {
        Done { warning: Some(warning.into()) }
    }
}

impl State {
    /// Whether something runs, or is about to.
    pub fn is_up(self) -> bool {
        matches!(self, State::Running | State::Paused | State::Restarting)
    }
}
