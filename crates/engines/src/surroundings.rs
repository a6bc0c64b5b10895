use std::net::IpAddr;

use crate::kubernetes::Service;
use crate::{Attachment, ContainerId};

/// What an engine knows about the place in which its containers run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Surroundings {
    /// The container that this program runs in, if it is one of this engine's.
    pub own: Option<ContainerId>,
    pub reach: Reach,
    /// The machine of the engine, where it is another than this one.
    pub remote_host: Option<String>,
    /// What leads to pods.
    pub services: Vec<Service>,
    /// The addresses of the machines of a cluster.
    pub nodes: Vec<IpAddr>,
}

/// What can be reached from here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Reach {
    /// Everything that the engine's machine reaches: we are on it, or share its network.
    Host,
    /// Containers in the networks that we are in ourselves, and the machine at their gateways.
    Networks(Vec<Attachment>),
    /// What the engine's machine publishes, at its name or address.
    Remote(String),
    /// We are in a container of somebody else; only trying shows what can be reached from there.
    #[default]
    Unknown,
}
