//! Docker and Kubernetes, and nothing else in the program talks to them. What can be asked of them
//! is a closed set of calls: no path, filter or command is ever put together from what a label, a
//! name or a caller says. An id is a [`ContainerId`], which cannot leave its place in a path.

mod cause;
mod change;
mod container;
mod docker;
mod engine;
mod error;
mod id;
pub mod kubernetes;

pub use change::Change;
pub use container::{Attachment, Container, Details, Mount, Port, Protocol, State};
pub use docker::{Docker, DockerAddress, InvalidDockerAddress, Reach, Standpoint};
pub use engine::{Engine, Runtime};
pub use error::{EngineError, Fault};
pub use id::{ContainerId, InvalidContainerId};
pub use kubernetes::{Kubernetes, KubernetesSettings};
