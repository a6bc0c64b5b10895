use std::fmt;

use routing::Scheme;

use super::{Score, ServiceKey, Wishes};

/// A service as a source sees it, in the words that all sources share.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Observation {
    pub(crate) service: ServiceKey,
    /// What it is called where it asks for nothing: the name of the container, service or instance.
    pub(crate) name: String,
    pub(crate) wishes: Wishes,
    /// Tags that the source gives it: those of its chart, its compose project, its kind.
    pub(crate) tags: Vec<String>,
    /// Where it may be reached, the likeliest first. Without any, there is nothing to propose.
    pub(crate) offers: Vec<Offer>,
    /// A path on the server that belongs to its address.
    pub(crate) server_path: String,
    pub(crate) score: Score,
    /// What the source knows beside the score, for `evidence`.
    pub(crate) evidence: Vec<String>,
    /// What somebody should know before they let others in, beyond what every proposal says.
    pub(crate) security_notes: Vec<String>,
    pub(crate) container: Option<ContainerLink>,
    /// The host that announces it, where anybody could take its name.
    pub(crate) announcer: Option<String>,
    /// Another one when the service was started anew, so that it is probed again.
    pub(crate) epoch: String,
}

/// One port of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Offer {
    /// The service's own port, by which the offer is known wherever it is published.
    pub(crate) own_port: u16,
    /// The ways to it, the best first; the first that answers is taken.
    pub(crate) addresses: Vec<Address>,
    /// `None` where only the probe can tell.
    pub(crate) scheme: Option<Scheme>,
    pub(crate) probing: Probing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Probing {
    /// Without an answer it is not offered.
    Decides,
    /// It is offered in any case; an answer is evidence.
    Adds,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Address {
    /// A name or an address; IPv6 without brackets.
    pub(crate) host: String,
    pub(crate) port: u16,
}

/// As it stands in a URL.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            write!(f, "[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{}:{}", self.host, self.port)
        }
    }
}

/// The container that a service runs in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ContainerLink {
    pub(crate) id: String,
    pub(crate) name: String,
    /// Its compose project and service.
    pub(crate) compose: Option<(String, String)>,
}
