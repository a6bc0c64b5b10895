//! Membership and failure detection, which the library `chitchat` does.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::Duration;

use chitchat::{ChitchatConfig, ChitchatHandle, ChitchatId, FailureDetectorConfig, spawn_chitchat};

use super::socket::SealedTransport;
use crate::protocol::{PeerId, Record};

/// Where each gateway puts what it says of itself.
const KEY: &str = "record";
const INTERVAL: Duration = Duration::from_millis(500);
/// How long a start of a gateway that has ended is remembered. One that was only cut off for longer
/// is found again by its address.
const REMEMBER: Duration = Duration::from_secs(3600);
/// What members can have us remember: a digest of all of them fits into one datagram.
const MOST_NODES: usize = 400;

pub(super) struct Gossip {
    handle: ChitchatHandle,
    own: ChitchatId,
}

/// What gossip knows at a moment.
pub(super) struct Heard {
    /// Of every gateway that is alive, the newest that it says.
    pub(super) records: Vec<(PeerId, String)>,
    pub(super) addresses: BTreeSet<SocketAddr>,
}

impl Gossip {
    pub(super) async fn start(
        own: &Record,
        listen: SocketAddr,
        transport: &SealedTransport,
    ) -> anyhow::Result<Self> {
        let (id, said) = (own.id.to_string(), &own.said);
        let own_id = ChitchatId::new(id, said.generation, said.gossip);
        let config = ChitchatConfig {
            chitchat_id: own_id.clone(),
            cluster_id: "gatehouse".to_owned(),
            gossip_interval: INTERVAL,
            listen_addr: listen,
            // Whom to greet is decided by `seeds`, which learns of new ones.
            seed_nodes: Vec::new(),
            failure_detector_config: FailureDetectorConfig {
                initial_interval: Duration::from_secs(2),
                dead_node_grace_period: REMEMBER,
                ..FailureDetectorConfig::default()
            },
            marked_for_deletion_grace_period: REMEMBER,
            catchup_callback: None,
            extra_liveness_predicate: None,
        };
        let first = vec![(KEY.to_owned(), own.text.clone())];
        let handle = spawn_chitchat(config, first, transport).await?;
        Ok(Gossip { handle, own: own_id })
    }

    pub(super) async fn say(&self, record: &Record) {
        let text = record.text.clone();
        self.handle.with_chitchat(|gossip| gossip.self_node_state().set(KEY, &text)).await;
    }

    /// Tells somebody of us who may not know us yet.
    pub(super) fn greet(&self, address: SocketAddr) {
        // It fails only where gossip has ended, which `ended` tells.
        let _ = self.handle.gossip(address);
    }

    /// `None`: somebody fills our memory, and it is better to begin anew.
    pub(super) async fn heard(&self) -> Option<Heard> {
        let own = &self.own;
        let look = |gossip: &mut chitchat::Chitchat| {
            if gossip.node_states().len() > MOST_NODES {
                return None;
            }
            let mut heard = Heard { records: Vec::new(), addresses: BTreeSet::new() };
            for id in gossip.live_nodes().filter(|id| *id != own) {
                let said = gossip.node_state(id).and_then(|state| state.get(KEY));
                let peer = PeerId::parse(&id.node_id);
                if let Some((peer, said)) = peer.zip(said) {
                    heard.records.push((peer, said.to_owned()));
                    heard.addresses.insert(id.gossip_advertise_addr);
                }
            }
            Some(heard)
        };
        self.handle.with_chitchat(look).await
    }

    /// Returns when gossip has ended by itself.
    pub(super) async fn ended(&self) {
        let ended = self.handle.termination_watcher().await;
        tracing::warn!(?ended, "gossip ended; restarting it");
    }
}

impl Drop for Gossip {
    fn drop(&mut self) {
        self.handle.abort();
    }
}
