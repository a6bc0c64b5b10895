use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Audience, Fact};

/// A service was found that an administrator may let in. The data is the proposal as the API shows
/// it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Discovered(pub Value);

impl Fact for Discovered {
    const KIND: &'static str = "discovery";
}

/// A proposal became an app and a route.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposalApproved {
    pub proposal_id: String,
    /// As the API shows them.
    pub app: Value,
    pub route: Value,
}

impl Fact for ProposalApproved {
    const KIND: &'static str = "proposal_approved";
}

/// A proposal is not wanted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposalDismissed {
    pub proposal_id: String,
}

impl Fact for ProposalDismissed {
    const KIND: &'static str = "proposal_dismissed";
}

/// A proposal that was dismissed may be proposed again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposalRestored {
    pub proposal_id: String,
}

impl Fact for ProposalRestored {
    const KIND: &'static str = "proposal_restored";
}

/// The service of a proposal is gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposalWithdrawn {
    pub proposal_id: String,
}

impl Fact for ProposalWithdrawn {
    const KIND: &'static str = "proposal_withdrawn";
}

/// What was decided about proposals is forgotten. Only programs on the same database need to hear
/// of it: they propose from memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionsCleared {}

impl Fact for DecisionsCleared {
    const KIND: &'static str = "discovery_cleared";

    fn audience(&self) -> Audience {
        Audience::Devices(Vec::new())
    }
}
