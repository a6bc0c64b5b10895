//! Sockets of devices and people, without the wire.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use kit::{Identity, Principal, Scopes};
use serde_json::Value;
use tokio::sync::broadcast;
use tokio::time::timeout;
use web::{Outbox, Receipt, Session, Sockets};

pub(crate) use testkit::PATIENCE;

pub(crate) struct Exchange {
    sessions: Mutex<HashMap<Arc<str>, Vec<Session>>>,
    people: Mutex<Vec<Session>>,
    arrivals: broadcast::Sender<Arc<str>>,
}

impl Default for Exchange {
    fn default() -> Self {
        let (sessions, people) = (Mutex::default(), Mutex::default());
        Exchange { sessions, people, arrivals: broadcast::Sender::new(16) }
    }
}

impl Exchange {
    /// A device opens a socket.
    pub(crate) fn connect(&self, device: &str) -> Peer {
        let (session, outbox) = open(Identity::Device(device.into()));
        let mut sessions = self.sessions.lock().expect("a lock");
        sessions.entry(device.into()).or_default().push(session.clone());
        drop(sessions);
        let _ = self.arrivals.send(device.into());
        Peer { session, outbox }
    }

    pub(crate) fn sign_in(&self) -> Peer {
        let (session, outbox) = open(Identity::User("admin".into()));
        self.people.lock().expect("a lock").push(session.clone());
        Peer { session, outbox }
    }
}

fn open(identity: Identity) -> (Session, Outbox) {
    let scopes = Arc::new(Scopes::parse(["read:events"]).expect("known scopes"));
    let principal = Principal { identity, scopes, revoked: Default::default(), expires_at: None };
    Session::open(principal, 256, 4 << 20)
}

impl Sockets for Exchange {
    fn of_device(&self, device_id: &str) -> Vec<Session> {
        let sessions = self.sessions.lock().expect("a lock");
        let own = sessions.get(device_id).into_iter().flatten();
        own.filter(|session| !session.is_closed()).cloned().collect()
    }

    fn of_people(&self) -> Vec<Session> {
        self.people.lock().expect("a lock").clone()
    }

    fn devices(&self) -> Vec<Arc<str>> {
        let sessions = self.sessions.lock().expect("a lock");
        let open = |own: &Vec<Session>| own.iter().any(|session| !session.is_closed());
        sessions.iter().filter(|(_, own)| open(own)).map(|(device, _)| device.clone()).collect()
    }

    fn arrivals(&self) -> broadcast::Receiver<Arc<str>> {
        self.arrivals.subscribe()
    }
}

/// The other end of a socket.
pub(crate) struct Peer {
    pub(crate) session: Session,
    outbox: Outbox,
}

impl Peer {
    /// The next message, and what confirms it.
    pub(crate) async fn hear(&mut self) -> (Value, Option<Receipt>) {
        let next = timeout(PATIENCE, self.outbox.next()).await.expect("a message in time");
        let parcel = next.expect("an open socket");
        (serde_json::from_str(&parcel.text).expect("JSON"), parcel.receipt)
    }

    /// Takes the next message as a socket does.
    pub(crate) async fn take(&mut self) -> Value {
        let (message, receipt) = self.hear().await;
        receipt.expect("a notification wants to be confirmed")();
        message
    }
}
