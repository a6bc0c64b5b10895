//! What a cluster is asked to make.

use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use crate::Protocol;
use crate::plan::{FilePlan, HealthTest, Labels};

/// A Deployment of one container. What is empty is as the image says, or as is usual.
#[derive(Clone, Default, PartialEq)]
pub struct WorkloadPlan {
    pub name: String,
    /// On everything of it, its pods too. They find it, so they never change.
    pub labels: Labels,
    pub annotations: Labels,
    pub replicas: u32,
    /// With another one the pods are made anew.
    pub revision: String,
    pub image: String,
    /// Ask the registry although the image is there.
    pub pull: bool,
    pub entrypoint: Option<Vec<String>>,
    pub command: Option<Vec<String>>,
    /// Kept in a Secret.
    pub environment: BTreeMap<String, String>,
    pub working_dir: Option<String>,
    pub hostname: Option<String>,
    /// What other names mean in its pods.
    pub hosts: BTreeMap<IpAddr, Vec<String>>,
    pub health: Option<HealthTest>,
    pub stop_after: Option<Duration>,
    pub tty: bool,
    pub stdin_open: bool,
    pub claims: Vec<ClaimMount>,
    /// Kept in a Secret; their owner is root.
    pub files: Vec<FilePlan>,
    /// Folders in memory, with the most that they hold.
    pub memory_folders: Vec<(String, Option<i64>)>,
    pub limits: WorkloadLimits,
    pub rights: WorkloadRights,
}

impl WorkloadPlan {
    /// What holds the environment of this revision is called.
    pub fn secret_name(&self) -> String {
        format!("{}-{}", self.name, self.revision)
    }

    /// What holds its files is called, where there are any.
    pub fn files_name(&self) -> Option<String> {
        (!self.files.is_empty()).then(|| format!("{}-files", self.secret_name()))
    }
}

/// Without values that may be secret.
impl fmt::Debug for WorkloadPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("WorkloadPlan");
        shown.field("name", &self.name).field("image", &self.image).finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimMount {
    pub claim: String,
    pub target: String,
    pub read_only: bool,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct WorkloadLimits {
    pub memory: Option<i64>,
    pub memory_reservation: Option<i64>,
    pub cpus: Option<f64>,
}

/// What its container may do beyond the usual, or may not do of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WorkloadRights {
    pub user: Option<i64>,
    pub group: Option<i64>,
    pub groups: Vec<i64>,
    pub privileged: bool,
    pub read_only: bool,
    /// Somebody else is the first process, and buries orphans.
    pub init: bool,
    pub no_new_privileges: bool,
    /// Without `CAP_`.
    pub cap_add: Vec<String>,
    pub cap_drop: Vec<String>,
}

/// What leads to a workload.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ServicePlan {
    pub name: String,
    pub labels: Labels,
    pub annotations: Labels,
    /// The labels of the pods.
    pub selector: Labels,
    pub ports: Vec<ServicePortPlan>,
    /// Whether every node of the cluster leads to it.
    pub at_nodes: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServicePortPlan {
    pub port: u16,
    pub protocol: Protocol,
    /// `None`: the cluster chooses, where there is to be one.
    pub node_port: Option<u16>,
}

/// The kinds of things that are made here and removed again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectKind {
    Workloads,
    Services,
    Secrets,
    Claims,
}

/// A workload as it is in the cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkloadSeen {
    pub name: String,
    pub labels: Labels,
    pub replicas: u32,
}

/// How far the pods of a workload's newest revision are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rollout {
    /// All are there and well, and no others.
    pub complete: bool,
    /// One of them runs, and is not well yet.
    pub unready: bool,
    /// How often one of them has ended.
    pub restarts: i32,
    /// Why one cannot run, in the cluster's words.
    pub waiting: Option<Waiting>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// One word.
    pub reason: String,
    pub message: String,
}
