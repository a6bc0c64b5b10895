//! Who has a socket open, and which of them may hear of a fact.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use events::Audience;
use kit::{Error, ErrorKind, Identity, Result, Scope};
use tokio::sync::broadcast;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::sync::CancellationToken;
use web::{Session, Sockets};

/// How many arrivals a listener may be behind before it is told that it missed some.
const ARRIVALS: usize = 1024;

#[derive(Debug)]
pub(crate) struct Registry {
    sessions: RwLock<Sessions>,
    arrivals: broadcast::Sender<Arc<str>>,
}

impl Default for Registry {
    fn default() -> Self {
        Registry { sessions: RwLock::default(), arrivals: broadcast::Sender::new(ARRIVALS) }
    }
}

#[derive(Debug, Default)]
struct Sessions {
    next_id: u64,
    by_id: HashMap<u64, Member>,
    /// The sessions of each device, in the order of their arrival.
    per_device: HashMap<Arc<str>, Vec<u64>>,
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
        let id = sessions.next_id + 1;
        if let Some(device) = &device {
            let own = sessions.per_device.entry(device.clone()).or_default();
            if own.len() >= sockets_per_device as usize {
                let message = "This device has too many sockets open";
                return Err(Error::new(ErrorKind::RateLimitExceeded, message));
            }
            own.push(id);
        }
        sessions.next_id = id;
        let too_slow = CancellationToken::new();
        let hears_events = session.principal.may(Scope::READ_EVENTS);
        let member = Member { session, hears_events, too_slow: too_slow.clone() };
        sessions.by_id.insert(id, member);
        if hears_events && let Some(device) = device.as_ref() {
            // Nobody listening is not an error.
            let _ = self.arrivals.send(device.clone());
        }
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
        if let Some(own) = sessions.per_device.get_mut(device) {
            own.retain(|other| *other != id);
            if own.is_empty() {
                sessions.per_device.remove(device);
            }
        }
    }
}

impl Sockets for Registry {
    fn of_device(&self, device_id: &str) -> Vec<Session> {
        let sessions = self.sessions.read().unwrap_or_else(PoisonError::into_inner);
        let own = sessions.per_device.get(device_id).into_iter().flatten();
        let members = own.filter_map(|id| sessions.by_id.get(id));
        members.filter(|member| member.hears_events).map(|member| member.session.clone()).collect()
    }

    fn of_people(&self) -> Vec<Session> {
        let sessions = self.sessions.read().unwrap_or_else(PoisonError::into_inner);
        let people = sessions
            .by_id
            .values()
            .filter(|member| member.hears_events && member.session.principal.device_id().is_none());
        people.map(|member| member.session.clone()).collect()
    }

    fn devices(&self) -> Vec<Arc<str>> {
        let sessions = self.sessions.read().unwrap_or_else(PoisonError::into_inner);
        let hears = |id: &u64| sessions.by_id.get(id).is_some_and(|member| member.hears_events);
        let listening = sessions.per_device.iter().filter(|(_, own)| own.iter().any(hears));
        listening.map(|(device, _)| device.clone()).collect()
    }

    fn arrivals(&self) -> broadcast::Receiver<Arc<str>> {
        self.arrivals.subscribe()
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

    #[test]
    fn sessions_are_found_by_their_device_where_they_may_hear_of_events() {
        let registry = Arc::new(Registry::default());
        let mut arrivals = registry.arrivals();
        let all = [
            device("phone", &["read:events"]),
            device("phone", &["read:events"]),
            device("deaf", &["read:catalog"]),
            session(Identity::User("admin".into()), &["read:*"]),
        ];
        let (sessions, _outboxes): (Vec<_>, Vec<_>) = all.into_iter().unzip();
        let members: Vec<_> =
            sessions.into_iter().map(|session| registry.join(session, 9).expect("room")).collect();
        assert_eq!(registry.of_device("phone").len(), 2);
        assert_eq!((registry.of_device("deaf").len(), registry.of_people().len()), (0, 1));
        assert_eq!(Sockets::devices(&*registry), ["phone".into()]);
        let told = [arrivals.try_recv().ok(), arrivals.try_recv().ok(), arrivals.try_recv().ok()];
        assert_eq!(told.map(|device| device.as_deref() == Some("phone")), [true, true, false]);
        drop(members);
        assert!(registry.of_device("phone").is_empty() && registry.of_people().is_empty());
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
                messages.push(message.text.to_string());
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
