//! What tests share: real databases, the real program as a process of its own, slices behind a
//! router, and waiting with a deadline. It panics freely, because a test that cannot begin has
//! failed.

mod binary;
mod cache_folder;
mod client;
mod database;
mod deadline;
pub mod docker;
mod gateway;
pub mod harness;
mod kubernetes;
mod launch;
pub mod multicast;
mod network;
mod postgres;
mod process_guard;
mod skip;

pub use binary::gatehouse_binary;
pub(crate) use cache_folder::cache_folder;
pub use database::{Database, both};
pub use deadline::{PATIENCE, deadline};
pub use docker::{DockerEngine, docker};
pub use gateway::Gateway;
pub use kubernetes::{KubernetesCluster, Outage, kubernetes};
pub use launch::Launch;
pub use network::{free_port, lan_address};
pub use postgres::{Cluster, postgres};
pub use skip::skipped;
