use std::net::IpAddr;

use crate::ContainerId;
use crate::kubernetes::Service;

/// What an engine knows about the place in which its containers run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Surroundings {
    /// The container that this program runs in, if it is one of this engine's.
    pub own: Option<ContainerId>,
    /// The machine of the engine, where it is another than this one.
    pub remote_host: Option<String>,
    /// What leads to pods.
    pub services: Vec<Service>,
    /// The addresses of the machines of a cluster.
    pub nodes: Vec<IpAddr>,
}
