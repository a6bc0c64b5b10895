//! Who has a socket open, and which of them may hear of a fact.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use events::Audience;
use kit::{Error, ErrorKind, Identity, Result, Scope};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::sync::CancellationToken;
use web::Session;

#[derive(Debug, Default)]
pub(crate) struct Registry {
    sessions: RwLock<Sessions>,
}

#[derive(Debug, Default)]
struct Sessions {
    next_id: u64,
    by_id: HashMap<u64, Member>,
    per_device: HashMap<Arc<str>, u32>,
}

#[derive(Debug)]
struct Member {
    session: Session,
    hears_events: bool,
    too_slow: CancellationToken,
}

/// A session's place in the registry; it leaves when this is dropped.
#[derive(Debug)]
pub(crate) struct Membership {
    registry: Arc<Registry>,
    id: u64,
    device: Option<Arc<str>>,
    /// Cancelled when the session does not keep up.
    pub(crate) too_slow: CancellationToken,
}

impl Registry {
    pub(crate) fn join(
        self: &Arc<Self>,
        session: Session,
        sockets_per_device: u32,
    ) -> Result<Membership> {
        let device = match &session.principal.identity {
            Identity::Device(id) => Some(id.clone()),
            _ => None,
        };
        let mut sessions = self.sessions.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(device) = &device {
            let count = sessions.per_device.entry(device.clone()).or_default();
            if *count >= sockets_per_device {
                let message = "This device has too many sockets open";
                return Err(Error::new(ErrorKind::RateLimitExceeded, message));
            }
            *count += 1;
        }
        sessions.next_id += 1;
        let id = sessions.next_id;
        let too_slow = CancellationToken::new();
        let hears_events = session.principal.may(Scope::READ_EVENTS);
        let member = Member { session, hears_events, too_slow: too_slow.clone() };
        sessions.by_id.insert(id, member);
        Ok(Membership { registry: self.clone(), id, device, too_slow })
    }

    pub(crate) fn is_online(&self, device_id: &str) -> bool {
        let sessions = self.sessions.read().unwrap_or_else(PoisonError::into_inner);
        sessions.per_device.contains_key(device_id)
    }

    /// Puts a message into the queue of everyone who may hear it. Nobody is waited for: whoever
    /// has no room left is told to go.
    pub(crate) fn tell(&self, audience: &Audience, message: &Utf8Bytes) {
        let sessions = self.sessions.read().unwrap_or_else(PoisonError::into_inner);
        for member in sessions.by_id.values().filter(|member| member.may_hear(audience)) {
            if !member.session.send_text(message.clone()) {
                member.too_slow.cancel();
            }
        }
    }

    fn leave(&self, id: u64, device: Option<&Arc<str>>) {
        let mut sessions = self.sessions.write().unwrap_or_else(PoisonError::into_inner);
        sessions.by_id.remove(&id);
        let Some(device) = device else { return };
        if let Some(count) = sessions.per_device.get_mut(device) {
            *count -= 1;
            if *count == 0 {
                sessions.per_device.remove(device);
            }
        }
    }
}

impl Member {
    fn may_hear(&self, audience: &Audience) -> bool {
        let principal = &self.session.principal;
        self.hears_events
            && match audience {
                Audience::Scope(scope) => principal.may(scope),
                Audience::Devices(devices) => {
                    principal.device_id().is_some_and(|own| devices.iter().any(|id| id == own))
                }
            }
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        self.registry.leave(self.id, self.device.as_ref());
    }
}

#[cfg(test)]
mod tests {
    use kit::{Principal, Scopes};

    use super::*;

    fn session(identity: Identity, scopes: &[&str]) -> (Session, web::Outbox) {
        let scopes = Arc::new(Scopes::parse(scopes).expect("known scopes"));
        let revoked = CancellationToken::new();
        let principal = Principal { identity, scopes, revoked, expires_at: None };
        Session::open(principal, 2, 1_000)
    }

    fn device(id: &str, scopes: &[&str]) -> (Session, web::Outbox) {
        session(Identity::Device(id.into()), scopes)
    }

    #[test]
    fn a_device_is_online_until_its_last_socket_has_gone() {
        let registry = Arc::new(Registry::default());
        let (phone, _outbox) = device("phone", &[]);
        let first = registry.join(phone.clone(), 2).expect("room");
        let second = registry.join(phone.clone(), 2).expect("room");
        assert!(registry.join(phone.clone(), 2).is_err());
        drop(first);
        assert!(registry.is_online("phone"));
        drop(second);
        assert!(!registry.is_online("phone"));
        let (user, _outbox) = session(Identity::User("phone".into()), &[]);
        let _third = registry.join(user, 2).expect("room");
        assert!(!registry.is_online("phone"));
    }

    #[tokio::test]
    async fn a_fact_reaches_only_those_who_may_hear_it() {
        let registry = Arc::new(Registry::default());
        let all = [
            device("deaf", &["read:catalog", "access:*"]),
            device("phone", &["read:events"]),
            device("tablet", &["read:events", "access:admin"]),
        ];
        let (sessions, mut outboxes): (Vec<_>, Vec<_>) = all.into_iter().unzip();
        let _members: Vec<_> =
            sessions.into_iter().map(|session| registry.join(session, 9).expect("room")).collect();
        registry.tell(&Audience::Scope("read:events".to_owned()), &"both".into());
        registry.tell(&Audience::Scope("access:admin".to_owned()), &"tablet".into());
        let named = vec!["phone".to_owned(), "deaf".to_owned()];
        registry.tell(&Audience::Devices(named), &"phone".into());
        drop((_members, registry));
        let mut heard = Vec::new();
        for outbox in &mut outboxes {
            let mut messages = Vec::new();
            while let Some(message) = outbox.next().await {
                messages.push(message.to_string());
            }
            heard.push(messages);
        }
        assert_eq!(heard, [vec![], vec!["both", "phone"], vec!["both", "tablet"]]);
    }

    #[test]
    fn whoever_has_no_room_is_told_to_go_and_the_others_are_served() {
        let registry = Arc::new(Registry::default());
        let (slow, _slow_outbox) = device("slow", &["read:events"]);
        let slow = registry.join(slow, 1).expect("room");
        let audience = Audience::Scope("read:events".to_owned());
        registry.tell(&audience, &"1".into());
        registry.tell(&audience, &"2".into());
        let (quick, _quick_outbox) = device("quick", &["read:events"]);
        let quick = registry.join(quick, 1).expect("room");
        registry.tell(&audience, &"3".into());
        assert!(slow.too_slow.is_cancelled());
        assert!(!quick.too_slow.is_cancelled());
    }
}
