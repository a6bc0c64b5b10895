//! The JSON of this slice, in and out.

use std::collections::BTreeMap;
use std::sync::Arc;

use kit::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Federation;
use crate::model::Peer;
use crate::service::Synced;

/// Another gateway.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PeerView {
    /// It follows from the gateway's key and never changes.
    id: String,
    name: String,
    /// Where people reach it.
    address: String,
    gossip_address: String,
    status: PeerStatus,
    #[schema(value_type = String, format = DateTime)]
    last_seen: Timestamp,
    /// Of its program.
    version: String,
    /// How many of its apps are shown here.
    service_count: usize,
    /// Whether its apps open through this gateway; else they open at their own.
    remote_routes: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PeerStatus {
    Connected,
    Disconnected,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PeerList {
    peers: Vec<PeerView>,
    count: usize,
    /// Whether federation is switched on.
    enabled: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FederationStatus {
    enabled: bool,
    /// Empty while federation is switched off.
    local_peer_id: String,
    local_peer_name: String,
    peer_count: usize,
    /// How many are `connected`, and how many `disconnected`.
    #[schema(value_type = BTreeMap<String, usize>)]
    peers_by_status: BTreeMap<PeerStatus, usize>,
    /// Whether this program is among its peers right now.
    running: bool,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct InviteInput {
    /// `HOST` or `HOST:PORT`, where the peer gossips.
    #[schema(example = "attic.local:7946")]
    pub(crate) address: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FederationDone {
    pub(crate) success: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SyncReport {
    /// Whether every peer answered.
    success: bool,
    peers_contacted: usize,
    /// Apps that peers sent us, over all of them.
    services_received: usize,
    /// Apps that we sent to peers, over all of them.
    services_sent: usize,
    duration_ms: u64,
}

impl PeerView {
    /// A gateway that is there is seen right now.
    pub(crate) fn new(federation: &Federation, peer: &Peer) -> Self {
        let (said, now) = (&peer.record.said, federation.clock().now());
        PeerView {
            id: peer.record.id.to_string(),
            name: said.name.clone(),
            address: said.url.clone(),
            gossip_address: said.gossip.to_string(),
            status: status(peer),
            last_seen: if peer.connected { now } else { peer.last_seen },
            version: said.version.clone(),
            service_count: peer.held.apps.len(),
            remote_routes: federation.config().allow_remote_routes && peer.upstream().is_some(),
        }
    }
}

fn status(peer: &Peer) -> PeerStatus {
    if peer.connected { PeerStatus::Connected } else { PeerStatus::Disconnected }
}

impl PeerList {
    pub(crate) fn new(federation: &Federation) -> Self {
        let peers = federation.peers();
        let view = |peer: &Arc<Peer>| PeerView::new(federation, peer);
        let mut peers: Vec<_> = peers.members().map(view).collect();
        peers.sort_by_cached_key(|peer| (peer.name.to_lowercase(), peer.id.clone()));
        PeerList { count: peers.len(), peers, enabled: federation.is_enabled() }
    }
}

impl FederationStatus {
    pub(crate) fn new(federation: &Federation) -> Self {
        let id = federation.member().map(|member| member.identity.id().to_string());
        let peers = federation.peers();
        let mut by_status =
            BTreeMap::from([(PeerStatus::Connected, 0), (PeerStatus::Disconnected, 0)]);
        for peer in peers.members() {
            *by_status.entry(status(peer)).or_default() += 1;
        }
        FederationStatus {
            enabled: federation.is_enabled(),
            local_peer_id: id.unwrap_or_default(),
            local_peer_name: federation.instance().name.clone(),
            peer_count: peers.members().count(),
            peers_by_status: by_status,
            running: federation.is_running(),
        }
    }
}

impl SyncReport {
    pub(crate) fn new(synced: &Synced, peers: usize) -> Self {
        SyncReport {
            success: synced.peers >= peers,
            peers_contacted: synced.peers,
            services_received: synced.exchanged.received,
            services_sent: synced.exchanged.sent,
            duration_ms: u64::try_from(synced.took.as_millis()).unwrap_or(u64::MAX),
        }
    }
}
