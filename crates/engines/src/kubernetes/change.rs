use std::sync::Arc;

use super::records::{Ingress, Namespace, Node, ObjectName, Service};
use crate::EngineError;

/// What the stream of exposures says.
#[derive(Debug, Clone)]
pub enum ClusterChange {
    /// Of every part it was said what there is, or why that cannot be seen; and services can be
    /// seen. Said again when they could not be for a while.
    Connected,
    /// What there is of a part. Whatever else was known of it is gone.
    All(Part, Things),
    Changed(Thing),
    Gone(ThingName),
    /// A part cannot be seen at the moment; the stream goes on trying. Said once for each reason.
    Lost(Part, EngineError),
}

/// Things of one kind, in one namespace or in all.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    pub kind: Kind,
    /// `None`: in all.
    pub namespace: Option<Arc<str>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Services,
    Ingresses,
    Namespaces,
    Nodes,
}

#[derive(Debug, Clone)]
pub enum Things {
    Services(Vec<Service>),
    Ingresses(Vec<Ingress>),
    Namespaces(Vec<Namespace>),
    Nodes(Vec<Node>),
}

#[derive(Debug, Clone)]
pub enum Thing {
    Service(Service),
    Ingress(Ingress),
    Namespace(Namespace),
    Node(Node),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ThingName {
    Service(ObjectName),
    Ingress(ObjectName),
    Namespace(Arc<str>),
    Node(Arc<str>),
}
