use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;

use kit::Timestamp;

use crate::{ContainerId, Runtime};

/// A container as a list shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Container {
    pub id: ContainerId,
    /// Without the slash that Docker writes before it.
    pub name: Arc<str>,
    pub runtime: Runtime,
    /// Where the runtime has namespaces.
    pub namespace: Option<Arc<str>>,
    /// As it was named when the container was made.
    pub image: String,
    pub labels: BTreeMap<String, String>,
    pub state: State,
    /// In the engine's words: `Up 3 minutes (healthy)`.
    pub status: String,
    pub created: Timestamp,
    /// Published ports, and those that the image or the pod says it listens on.
    pub ports: Vec<Port>,
    pub networks: Vec<Attachment>,
    /// It shares the network of its host, so its ports are the host's.
    pub host_network: bool,
}

/// What only a look at one container tells.
#[derive(Debug, Clone, PartialEq)]
pub struct Details {
    pub container: Container,
    pub environment: Vec<(String, String)>,
    pub command: Vec<String>,
    pub working_dir: String,
    pub user: String,
    pub privileged: bool,
    pub mounts: Vec<Mount>,
    /// When it was started last. It is another one after every restart.
    pub started: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Created,
    Running,
    Paused,
    Restarting,
    Exited,
    Dead,
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Protocol {
    Tcp,
    Udp,
    Sctp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Port {
    /// The address of the host on which it is published.
    pub ip: Option<IpAddr>,
    pub private: u16,
    pub public: Option<u16>,
    pub protocol: Protocol,
}

/// A network that a container is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    pub network: String,
    pub addresses: Vec<IpAddr>,
    /// The host's address in this network.
    pub gateway: Option<IpAddr>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mount {
    /// A path of the host, or the name of a volume.
    pub source: String,
    pub target: String,
    pub read_only: bool,
    pub is_bind: bool,
}
