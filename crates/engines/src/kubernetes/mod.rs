//! A Kubernetes cluster. Its pods are containers; and it says what in it leads to services, in
//! records of our own.
//!
//! A program can be built without what speaks with it (the feature `kubernetes`): then there is no
//! cluster that can be reached, and it says why.

#[cfg(not(feature = "kubernetes"))]
mod absent;
mod change;
#[cfg(feature = "kubernetes")]
mod cluster;
pub mod plan;
mod records;
mod settings;

#[cfg(not(feature = "kubernetes"))]
pub use absent::{Kubernetes, Workspace};
pub use change::{ClusterChange, Kind, Part, Thing, ThingName, Things};
#[cfg(feature = "kubernetes")]
pub use cluster::{Kubernetes, Workspace};
pub use plan::ObjectKind;
pub use records::{
    BackendPort, Ingress, IngressRule, Keep, Marks, Namespace, Node, ObjectName, OwnPod, Service,
    ServiceKind, ServicePort,
};
pub use settings::{KubernetesSettings, MetricsSettings};
