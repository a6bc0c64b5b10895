//! Whom to greet: everybody who may be a peer and is not heard of.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::gossip::Gossip;
use super::nearby::Nearby;
use crate::Federation;
use crate::address::HostPort;

const ROUND: Duration = Duration::from_secs(1);
/// Names may come to mean other addresses.
const RESOLVE_AGAIN: Duration = Duration::from_secs(30);

/// Returns when somebody fills our memory.
pub(super) async fn greet(
    federation: &Federation,
    gossip: &Gossip,
    (own, nearby): (SocketAddr, &Nearby),
) {
    let mut written = Written::default();
    loop {
        let Some(heard) = gossip.heard().await else { return };
        let mut wanted = written.addresses(federation).await;
        wanted.extend(nearby.addresses());
        wanted.extend(federation.peers().members().map(|peer| peer.record.said.gossip));
        for address in wanted.into_iter().filter(|it| *it != own && !heard.addresses.contains(it)) {
            gossip.greet(address);
        }
        sleep(ROUND).await;
    }
}

/// Addresses that people wrote: in the configuration, or when they invited somebody.
#[derive(Default)]
struct Written {
    texts: BTreeSet<String>,
    resolved: BTreeSet<SocketAddr>,
    at: Option<Instant>,
}

impl Written {
    async fn addresses(&mut self, federation: &Federation) -> BTreeSet<SocketAddr> {
        let config = federation.config();
        let peers = federation.peers();
        let texts = config.bootstrap_peers.iter().chain(peers.invited.keys());
        let texts: BTreeSet<String> = texts.cloned().collect();
        let fresh = self.at.is_some_and(|at| at.elapsed() < RESOLVE_AGAIN);
        if !fresh || texts != self.texts {
            let mut resolved = BTreeSet::new();
            for text in &texts {
                if let Some(address) = HostPort::parse(text, config.gossip_port) {
                    resolved.extend(address.resolve().await);
                }
            }
            *self = Written { texts, resolved, at: Some(Instant::now()) };
        }
        self.resolved.clone()
    }
}
