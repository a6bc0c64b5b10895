//! How a container was made: everything that is needed to make another one like it.

use std::collections::BTreeMap;
use std::fmt;

use crate::{ContainerId, Port, Protocol};

/// What its image says by itself is left out.
#[derive(Clone, Default, PartialEq)]
pub struct Blueprint {
    pub id: Option<ContainerId>,
    pub name: String,
    pub image: String,
    pub entrypoint: Option<Vec<String>>,
    pub command: Option<Vec<String>>,
    /// A variable without a value is taken from whoever starts it.
    pub environment: BTreeMap<String, Option<String>>,
    pub labels: BTreeMap<String, String>,
    pub user: Option<String>,
    pub working_dir: Option<String>,
    pub hostname: Option<String>,
    pub domain_name: Option<String>,
    pub terminal: bool,
    pub open_stdin: bool,
    pub published: Vec<Port>,
    pub exposed: Vec<(u16, Protocol)>,
    pub mounts: Vec<Storage>,
    pub network: NetworkMode,
    pub restart: Restart,
    pub healthcheck: Option<Healthcheck>,
    pub stop_signal: Option<String>,
    pub stop_seconds: Option<i64>,
    pub privileges: Privileges,
    pub limits: Limits,
    pub resolver: Resolver,
    pub logging: Option<Logging>,
    /// Names of containers that it must not be started without.
    pub needs: Vec<String>,
    /// What could not be said here.
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub enum NetworkMode {
    /// The one that every container is in that was not told otherwise.
    #[default]
    Default,
    Host,
    None,
    /// That of another container.
    Container(ContainerId),
    Networks(Vec<Joined>),
}

/// A network that a container is in, and what the network is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Joined {
    pub name: String,
    pub aliases: Vec<String>,
    /// Addresses that it was given by hand.
    pub ipv4: Option<String>,
    pub ipv6: Option<String>,
    pub driver: String,
    pub internal: bool,
    pub with_ipv6: bool,
    pub attachable: bool,
    pub options: BTreeMap<String, String>,
    pub subnets: Vec<Subnet>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Subnet {
    pub subnet: String,
    pub gateway: Option<String>,
    pub range: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Storage {
    pub target: String,
    pub read_only: bool,
    pub kind: StorageKind,
}

#[derive(Debug, Clone, PartialEq)]
pub enum StorageKind {
    Bind {
        source: String,
        propagation: Option<String>,
    },
    Volume {
        name: String,
        driver: String,
        options: BTreeMap<String, String>,
    },
    /// A volume that nobody named.
    Anonymous,
    Memory {
        bytes: Option<i64>,
    },
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Restart {
    #[default]
    No,
    Always,
    UnlessStopped,
    OnFailure(Option<i64>),
}

#[derive(Clone, Default, PartialEq)]
pub struct Healthcheck {
    /// As Docker writes it: `CMD` or `CMD-SHELL` first, or `NONE`.
    pub test: Vec<String>,
    /// In nanoseconds, like the next two.
    pub interval: Option<i64>,
    pub timeout: Option<i64>,
    pub start_period: Option<i64>,
    pub retries: Option<i64>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Privileges {
    pub privileged: bool,
    pub read_only: bool,
    pub init: Option<bool>,
    pub added: Vec<String>,
    pub dropped: Vec<String>,
    pub groups: Vec<String>,
    /// As in `/dev/ttyUSB0:/dev/ttyUSB0:rwm`.
    pub devices: Vec<String>,
    pub security: Vec<String>,
    pub kernel: BTreeMap<String, String>,
    pub pid: Option<String>,
    pub ipc: Option<String>,
    pub user_namespace: Option<String>,
    pub runtime: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Limits {
    pub memory: Option<i64>,
    pub memory_swap: Option<i64>,
    pub memory_reservation: Option<i64>,
    pub shared_memory: Option<i64>,
    pub nano_cpus: Option<i64>,
    pub cpu_shares: Option<i64>,
    pub cpu_quota: Option<i64>,
    pub cpu_period: Option<i64>,
    pub cpu_set: Option<String>,
    pub processes: Option<i64>,
    pub out_of_memory_score: Option<i64>,
    /// Name, soft and hard limit.
    pub of_user: Vec<(String, i64, i64)>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Resolver {
    pub servers: Vec<String>,
    pub search: Vec<String>,
    pub options: Vec<String>,
    /// As in `name:address`.
    pub hosts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Logging {
    pub driver: String,
    pub options: BTreeMap<String, String>,
}

/// Without what secrets may be in.
impl fmt::Debug for Blueprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blueprint")
            .field("name", &self.name)
            .field("image", &self.image)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Healthcheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Healthcheck").finish_non_exhaustive()
    }
}
