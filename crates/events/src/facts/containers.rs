use serde::{Deserialize, Serialize};

use super::Fact;

/// What was done to a container.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContainerDone {
    pub container_id: String,
    /// `started`, `stopped` or `restarted`.
    pub status: String,
    pub message: String,
    /// In seconds.
    pub timestamp: i64,
}

/// What could not be done to a container.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContainerFailed {
    pub container_id: String,
    /// The code of the error.
    pub error: String,
    pub message: String,
    /// In seconds.
    pub timestamp: i64,
}

/// A container ended, and nobody wanted it to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContainerDied {
    pub container_id: String,
    pub container_name: String,
    /// What is kept of its end.
    pub incident_id: String,
    pub message: String,
}

impl Fact for ContainerDied {
    const KIND: &'static str = "container_died";
}

macro_rules! outcomes {
    ($($(#[$doc:meta])* $name:ident($data:ty) = $kind:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
            #[serde(transparent)]
            pub struct $name(pub $data);

            impl Fact for $name {
                const KIND: &'static str = $kind;
            }
        )*
    };
}

outcomes! {
    /// A container was started.
    ContainerStarted(ContainerDone) = "container.start.completed";
    /// A container could not be started.
    ContainerStartFailed(ContainerFailed) = "container.start.failed";
    /// A container was stopped.
    ContainerStopped(ContainerDone) = "container.stop.completed";
    /// A container could not be stopped.
    ContainerStopFailed(ContainerFailed) = "container.stop.failed";
    /// A container was restarted.
    ContainerRestarted(ContainerDone) = "container.restart.completed";
    /// A container could not be restarted.
    ContainerRestartFailed(ContainerFailed) = "container.restart.failed";
}
