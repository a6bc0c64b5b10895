//! Asks services whether they speak HTTP, and how. Any answer counts.

mod ask;
mod prober;
mod queue;
mod race;
mod slots;

use routing::Scheme;

use crate::model::{Address, ServiceKey};

pub(crate) use ask::Asker;
pub(crate) use prober::Prober;
pub(crate) use queue::ProbeQueue;

/// Ports on which most servers speak TLS.
const SECURE_PORTS: [u16; 3] = [443, 8443, 9443];

/// A port that answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) own_port: u16,
    pub(crate) address: Address,
    pub(crate) scheme: Scheme,
    pub(crate) status: u16,
    /// Its certificate is not one that this machine trusts.
    pub(crate) insecure: bool,
    /// The key that it proved to have. Asked for only where anybody can claim to be the service.
    pub(crate) key: Option<String>,
}

/// What came of asking a service: the ports that answered, of those that were asked for.
#[derive(Debug)]
pub(crate) struct Probed {
    pub(crate) service: ServiceKey,
    pub(crate) task: u64,
    pub(crate) findings: Vec<Finding>,
}

/// What a port most likely speaks.
pub(crate) fn guess(port: u16) -> Scheme {
    if SECURE_PORTS.contains(&port) { Scheme::Https } else { Scheme::Http }
}
