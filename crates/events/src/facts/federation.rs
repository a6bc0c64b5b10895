use serde::{Deserialize, Serialize};

use super::{Audience, Fact};

/// What is known of other gateways has changed. Only programs on the same database need to hear of
/// it: they show it from memory and read it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FederationChanged {}

impl Fact for FederationChanged {
    const KIND: &'static str = "federation_changed";

    fn audience(&self) -> Audience {
        Audience::Devices(Vec::new())
    }
}

/// Another gateway was found, or answers again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PeerConnected {
    pub peer_id: String,
    pub name: String,
}

impl Fact for PeerConnected {
    const KIND: &'static str = "peer_connected";
}

/// Another gateway does not answer any more, or was removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PeerDisconnected {
    pub peer_id: String,
    pub name: String,
}

impl Fact for PeerDisconnected {
    const KIND: &'static str = "peer_disconnected";
}
