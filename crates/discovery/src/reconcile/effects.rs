use std::sync::Arc;

use kit::Timestamp;

use super::watched::ProbeTask;
use crate::model::{Address, ContainerLink, Proposal, ServiceKey, ServiceLink};

/// What is to be done because something changed, in its order.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    pub(crate) showing: Vec<Showing>,
    pub(crate) records: Vec<Record>,
    /// Apps that left their address, or are there again.
    pub(crate) away: Vec<(Arc<str>, bool)>,
    /// What is to be probed from now on; `None`: nothing any more.
    pub(crate) probes: Vec<(ServiceKey, Option<ProbeTask>)>,
    /// Services that are announced elsewhere, and the old address that is to be called.
    pub(crate) calls: Vec<(ServiceKey, Address)>,
}

/// A change of the list of proposals.
#[derive(Debug)]
pub(crate) enum Showing {
    Put(Arc<Proposal>, Timestamp),
    Seen(String, Timestamp),
    Drop(String),
}

/// What is to be written down or told.
#[derive(Debug, Clone)]
pub(crate) enum Record {
    /// `is_new`: it was never there before.
    Appeared {
        proposal: Arc<Proposal>,
        is_new: bool,
    },
    Withdrawn(String),
    Claimed(ServiceKey, Arc<str>),
    Unclaimed(ServiceKey),
    Follow(Box<Follow>),
    /// A route is not sent after its service, because the way there is less protected than the one
    /// that somebody approved.
    Stayed(Box<Follow>),
    /// A service that was let in is announced elsewhere, and nothing proves that it is the same.
    Unproven(Box<Follow>),
}

/// A route whose service is elsewhere now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Follow {
    pub(crate) app_id: Arc<str>,
    /// As it was.
    pub(crate) before: ServiceLink,
    pub(crate) to: String,
    pub(crate) insecure: bool,
    /// The way is less protected than before.
    pub(crate) is_worse: bool,
    pub(crate) container: Option<ContainerLink>,
}
