//! What is asked of an engine to make.

use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use crate::Protocol;

pub type Labels = BTreeMap<String, String>;

/// A container as it should be. What is empty is as the image says, or as is usual.
#[derive(Clone, Default, PartialEq)]
pub struct ContainerPlan {
    pub name: String,
    pub image: String,
    pub entrypoint: Option<Vec<String>>,
    pub command: Option<Vec<String>>,
    pub environment: BTreeMap<String, String>,
    pub labels: Labels,
    pub user: Option<String>,
    pub working_dir: Option<String>,
    pub hostname: Option<String>,
    pub health: Option<HealthTest>,
    pub stop_signal: Option<String>,
    pub stop_after: Option<Duration>,
    pub tty: bool,
    pub stdin_open: bool,
    pub ports: Vec<Publish>,
    pub exposed: Vec<u16>,
    pub mounts: Vec<MountPlan>,
    /// Written into it before it starts.
    pub files: Vec<FilePlan>,
    pub tmpfs: Vec<String>,
    pub network: NetworkPlan,
    pub restart: RestartPlan,
    pub limits: Limits,
    pub extra_hosts: Vec<String>,
    pub dns: Vec<String>,
    pub rights: Rights,
}

/// Without values that may be secret.
impl fmt::Debug for ContainerPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("ContainerPlan");
        shown.field("name", &self.name).field("image", &self.image).finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HealthTest {
    /// `CMD`, `CMD-SHELL` or `NONE` first.
    pub test: Vec<String>,
    pub interval: Option<Duration>,
    pub timeout: Option<Duration>,
    pub retries: Option<u32>,
    pub start_period: Option<Duration>,
}

/// A port of a container at the machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publish {
    pub private: u16,
    /// `None`: the engine chooses.
    pub public: Option<u16>,
    /// `None`: at all addresses.
    pub ip: Option<IpAddr>,
    pub protocol: Protocol,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MountPlan {
    /// A path of the machine, or the name of a volume.
    pub source: String,
    pub target: String,
    pub read_only: bool,
    pub is_bind: bool,
}

/// A small file in a container.
#[derive(Clone, PartialEq, Eq)]
pub struct FilePlan {
    /// Absolute, without `.` and `..`.
    pub path: String,
    pub content: String,
    pub mode: u32,
    pub user: u32,
    pub group: u32,
}

/// Without what may be secret.
impl fmt::Debug for FilePlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FilePlan").field("path", &self.path).finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum NetworkPlan {
    /// The engine's first network.
    #[default]
    Usual,
    Host,
    None,
    /// Networks by name, each with the names that the container has in it.
    Networks(BTreeMap<String, Vec<String>>),
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RestartPlan {
    #[default]
    Never,
    Always,
    UnlessStopped,
    OnFailure,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Limits {
    pub memory: Option<i64>,
    pub memory_reservation: Option<i64>,
    pub shared_memory: Option<i64>,
    pub cpus: Option<f64>,
    pub processes: Option<i64>,
    /// Name, soft and hard limit.
    pub ulimits: Vec<(String, i64, i64)>,
}

/// What a container may do beyond the usual, or may not do of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rights {
    pub privileged: bool,
    pub read_only: bool,
    pub init: bool,
    pub host_pid: bool,
    pub host_ipc: bool,
    pub cap_add: Vec<String>,
    pub cap_drop: Vec<String>,
    pub security: Vec<String>,
    pub devices: Vec<String>,
    pub groups: Vec<String>,
    pub sysctls: BTreeMap<String, String>,
}

/// How a container is, for who waits for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Condition {
    pub running: bool,
    pub restarting: bool,
    /// It was started at least once.
    pub started: bool,
    pub exit_code: i64,
    pub restarts: i64,
    /// `None` where nothing asks for it.
    pub health: Option<HealthState>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HealthState {
    Starting,
    Healthy,
    Unhealthy,
}

/// How far an image has come.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pulled {
    /// In the engine's words, one line.
    pub message: String,
    pub current: u64,
    pub total: u64,
}
