//! Keeping up with what others announce.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use futures::stream::FuturesUnordered;
use futures::{StreamExt, future};
use tokio::time::{Instant, sleep};

use super::{Exchanged, exchange};
use crate::Federation;
use crate::model::Peer;
use crate::protocol::PeerId;

const LOOK: Duration = Duration::from_millis(500);
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// When a peer is to be asked again.
struct Plan {
    /// Where it announces something that we do not have.
    retry: Instant,
    pause: Duration,
    /// In any case: gossip may have missed something, or somebody may have disturbed it.
    check: Instant,
}

/// Fetches what others announce, and asks all of them now and then.
pub(super) async fn keep_up(federation: &Federation) -> Infallible {
    let every = federation.config().sync_interval.0;
    let mut plans: BTreeMap<PeerId, Plan> = BTreeMap::new();
    let mut asked: BTreeSet<PeerId> = BTreeSet::new();
    let mut under_way = FuturesUnordered::new();
    loop {
        let now = Instant::now();
        let peers = federation.peers();
        for peer in peers.members() {
            let id = peer.record.id.clone();
            if asked.contains(&id) {
                continue;
            }
            let first = Plan { retry: now, pause: FIRST_PAUSE, check: now + every };
            let plan = plans.entry(id.clone()).or_insert(first);
            let behind = peer.connected && peer.is_behind() && now >= plan.retry;
            if behind || now >= plan.check {
                asked.insert(id);
                under_way.push(ask(federation, peer.clone()));
            }
        }
        plans.retain(|id, _| peers.all.contains_key(id));
        tokio::select! {
            Some((id, well)) = under_way.next() => {
                asked.remove(&id);
                if let Some(plan) = plans.get_mut(&id) {
                    plan.settle(well, every);
                }
            }
            () = federation.changed() => {}
            () = sleep(LOOK) => {}
        }
    }
}

impl Plan {
    fn settle(&mut self, well: bool, every: Duration) {
        let now = Instant::now();
        self.check = now + every;
        self.pause = if well { FIRST_PAUSE } else { (self.pause * 2).min(LONGEST_PAUSE) };
        self.retry = if well { now } else { now + self.pause };
    }
}

async fn ask(federation: &Federation, peer: Arc<Peer>) -> (PeerId, bool) {
    let id = peer.record.id.clone();
    let outcome = exchange(federation, &peer, false).await;
    if let Err(error) = &outcome {
        tracing::debug!(peer = %id, %error, "a peer could not be asked; it is tried again");
    }
    (id, outcome.is_ok())
}

/// Exchanges everything with everybody, for a person who waits: with how many it went well, and
/// what it brought.
pub(crate) async fn ask_all(federation: &Federation) -> (usize, Exchanged) {
    let peers = federation.peers();
    let all = peers.members().map(|peer| exchange(federation, peer, true));
    let done: Vec<_> = future::join_all(all).await.into_iter().flatten().collect();
    let sum = done.iter().fold(Exchanged::default(), |sum, one| Exchanged {
        received: sum.received + one.received,
        sent: sum.sent + one.sent,
    });
    (done.len(), sum)
}
