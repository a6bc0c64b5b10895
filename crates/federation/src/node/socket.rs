//! Sealed datagrams under the gossip.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use chitchat::transport::{Socket, Transport};
use chitchat::{ChitchatMessage, Deserializable, Serializable};
use tokio::net::UdpSocket;

use super::{Reach, may_send};
use crate::metrics::Figures;
use crate::protocol::{Cipher, OVERHEAD, Purpose};

/// What one datagram can hold.
const LARGEST: usize = 65_507;
/// A socket that fails at once would otherwise keep a core busy.
const PAUSE: Duration = Duration::from_millis(100);

pub(super) struct SealedTransport {
    pub(super) cipher: Arc<Cipher>,
    pub(super) own: SocketAddr,
    pub(super) reach: Reach,
    pub(super) figures: Figures,
}

#[async_trait]
impl Transport for SealedTransport {
    async fn open(&self, address: SocketAddr) -> anyhow::Result<Box<dyn Socket>> {
        Ok(Box::new(SealedSocket {
            socket: UdpSocket::bind(address).await?,
            cipher: self.cipher.clone(),
            own: self.own,
            reach: self.reach.clone(),
            figures: self.figures.clone(),
            buffer: vec![0; LARGEST],
        }))
    }
}

struct SealedSocket {
    socket: UdpSocket,
    cipher: Arc<Cipher>,
    own: SocketAddr,
    reach: Reach,
    figures: Figures,
    buffer: Vec<u8>,
}

impl SealedSocket {
    /// Who does not know the secret hears nothing, not even a refusal.
    fn read(&self, datagram: &[u8]) -> Option<ChitchatMessage> {
        let opened = self.cipher.open(Purpose::Gossip, datagram)?;
        let mut rest = opened.as_slice();
        let message = ChitchatMessage::deserialize(&mut rest).ok()?;
        rest.is_empty().then_some(message)
    }
}

#[async_trait]
impl Socket for SealedSocket {
    /// A message that cannot be sent is a lost one, with which gossip lives.
    async fn send(&mut self, to: SocketAddr, message: ChitchatMessage) -> anyhow::Result<()> {
        let content = message.serialize_to_vec();
        let possible = may_send(self.own, to) && (self.reach)(to);
        if possible && content.len() + OVERHEAD <= LARGEST {
            let sealed = self.cipher.seal(Purpose::Gossip, &content);
            match self.socket.send_to(&sealed, to).await {
                Ok(sent) => self.figures.sent(sent),
                Err(error) => tracing::debug!(%to, %error, "a peer cannot be sent to"),
            }
        }
        Ok(())
    }

    async fn recv(&mut self) -> anyhow::Result<(SocketAddr, ChitchatMessage)> {
        loop {
            let (length, from) = match self.socket.recv_from(&mut self.buffer).await {
                Ok(received) => received,
                Err(error) => {
                    tracing::debug!(%error, "a datagram could not be received");
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            };
            match self.read(&self.buffer[..length]) {
                Some(message) => {
                    self.figures.received(length);
                    return Ok((from, message));
                }
                None => self.figures.dropped(),
            }
        }
    }
}
