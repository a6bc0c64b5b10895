//! What people do with peers.

use std::sync::Arc;
use std::time::Duration;

use events::facts::{ConfigReloaded, FederationChanged, PeerDisconnected};
use events::{Change, IconClass};
use kit::{Actor, Error, ErrorKind, Result};
use tokio::time::Instant;

use crate::address::HostPort;
use crate::model::{Held, Peer, Peers};
use crate::node::{Exchanged, ask_all};
use crate::{Federation, store};

const MOST_INVITATIONS: usize = 64;

/// What an exchange with everybody brought.
#[derive(Debug)]
pub(crate) struct Synced {
    pub(crate) peers: usize,
    pub(crate) exchanged: Exchanged,
    pub(crate) took: Duration,
}

impl Federation {
    pub(crate) fn peer(&self, id: &str) -> Result<Arc<Peer>> {
        self.member()?;
        self.peers().member(id).cloned().ok_or_else(|| Error::not_found("This peer"))
    }

    /// Its apps go with it, and it is kept out.
    pub(crate) async fn remove(&self, actor: &Actor, id: &str) -> Result<()> {
        self.peer(id)?;
        let _writing = self.writing().await;
        let peer = self.peer(id)?;
        let mut peers = Peers::clone(&self.peers());
        let (peer_id, name) = (peer.record.id.to_string(), peer.record.said.name.clone());
        let removed = Peer {
            connected: false,
            removed_at: Some(self.clock().now()),
            held: Arc::new(Held::default()),
            ..Peer::clone(&peer)
        };
        let address = removed.record.said.gossip.to_string();
        let message = format!("{name} was removed, and its apps with it");
        let mut change = Change::by(actor.clone(), "federation.peer_removed")
            .target(peer_id.as_str())
            .notice("Radio", IconClass::Info, message.as_str())
            .fact(&FederationChanged {})
            .fact(&ConfigReloaded { message, changed: vec!["apps".to_owned()] });
        if peer.connected {
            change = change.fact(&PeerDisconnected { peer_id, name });
        }
        let mut tx = self.events().begin().await?;
        store::put_peer(&mut tx, &removed).await?;
        store::remove_apps(&mut tx, &removed.record.id).await?;
        store::remove_invitation(&mut tx, &address).await?;
        tx.record(&change).await?;
        tx.commit().await?;
        peers.invited.remove(&address);
        peers.all.insert(removed.record.id.clone(), Arc::new(removed));
        self.show(peers);
        Ok(())
    }

    /// Greets whoever is at that address, also one who was removed.
    pub(crate) async fn invite(&self, actor: &Actor, address: &str) -> Result<()> {
        self.member()?;
        let address = HostPort::parse(address, self.config().gossip_port);
        let address =
            address.ok_or_else(|| Error::invalid("address", "expected HOST or HOST:PORT"))?;
        let found = address.resolve().await;
        let _writing = self.writing().await;
        let mut peers = Peers::clone(&self.peers());
        let text = address.to_string();
        if peers.invited.len() >= MOST_INVITATIONS && !peers.invited.contains_key(&text) {
            let message = "There are too many invitations; remove peers first";
            return Err(Error::conflict(message));
        }
        let now = self.clock().now();
        let mut tx = self.events().begin().await?;
        // A name stands for what it means today, so that whoever answers there is known.
        for text in found.iter().map(ToString::to_string).chain([text.clone()]).take(8) {
            store::put_invitation(&mut tx, &text, now).await?;
            peers.invited.insert(text, now);
        }
        let change = Change::by(actor.clone(), "federation.peer_invited")
            .target(text)
            .fact(&FederationChanged {});
        tx.record(&change).await?;
        tx.commit().await?;
        self.show(peers);
        Ok(())
    }

    /// Exchanges everything with everybody, and says what.
    pub(crate) async fn sync(&self) -> Result<Synced> {
        self.member()?;
        if self.own().is_none() {
            let message = "Federation is not running in this program right now";
            return Err(Error::new(ErrorKind::ServiceUnavailable, message));
        }
        let _syncing = self.syncing().await;
        let began = Instant::now();
        let (peers, exchanged) = ask_all(self).await;
        Ok(Synced { peers, exchanged, took: began.elapsed() })
    }
}
