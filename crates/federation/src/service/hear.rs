//! What others say, and what of it is believed.

use std::collections::BTreeSet;
use std::sync::Arc;

use events::facts::{ConfigReloaded, FederationChanged, PeerConnected, PeerDisconnected};
use events::{Change, IconClass};
use kit::{Actor, Error, Result};

use crate::model::{Held, MOST_PEERS, Peer, Peers};
use crate::protocol::{PeerId, Record, read_apps};
use crate::{Federation, store};

/// What somebody is to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    Member,
    /// Removed, one too many, or not who he says.
    Out,
}

impl Standing {
    pub(crate) fn is_member(self) -> bool {
        self == Standing::Member
    }
}

impl Federation {
    /// Takes over what a gateway says of itself, whoever brought it: its signature was checked.
    pub(crate) async fn hear(&self, record: &Record) -> Result<Standing> {
        if record.id == *self.member()?.identity.id() {
            return Ok(Standing::Out);
        }
        let _writing = self.writing().await;
        let mut peers = Peers::clone(&self.peers());
        let known = peers.all.get(&record.id).cloned();
        match verdict(&peers, known.as_deref(), record) {
            Verdict::Refused => return Ok(Standing::Out),
            Verdict::NothingNew => return Ok(Standing::Member),
            Verdict::News => {}
        }
        let peer = Peer {
            record: record.clone(),
            connected: known.as_ref().is_some_and(|peer| peer.connected),
            last_seen: self.clock().now(),
            removed_at: None,
            held: known.as_ref().map(|peer| peer.held.clone()).unwrap_or_default(),
        };
        let mut tx = self.events().begin().await?;
        store::put_peer(&mut tx, &peer).await?;
        let change =
            Change::by(Actor::system(), "federation.peer_added").target(record.id.as_str());
        let change = if known.is_some() { change.unaudited() } else { change };
        tx.record(&change.fact(&FederationChanged {})).await?;
        tx.commit().await?;
        peers.all.insert(record.id.clone(), Arc::new(peer));
        self.show(peers);
        Ok(Standing::Member)
    }

    /// Takes over everything that gossip knows: what each says, and who is there.
    pub(crate) async fn take_over(&self, heard: &[(PeerId, String)]) -> Result<()> {
        let mut present = BTreeSet::new();
        for (id, text) in heard {
            let peers = self.peers();
            let known = peers.all.get(id).filter(|peer| peer.record.text == *text);
            let standing = match known {
                Some(peer) if peer.is_member() => Standing::Member,
                _ => match Record::read(text).filter(|record| record.id == *id) {
                    Some(record) => self.hear(&record).await?,
                    None => Standing::Out,
                },
            };
            if standing.is_member() {
                present.insert(id.clone());
            }
        }
        self.set_present(&present).await
    }

    async fn set_present(&self, present: &BTreeSet<PeerId>) -> Result<()> {
        let other = |peer: &Peer| peer.connected != present.contains(&peer.record.id);
        if !self.peers().members().any(|peer| other(peer)) {
            return Ok(());
        }
        let _writing = self.writing().await;
        let mut peers = Peers::clone(&self.peers());
        let changed: Vec<_> = peers.members().filter(|peer| other(peer)).cloned().collect();
        let mut tx = self.events().begin().await?;
        for peer in changed {
            let connected = !peer.connected;
            let peer = Peer { connected, last_seen: self.clock().now(), ..Peer::clone(&peer) };
            store::put_peer(&mut tx, &peer).await?;
            let change = presence(&peer).fact(&FederationChanged {}).unaudited();
            tx.record(&change).await?;
            peers.all.insert(peer.record.id.clone(), Arc::new(peer));
        }
        tx.commit().await?;
        self.show(peers);
        Ok(())
    }

    /// Takes over the list of apps that this record announces. Returns how many they are.
    pub(crate) async fn take_apps(&self, record: &Record, text: &str) -> Result<usize> {
        let apps =
            read_apps(text).ok_or_else(|| Error::internal_text("this is no list of apps"))?;
        let (count, digest) = (apps.len(), record.said.digest.clone());
        let _writing = self.writing().await;
        let mut peers = Peers::clone(&self.peers());
        let Some(peer) = peers.all.get(&record.id).filter(|peer| peer.is_member()) else {
            return Ok(0);
        };
        // A newer list may have come by another way meanwhile.
        if peer.record.said.digest != digest || peer.held.digest == digest {
            return Ok(count);
        }
        let name = &peer.record.said.name;
        let message = format!("Apps of {name} changed");
        let reload = ConfigReloaded { message, changed: vec!["apps".to_owned()] };
        let mut peer = Peer::clone(peer);
        peer.held = Arc::new(Held { digest, apps });
        let mut tx = self.events().begin().await?;
        store::put_apps(&mut tx, &record.id, &peer.held.digest, text).await?;
        let change = Change::by(Actor::system(), "federation.apps_received").unaudited();
        let change = change.fact(&FederationChanged {}).fact(&reload);
        tx.record(&change).await?;
        tx.commit().await?;
        peers.all.insert(record.id.clone(), Arc::new(peer));
        self.show(peers);
        Ok(count)
    }

    /// The digest of the list of apps that we have of a peer; empty where we have none.
    pub(crate) fn held_of(&self, id: &PeerId) -> String {
        self.peers().all.get(id).map(|peer| peer.held.digest.clone()).unwrap_or_default()
    }

    /// What another program on the database has changed.
    pub(crate) async fn read_again(&self) -> Result<()> {
        let _writing = self.writing().await;
        self.show(store::load(&mut *self.db().read().await?).await?);
        Ok(())
    }
}

enum Verdict {
    Refused,
    NothingNew,
    News,
}

fn verdict(peers: &Peers, known: Option<&Peer>, record: &Record) -> Verdict {
    let Some(peer) = known else {
        let full = peers.members().count() >= MOST_PEERS;
        if full {
            tracing::debug!(id = %record.id, "there are {MOST_PEERS} peers; another one is refused");
        }
        return if full { Verdict::Refused } else { Verdict::News };
    };
    if peer.record.key != record.key {
        tracing::warn!(id = %record.id, "a key that is not the known one has a peer's id; the record is refused");
        return Verdict::Refused;
    }
    match peer.removed_at {
        Some(at) if !peers.is_invited(record, at) => Verdict::Refused,
        Some(_) => Verdict::News,
        None if record.age() > peer.record.age() => Verdict::News,
        None => Verdict::NothingNew,
    }
}

fn presence(peer: &Peer) -> Change {
    let (peer_id, name) = (peer.record.id.to_string(), peer.record.said.name.clone());
    if peer.connected {
        return Change::by(Actor::system(), "federation.peer_connected")
            .target(peer_id.as_str())
            .notice("Radio", IconClass::Success, format!("{name} is connected"))
            .fact(&PeerConnected { peer_id, name });
    }
    Change::by(Actor::system(), "federation.peer_disconnected")
        .target(peer_id.as_str())
        .notice("Radio", IconClass::Warning, format!("{name} does not answer"))
        .fact(&PeerDisconnected { peer_id, name })
}
