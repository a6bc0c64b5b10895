//! What is asked of a container.

use std::time::Duration;

use engines::{Action, Container, Runtime, State};
use kit::{Error, ErrorKind, Result};
use strum::{EnumString, IntoStaticStr};

#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub(crate) enum Verb {
    Start,
    Stop,
    Restart,
}

impl Verb {
    /// What a container is when it was done.
    pub(crate) fn done(self) -> &'static str {
        match self {
            Verb::Start => "started",
            Verb::Stop => "stopped",
            Verb::Restart => "restarted",
        }
    }

    pub(crate) fn failed(self) -> ErrorKind {
        match self {
            Verb::Start => ErrorKind::ContainerStartFailed,
            Verb::Stop => ErrorKind::ContainerStopFailed,
            Verb::Restart => ErrorKind::ContainerRestartFailed,
        }
    }

    /// Whether a container is in a state in which this changes anything.
    pub(crate) fn concerns(self, container: &Container) -> bool {
        match self {
            Verb::Start => !is_started(container),
            Verb::Stop => is_started(container),
            Verb::Restart => true,
        }
    }
}

/// A container that is paused does not run, but it can be stopped and started: it counts as what
/// the caller does not ask for. A pod that waits for its image was started.
fn is_started(container: &Container) -> bool {
    match (container.runtime, container.state) {
        (Runtime::Kubernetes, State::Created) => true,
        (_, state) => state.is_up(),
    }
}

/// How long a container has to end by itself.
pub(crate) const USUAL_TIMEOUT: Duration = Duration::from_secs(10);
const TIMEOUTS: std::ops::RangeInclusive<u64> = 1..=300;
/// More replicas than any house has nodes for.
const MOST_REPLICAS: u32 = 100;

/// One of the three, with what belongs to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Order {
    pub(crate) verb: Verb,
    pub(crate) timeout: Duration,
    pub(crate) replicas: Option<u32>,
}

impl Order {
    pub(crate) fn new(verb: Verb) -> Self {
        Order { verb, timeout: USUAL_TIMEOUT, replicas: None }
    }

    pub(crate) fn within(self, seconds: Option<u64>) -> Result<Self> {
        match seconds {
            None => Ok(self),
            Some(seconds) if TIMEOUTS.contains(&seconds) => {
                Ok(Order { timeout: Duration::from_secs(seconds), ..self })
            }
            Some(_) => Err(invalid_timeout()),
        }
    }

    pub(crate) fn replicas(self, count: Option<u32>) -> Result<Self> {
        match count {
            Some(count) if !(1..=MOST_REPLICAS).contains(&count) => {
                Err(Error::invalid("replicas", format!("must be between 1 and {MOST_REPLICAS}")))
            }
            replicas => Ok(Order { replicas, ..self }),
        }
    }

    pub(crate) fn action(self) -> Action {
        let grace = self.timeout;
        match self.verb {
            Verb::Start => Action::Start { replicas: self.replicas },
            Verb::Stop => Action::Stop { grace },
            Verb::Restart => Action::Restart { grace },
        }
    }

    /// Fails where the state of the container does not allow it.
    pub(crate) fn check(self, container: &Container) -> Result<()> {
        // What is paused is neither: it can be woken and it can be ended.
        if container.state == State::Paused || self.verb.concerns(container) {
            return Ok(());
        }
        Err(match self.verb {
            Verb::Stop => {
                Error::new(ErrorKind::ContainerAlreadyStopped, "This container is stopped already")
            }
            _ => Error::new(ErrorKind::ContainerAlreadyStarted, "This container runs already"),
        })
    }
}

pub(crate) fn invalid_timeout() -> Error {
    Error::new(ErrorKind::InvalidTimeout, "The timeout must be between 1 and 300 seconds")
}
