use std::sync::atomic::{AtomicI64, Ordering};

use catalog::{AppView, Preview, RouteView};
use kit::Timestamp;
use routing::Scheme;
use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use crate::model::{Choice, Proposal, Source};

/// A service that was found and that an administrator may let in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Proposal)]
pub(crate) struct ProposalView {
    /// `proposal_<source>_<scheme>_<app>_<port>`; the same as long as the service is the same,
    /// whatever its address.
    id: String,
    source: Source,
    detected_scheme: Scheme,
    /// A name or an address.
    detected_host: String,
    /// The port at which the gateway reaches it, where it is published under another than its own.
    detected_port: u16,
    /// One of them can be chosen when the proposal is approved.
    available_ports: Vec<PortView>,
    #[schema(minimum = 0, maximum = 1)]
    confidence: f64,
    suggested_app: AppView,
    suggested_route: RouteView,
    /// What to know before others are let in: the source, the token that callers need, the
    /// address, and which wishes of the service were refused.
    security_notes: Vec<String>,
    tags: Vec<String>,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) last_seen: LastSeen,
    /// How the confidence came about.
    evidence: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PortView {
    port: u16,
    scheme: Scheme,
}

/// It changes with every look, and nothing else has to.
#[derive(Debug)]
pub(crate) struct LastSeen(AtomicI64);

impl LastSeen {
    pub(crate) fn set(&self, at: Timestamp) {
        self.0.store(at.0, Ordering::Relaxed);
    }
}

impl Serialize for LastSeen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Timestamp(self.0.load(Ordering::Relaxed)).serialize(serializer)
    }
}

impl ProposalView {
    pub(crate) fn new(proposal: &Proposal, preview: Preview, last_seen: Timestamp) -> Self {
        let suggested = proposal.suggested();
        let ports = proposal
            .choices
            .iter()
            .map(|Choice { address, scheme, .. }| PortView { port: address.port, scheme: *scheme });
        ProposalView {
            id: proposal.id.clone(),
            source: proposal.service.source,
            detected_scheme: suggested.scheme,
            detected_host: suggested.address.host.clone(),
            detected_port: suggested.address.port,
            available_ports: ports.collect(),
            confidence: proposal.confidence,
            suggested_app: preview.app,
            suggested_route: preview.route,
            security_notes: proposal.security_notes.clone(),
            tags: proposal.plan.tags.clone(),
            last_seen: LastSeen(AtomicI64::new(last_seen.0)),
            evidence: proposal.evidence.clone(),
        }
    }
}

/// How a proposal is approved; the body may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(expecting = "an approval", rename_all = "camelCase")]
pub(crate) struct ApproveInput {
    /// One of `availablePorts`; the detected port where it is left out.
    #[schema(value_type = Option<u16>)]
    pub(crate) port: Option<i64>,
    /// What the app is called, instead of the suggested name.
    pub(crate) name: Option<String>,
    /// The app's tags, instead of the suggested ones. The first is its group in the dashboard.
    pub(crate) tags: Option<Vec<String>>,
    /// Where the app is opened, `/apps/…/`, instead of the suggested path.
    pub(crate) path_base: Option<String>,
}

/// A proposal that is not wanted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DismissedProposal {
    pub(crate) id: String,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) dismissed_at: Timestamp,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DismissedList {
    pub(crate) dismissed: Vec<DismissedProposal>,
    pub(crate) count: usize,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BroughtBack {
    #[schema(example = "restored")]
    pub(crate) status: &'static str,
    pub(crate) id: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Approved {
    #[schema(example = "approved")]
    pub(crate) status: &'static str,
    pub(crate) id: String,
    pub(crate) app: AppView,
    pub(crate) route: RouteView,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Dismissed {
    #[schema(example = "dismissed")]
    pub(crate) status: &'static str,
    pub(crate) id: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Rediscovering {
    #[schema(example = "success")]
    pub(crate) status: &'static str,
    pub(crate) message: String,
    /// How many dismissals were forgotten.
    pub(crate) dismissed_cleared: u64,
    /// How many proposals were taken off the list; those whose services are there come back.
    pub(crate) active_cleared: u64,
}
