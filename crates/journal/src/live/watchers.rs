use serde::Serialize;
use web::Session;

/// The sessions that watch. There are never more than sockets: each is in here once, and leaves
/// when it cannot be told any more.
#[derive(Debug, Default)]
pub(super) struct Watchers(Vec<Session>);

impl Watchers {
    pub(super) fn add(&mut self, session: &Session) {
        if !self.0.iter().any(|other| other.is(session)) {
            self.0.push(session.clone());
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn tell(&mut self, kind: &str, data: &impl Serialize) {
        self.0.retain(|session| session.send(kind, data));
    }
}
