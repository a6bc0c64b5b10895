//! The management socket as slices see it: commands that they answer, sessions that they send to.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use futures::future::BoxFuture;
use kit::Principal;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::{Notify, broadcast, mpsc};
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

/// The sockets that are open, for those who send to some of them alone. `hub` has them.
pub trait Sockets: Send + Sync {
    /// The sessions of one device that may hear of events.
    fn of_device(&self, device_id: &str) -> Vec<Session>;

    /// The sessions that may hear of events and are no device's: people, and programs on this
    /// machine.
    fn of_people(&self) -> Vec<Session>;

    /// Every device that has such a session.
    fn devices(&self) -> Vec<Arc<str>>;

    /// Tells the device of every such session that opens.
    fn arrivals(&self) -> broadcast::Receiver<Arc<str>>;
}

/// Called when the peer has taken the message that it came with; dropped without a call where that
/// never became known.
pub type Receipt = Box<dyn FnOnce() + Send>;

/// A message on its way to a socket.
pub struct Parcel {
    pub text: Utf8Bytes,
    pub receipt: Option<Receipt>,
}

/// An authenticated socket. What is sent to it waits in a bounded queue; a reader that lets the
/// queue fill up is dropped, never waited for.
#[derive(Debug, Clone)]
pub struct Session {
    /// No other session of this program has it.
    pub id: u64,
    pub principal: Principal,
    queue: mpsc::Sender<Parcel>,
    room: Arc<Room>,
}

/// The bytes that a queue still takes.
#[derive(Debug)]
struct Room {
    whole: usize,
    left: AtomicUsize,
    /// Told when there is little left in the queue.
    freed: Notify,
}

/// The other end of a session's queue, for whoever writes to the socket.
pub struct Outbox {
    queue: mpsc::Receiver<Parcel>,
    room: Arc<Room>,
}

static SESSIONS: AtomicU64 = AtomicU64::new(0);

impl Session {
    /// A session whose queue holds at most so many messages and bytes.
    pub fn open(principal: Principal, messages: usize, bytes: usize) -> (Session, Outbox) {
        let (sender, receiver) = mpsc::channel(messages);
        let left = AtomicUsize::new(bytes);
        let room = Arc::new(Room { whole: bytes, left, freed: Notify::new() });
        let outbox = Outbox { queue: receiver, room: room.clone() };
        let id = SESSIONS.fetch_add(1, Ordering::Relaxed);
        (Session { id, principal, queue: sender, room }, outbox)
    }

    /// Whether both lead to the same socket.
    pub fn is(&self, other: &Session) -> bool {
        self.queue.same_channel(&other.queue)
    }

    /// `false`: the queue is full or the socket is gone.
    pub fn send(&self, kind: &str, data: &impl Serialize) -> bool {
        self.send_text(json!({ "type": kind, "data": data }).to_string().into())
    }

    /// Sends a message that was written once for many sessions.
    pub fn send_text(&self, text: Utf8Bytes) -> bool {
        self.post(Parcel { text, receipt: None })
    }

    /// Whether the socket is gone.
    pub fn is_closed(&self) -> bool {
        self.queue.is_closed()
    }

    pub fn post(&self, parcel: Parcel) -> bool {
        let size = parcel.text.len();
        let shrink = |room: usize| room.checked_sub(size);
        if self.room.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, shrink).is_err() {
            return false;
        }
        let sent = self.queue.try_send(parcel).is_ok();
        if !sent {
            self.room.left.fetch_add(size, Ordering::Relaxed);
        }
        sent
    }

    /// Sends a piece of a stream as soon as half of the queue is empty: the other half is for what
    /// cannot wait. `false`: the socket is gone, or would never take it.
    pub async fn send_in_turn(&self, message: Utf8Bytes) -> bool {
        loop {
            let mut freed = pin!(self.room.freed.notified());
            freed.as_mut().enable();
            let waiting = self.queue.max_capacity() - self.queue.capacity();
            let left = self.room.left.load(Ordering::Relaxed);
            let fits = waiting < self.queue.max_capacity().div_ceil(2)
                && left >= message.len() + self.room.whole / 2;
            if fits && self.send_text(message.clone()) {
                return true;
            }
            if waiting == 0 || self.queue.is_closed() {
                return self.send_text(message);
            }
            tokio::select! {
                () = freed => {}
                () = self.queue.closed() => return false,
            }
        }
    }

    /// Returns when the socket is gone.
    pub async fn closed(&self) {
        self.queue.closed().await;
    }
}

impl Outbox {
    /// The next message; `None` when nobody can send one any more.
    pub async fn next(&mut self) -> Option<Parcel> {
        let parcel = self.queue.recv().await?;
        self.room.left.fetch_add(parcel.text.len(), Ordering::Relaxed);
        // Not for each one, so that streams go on in bunches.
        if self.queue.len() <= self.queue.max_capacity() / 4 {
            self.room.freed.notify_waiters();
        }
        Some(parcel)
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
        assert!(outbox.next().await.is_some_and(|parcel| parcel.text.as_str() == "12345678"));
        assert!(session.send_text("12345678".into()));
        assert!(!session.is_closed());
        drop(outbox);
        assert!(session.is_closed());
        assert!(!session.send_text("".into()));
    }

    #[tokio::test]
    async fn a_stream_waits_for_the_reader_and_leaves_room_for_others() {
        let (session, mut outbox) = Session::open(Principal::local(), 8, 1_000);
        let stream = async {
            for n in 0..100 {
                assert!(session.send_in_turn(n.to_string().into()).await);
                assert!(session.queue.capacity() >= 4, "half of the queue is for others");
            }
        };
        let reader = async {
            for n in 0..100 {
                let next = outbox.next().await.map(|parcel| parcel.text.to_string());
                assert_eq!(next, Some(n.to_string()));
            }
        };
        tokio::join!(stream, reader);
        let large: Utf8Bytes = "x".repeat(900).into();
        assert!(session.send_in_turn(large.clone()).await, "nothing else waits");
        let blocked = async { assert!(!session.send_in_turn(large).await) };
        let leaves = async {
            drop(outbox);
            session.closed().await;
        };
        tokio::join!(blocked, leaves);
    }
}
