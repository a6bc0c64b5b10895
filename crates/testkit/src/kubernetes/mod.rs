//! Real Kubernetes: one cluster of one node for each test process, whose pods run on the test
//! process's Docker engine.

mod api;
mod cluster;
mod credentials;
mod kubelet;
mod outage;
mod process_guard;
mod programs;
mod workloads;

use std::sync::OnceLock;

pub use cluster::KubernetesCluster;
pub use outage::Outage;

/// The cluster that the tests of this process share; it ends with the process. `None` when
/// `GATEHOUSE_TEST_SKIP` names `kubernetes`, or `docker`, without which there is none.
pub fn kubernetes() -> Option<&'static KubernetesCluster> {
    static SHARED: OnceLock<KubernetesCluster> = OnceLock::new();
    if crate::skipped("kubernetes") {
        return None;
    }
    let docker = crate::docker()?;
    Some(SHARED.get_or_init(|| KubernetesCluster::start(docker)))
}
