//! The management socket as slices see it: commands that they answer, sessions that they send to.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use futures::future::BoxFuture;
use kit::Principal;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

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
}

impl Session {
    pub fn new(principal: Principal, queue: mpsc::Sender<Utf8Bytes>) -> Self {
        Session { principal, queue }
    }

    /// `false`: the queue is full or the socket is gone.
    pub fn send(&self, kind: &str, data: &impl Serialize) -> bool {
        self.send_text(json!({ "type": kind, "data": data }).to_string().into())
    }

    /// Sends a message that was written once for many sessions.
    pub fn send_text(&self, message: Utf8Bytes) -> bool {
        self.queue.try_send(message).is_ok()
    }
}
