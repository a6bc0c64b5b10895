//! The management socket as slices see it: commands that they answer, sessions that they send to.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures::future::BoxFuture;
use kit::Principal;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// A message type from a client that a slice answers, such as a log subscription.
pub trait Command: Send + Sync {
    fn kind(&self) -> &'static str;

    fn run<'a>(&'a self, session: &'a Session, data: Value) -> BoxFuture<'a, ()>;
}

/// All commands, by message type.
#[derive(Clone, Default)]
pub struct SocketCommands(Arc<HashMap<&'static str, Arc<dyn Command>>>);

impl SocketCommands {
    pub fn new(commands: impl IntoIterator<Item = Arc<dyn Command>>) -> Self {
        let by_kind = commands.into_iter().map(|command| (command.kind(), command));
        SocketCommands(Arc::new(by_kind.collect()))
    }

    pub fn find(&self, kind: &str) -> Option<&Arc<dyn Command>> {
        self.0.get(kind)
    }
}

/// An authenticated socket. What is sent to it waits in a bounded queue; a reader that lets the
/// queue fill up is dropped, never waited for.
#[derive(Debug, Clone)]
pub struct Session {
    pub principal: Principal,
    queue: mpsc::Sender<Utf8Bytes>,
    /// The bytes that the queue still takes.
    room: Arc<AtomicUsize>,
}

/// The other end of a session's queue, for whoever writes to the socket.
#[derive(Debug)]
pub struct Outbox {
    queue: mpsc::Receiver<Utf8Bytes>,
    room: Arc<AtomicUsize>,
}

impl Session {
    /// A session whose queue holds at most so many messages and bytes.
    pub fn open(principal: Principal, messages: usize, bytes: usize) -> (Session, Outbox) {
        let (sender, receiver) = mpsc::channel(messages);
        let room = Arc::new(AtomicUsize::new(bytes));
        let outbox = Outbox { queue: receiver, room: room.clone() };
        (Session { principal, queue: sender, room }, outbox)
    }

    /// `false`: the queue is full or the socket is gone.
    pub fn send(&self, kind: &str, data: &impl Serialize) -> bool {
        self.send_text(json!({ "type": kind, "data": data }).to_string().into())
    }

    /// Sends a message that was written once for many sessions.
    pub fn send_text(&self, message: Utf8Bytes) -> bool {
        let size = message.len();
        let shrink = |room: usize| room.checked_sub(size);
        if self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, shrink).is_err() {
            return false;
        }
        let sent = self.queue.try_send(message).is_ok();
        if !sent {
            self.room.fetch_add(size, Ordering::Relaxed);
        }
        sent
    }
}

impl Outbox {
    /// The next message; `None` when nobody can send one any more.
    pub async fn next(&mut self) -> Option<Utf8Bytes> {
        let message = self.queue.recv().await?;
        self.room.fetch_add(message.len(), Ordering::Relaxed);
        Some(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_queue_is_bounded_in_messages_and_in_bytes() {
        let (session, mut outbox) = Session::open(Principal::local(), 3, 10);
        assert!(session.send_text("12345678".into()));
        assert!(!session.send_text("123".into()));
        assert!(session.send_text("1".into()));
        assert!(session.send_text("2".into()));
        assert!(!session.send_text("".into()));
        assert_eq!(outbox.next().await.as_deref(), Some("12345678"));
        assert!(session.send_text("12345678".into()));
        drop(outbox);
        assert!(!session.send_text("".into()));
    }
}
