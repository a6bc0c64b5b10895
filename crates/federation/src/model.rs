//! Other gateways, as rules see them.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use catalog::{App, HealthStatus, Origin, RemoteApp};
use kit::Timestamp;
use routing::{KeyHash, Upstream};

use crate::protocol::{PeerId, Record, SharedApp};

/// What scale.md allows; whoever comes next is refused.
pub(crate) const MOST_PEERS: usize = 20;
/// What every app of another gateway is marked with.
const TAG: &str = "federated";

/// Another gateway. Its key was pinned when it was first heard of.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Peer {
    /// The newest that it said of itself.
    pub(crate) record: Record,
    pub(crate) connected: bool,
    pub(crate) last_seen: Timestamp,
    /// Since when it is kept out.
    pub(crate) removed_at: Option<Timestamp>,
    pub(crate) held: Arc<Held>,
}

/// The list of apps that was fetched last.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Held {
    /// Empty where nothing was fetched yet.
    pub(crate) digest: String,
    pub(crate) apps: Vec<SharedApp>,
}

/// Everything that is known of other gateways.
#[derive(Debug, Clone, Default)]
pub(crate) struct Peers {
    pub(crate) all: BTreeMap<PeerId, Arc<Peer>>,
    /// Addresses that were invited by hand, and when.
    pub(crate) invited: BTreeMap<String, Timestamp>,
}

impl Peer {
    pub(crate) fn is_member(&self) -> bool {
        self.removed_at.is_none()
    }

    /// Where its apps are opened for our callers: only over TLS, and only from the owner of the key
    /// that it has announced.
    pub(crate) fn upstream(&self) -> Option<Upstream> {
        let said = &self.record.said;
        if !said.open {
            return None;
        }
        let key = said.pin.as_deref().and_then(key_of_pin)?;
        let upstream = Upstream::parse(&said.url, false).ok()?;
        let usable = upstream.endpoint.scheme.is_secure() && upstream.base_path.is_empty();
        usable.then(|| upstream.with_key(key))
    }

    pub(crate) fn is_behind(&self) -> bool {
        self.is_member() && self.held.digest != self.record.said.digest
    }
}

impl Peers {
    pub(crate) fn members(&self) -> impl Iterator<Item = &Arc<Peer>> {
        self.all.values().filter(|peer| peer.is_member())
    }

    pub(crate) fn member(&self, id: &str) -> Option<&Arc<Peer>> {
        self.all.get(&PeerId::parse(id)?).filter(|peer| peer.is_member())
    }

    /// Whether somebody has invited that address since.
    pub(crate) fn is_invited(&self, record: &Record, since: Timestamp) -> bool {
        let invited = self.invited.get(&record.said.gossip.to_string());
        invited.is_some_and(|at| *at >= since)
    }

    /// Their apps, as they are shown among ours. `routed`: opened through us where that can be.
    pub(crate) fn remote_apps(&self, routed: bool) -> Vec<RemoteApp> {
        let mut apps = Vec::new();
        for peer in self.members() {
            let upstream = if routed { peer.upstream() } else { None };
            let shared = peer.held.apps.iter();
            apps.extend(shared.map(|shared| remote_app(peer, shared, upstream.clone())));
        }
        apps
    }
}

/// `sha256/<Base64>`
fn key_of_pin(pin: &str) -> Option<KeyHash> {
    BASE64_STANDARD.decode(pin.strip_prefix("sha256/")?).ok()?.try_into().ok()
}

/// What a gateway that is away said of its apps' health is old.
fn remote_app(peer: &Peer, shared: &SharedApp, upstream: Option<Upstream>) -> RemoteApp {
    let mut tags = shared.tags.clone();
    tags.retain(|tag| tag != TAG);
    tags.push(TAG.to_owned());
    RemoteApp {
        app: App {
            id: format!("{}@{}", shared.id, peer.record.id).into(),
            name: shared.name.clone(),
            icon: shared.icon.clone(),
            tags,
            endpoints: BTreeMap::new(),
            origin: Origin::Federation,
            discovery_meta: None,
            created_at: peer.last_seen,
            updated_at: peer.last_seen,
        },
        url: shared.url.clone(),
        upstream,
        health: if peer.connected { shared.health() } else { HealthStatus::Unknown },
        peer_id: peer.record.id.to_string(),
        peer_name: peer.record.said.name.clone(),
    }
}
