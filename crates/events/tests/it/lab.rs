//! A fact to tell, and somebody who carries it.

use std::sync::Arc;

use events::{Audience, Change, Event, Events, Fact};
use kit::{Actor, Clock, Shutdown, Supervisor, Timestamp};
use serde::Serialize;
use store::{Db, query_scalar};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

pub(crate) use testkit::PATIENCE;
pub(crate) const NOW: Timestamp = Timestamp(1_700_000_000_250);

/// A door opened.
#[derive(Debug, Serialize)]
pub(crate) struct DoorOpened {
    pub(crate) number: u32,
}

impl Fact for DoorOpened {
    const KIND: &'static str = "door_opened";

    fn audience(&self) -> Audience {
        Audience::Devices(vec!["porter".to_owned()])
    }
}

pub(crate) fn opened(number: u32) -> Change {
    Change::by(Actor::system(), "door.opened").fact(&DoorOpened { number })
}

pub(crate) async fn open(db: &Db) -> Events {
    Events::open(db.clone(), Clock::manual(NOW)).await.expect("it opens")
}

pub(crate) async fn rows(db: &Db, count: &'static str) -> i64 {
    let mut conn = db.read().await.expect("a connection");
    query_scalar(count).fetch_one(&mut *conn).await.expect("it counts")
}

/// The rows of audit log, activity and outbox.
pub(crate) async fn kept(db: &Db) -> [i64; 3] {
    [
        rows(db, "SELECT COUNT(*) FROM audit_log").await,
        rows(db, "SELECT COUNT(*) FROM activity").await,
        rows(db, "SELECT COUNT(*) FROM outbox").await,
    ]
}

/// The workers of an `Events`, running until `stop`.
pub(crate) struct Running(Supervisor);

impl Running {
    pub(crate) fn start(events: &Events) -> Self {
        let supervisor = Supervisor::new(Shutdown::default());
        for worker in events.workers() {
            supervisor.supervise(worker);
        }
        Running(supervisor)
    }

    pub(crate) async fn stop(self) {
        self.0.shutdown().drain();
        let drained = tokio::time::timeout(PATIENCE, self.0.drained()).await;
        drained.expect("the workers end when asked to");
    }
}

/// The next fact, or how many were missed.
pub(crate) async fn next(receiver: &mut Receiver<Arc<Event>>) -> Result<Arc<Event>, u64> {
    match tokio::time::timeout(PATIENCE, receiver.recv()).await.expect("a fact comes in time") {
        Ok(event) => Ok(event),
        Err(RecvError::Lagged(missed)) => Err(missed),
        Err(RecvError::Closed) => panic!("the bus is gone"),
    }
}

/// The numbers of the next doors.
pub(crate) async fn doors(receiver: &mut Receiver<Arc<Event>>, count: usize) -> Vec<u64> {
    let mut numbers = Vec::new();
    while numbers.len() < count {
        let event = next(receiver).await.expect("nothing is missed");
        numbers.push(event.data["number"].as_u64().expect("a number"));
    }
    numbers
}
