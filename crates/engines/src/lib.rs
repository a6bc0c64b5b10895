//! Docker and Kubernetes, and nothing else in the program talks to them. What can be asked of them
//! is a closed set of calls: no path, filter or command is ever put together from what a label, a
//! name or a caller says. An id is a [`ContainerId`], which cannot leave its place in a path.

mod action;
mod blueprint;
mod cause;
mod change;
mod container;
mod docker;
mod engine;
mod error;
mod id;
mod inspected;
mod inventory;
pub mod kubernetes;
mod log;
pub mod plan;
mod surroundings;
mod usage;
mod witness;

pub use action::{Action, Done};
pub use blueprint::{
    Blueprint, Healthcheck, Joined, Limits, Logging, NetworkMode, Privileges, Resolver, Restart,
    Storage, StorageKind, Subnet,
};
pub use change::Change;
pub use container::{Attachment, Container, Details, Mount, Owner, Port, Protocol, State};
pub use docker::{DOCKER_CALLS, Docker, DockerAddress, DockerCall, InvalidDockerAddress, Purpose};
pub use engine::{Engine, Runtime};
pub use error::{EngineError, Fault};
pub use id::{ContainerId, InvalidContainerId};
pub use inspected::Inspected;
pub use inventory::{Entry, Inventory, Snapshot};
pub use kubernetes::{Kubernetes, KubernetesSettings, MetricsSettings};
pub use log::{LEFT_OUT, LONGEST_LOG_LINE, LogLine, LogLines, LogRequest, LogStream, LogTime};
pub use surroundings::{Reach, Surroundings};
pub use usage::Usage;
pub use witness::{Ending, Witness};
