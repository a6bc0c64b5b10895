use std::collections::BTreeMap;
use std::fmt;
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
    /// The workload that makes it anew when it is gone.
    pub owner: Option<Owner>,
    /// Under which names it ran before its workload was scaled to nothing.
    pub former_names: Vec<Arc<str>>,
}

impl Container {
    /// Whether it is, or was, called this.
    pub fn answers_to(&self, name: &str) -> bool {
        *self.name == *name || self.former_names.iter().any(|former| **former == *name)
    }
}

/// What a pod belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// `Deployment`, `StatefulSet`, `DaemonSet` or whatever else the cluster calls it.
    pub kind: Arc<str>,
    pub name: Arc<str>,
}

/// What only a look at one container tells.
#[derive(Clone, PartialEq)]
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

/// Without what is in the environment, and on the command line: secrets are.
impl fmt::Debug for Details {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.environment.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("Details")
            .field("container", &self.container)
            .field("environment", &names)
            .field("user", &self.user)
            .field("privileged", &self.privileged)
            .field("mounts", &self.mounts)
            .field("started", &self.started)
            .finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Created,
    Running,
    Paused,
    Restarting,
    Exited,
    Dead,
    /// A workload without a single container: it was scaled to nothing.
    Stopped,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_log_line_shows_what_is_in_an_environment() {
        let container = Container {
            id: ContainerId::parse("4f5c2a9d01ab").expect("an id"),
            name: "db".into(),
            runtime: Runtime::Docker,
            namespace: None,
            image: "db:1".to_owned(),
            labels: BTreeMap::new(),
            state: State::Running,
            status: "Up".to_owned(),
            created: Timestamp(0),
            ports: Vec::new(),
            networks: Vec::new(),
            host_network: false,
            owner: None,
            former_names: Vec::new(),
        };
        let details = Details {
            container,
            environment: vec![("DB_PASSWORD".to_owned(), "hunter2".to_owned())],
            command: vec!["--password=hunter2".to_owned()],
            working_dir: String::new(),
            user: String::new(),
            privileged: false,
            mounts: Vec::new(),
            started: None,
        };
        let shown = format!("{details:?}");
        assert!(shown.contains("DB_PASSWORD") && !shown.contains("hunter2"), "{shown}");
    }
}
