use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use crate::Protocol;

/// The namespace and the name of something in a cluster.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectName {
    pub namespace: Arc<str>,
    pub name: Arc<str>,
}

/// Which labels and annotations are kept of what a cluster tells. The rest can be a lot.
pub type Keep = fn(&str) -> bool;

/// The labels and the annotations that were kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    pub labels: BTreeMap<Box<str>, Box<str>>,
    pub annotations: BTreeMap<Box<str>, Box<str>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Service {
    pub name: ObjectName,
    /// Another one when the service was made anew under the same name.
    pub uid: Box<str>,
    pub marks: Marks,
    pub kind: ServiceKind,
    pub cluster_addresses: Vec<IpAddr>,
    pub ports: Vec<ServicePort>,
    /// Addresses and names at which the service's own ports are open outside of the cluster.
    pub outside_addresses: Vec<Box<str>>,
    /// The labels of the pods that it leads to.
    pub selector: BTreeMap<Box<str>, Box<str>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ServiceKind {
    ClusterIp,
    /// Its name leads to the pods themselves.
    Headless,
    NodePort,
    LoadBalancer,
    /// It is another name for this one.
    ExternalName(Box<str>),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ServicePort {
    pub name: Option<Box<str>>,
    pub port: u16,
    /// The pods' port, where the service gives its number.
    pub target: Option<u16>,
    /// The port of every node that leads here.
    pub node_port: Option<u16>,
    pub protocol: Protocol,
    pub app_protocol: Option<Box<str>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ingress {
    pub name: ObjectName,
    pub marks: Marks,
    pub rules: Vec<IngressRule>,
    /// Whether any of it is served over TLS, and for which hosts; none means all.
    pub tls: Option<Vec<Box<str>>>,
    pub addresses: Vec<Box<str>>,
}

/// What leads to one service of the same namespace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IngressRule {
    /// `None`: any host.
    pub host: Option<Box<str>>,
    pub path: Box<str>,
    pub service: Arc<str>,
    pub port: Option<BackendPort>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BackendPort {
    Number(u16),
    Name(Box<str>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Namespace {
    pub name: Arc<str>,
    pub marks: Marks,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    pub name: Arc<str>,
    pub internal_addresses: Vec<IpAddr>,
    pub external_addresses: Vec<IpAddr>,
    /// It takes work at the moment.
    pub ready: bool,
}

/// The pod that this program runs in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnPod {
    pub name: ObjectName,
    pub labels: BTreeMap<String, String>,
}

impl ObjectName {
    pub fn new(namespace: impl Into<Arc<str>>, name: impl Into<Arc<str>>) -> Self {
        ObjectName { namespace: namespace.into(), name: name.into() }
    }
}

impl fmt::Display for ObjectName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.namespace, self.name)
    }
}

impl Marks {
    /// The value of a label, or else of an annotation.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.labels.get(name).or_else(|| self.annotations.get(name)).map(AsRef::as_ref)
    }
}
