use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use aws_lc_rs::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::hkdf::{HKDF_SHA256, Prk, Salt};
use kit::{Entropy, Secret};

const SESSION_LEN: usize = 16;
const COUNTER_LEN: usize = 8;
const HEAD_LEN: usize = SESSION_LEN + COUNTER_LEN;
const TAG_LEN: usize = 16;
/// How much longer a message is when it is sealed.
pub(crate) const OVERHEAD: usize = HEAD_LEN + TAG_LEN;

const SALT: &[u8] = b"gatehouse federation v1";
/// More programs than any cluster has; who comes next pushes out the one that was silent longest.
const MOST_SESSIONS: usize = 256;
/// How far messages may overtake each other.
const WINDOW: usize = 1_024;

type SessionId = [u8; SESSION_LEN];

/// What a message is for. One that is for something else does not open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Gossip,
    Question,
    Answer,
    Apps,
}

impl Purpose {
    fn word(self) -> &'static [u8] {
        match self {
            Purpose::Gossip => b"gossip",
            Purpose::Question => b"question",
            Purpose::Answer => b"answer",
            Purpose::Apps => b"apps",
        }
    }
}

/// Makes messages unreadable for everybody who does not know the cluster's secret. Each start of a
/// program has a key of its own, made of the secret and a random number that every message carries,
/// and counts its messages: so no nonce is used twice, and none is heard twice.
pub(crate) struct Cipher {
    secret: Prk,
    session: SessionId,
    key: LessSafeKey,
    sent: AtomicU64,
    heard: Mutex<Sessions>,
}

#[derive(Default)]
struct Sessions {
    known: HashMap<SessionId, Heard>,
    clock: u64,
}

struct Heard {
    numbers: BTreeSet<u64>,
    /// Everything up to this one counts as heard.
    floor: u64,
    last_used: u64,
}

impl Cipher {
    pub(crate) fn new(secret: &Secret) -> Self {
        let secret = Salt::new(HKDF_SHA256, SALT).extract(secret.expose().as_bytes());
        let session = Entropy.bytes();
        let key = key(&secret, &session).expect("a key of this length can be made");
        Cipher { secret, session, key, sent: AtomicU64::new(0), heard: Mutex::default() }
    }

    pub(crate) fn seal(&self, purpose: Purpose, content: &[u8]) -> Vec<u8> {
        let number = self.sent.fetch_add(1, Ordering::Relaxed) + 1;
        let mut body = content.to_vec();
        self.key
            .seal_in_place_append_tag(nonce(number), Aad::from(purpose.word()), &mut body)
            .expect("messages are far shorter than the cipher allows");
        let mut sealed = Vec::with_capacity(HEAD_LEN + body.len());
        sealed.extend_from_slice(&self.session);
        sealed.extend_from_slice(&number.to_be_bytes());
        sealed.append(&mut body);
        sealed
    }

    /// `None`: it is not from a member, was changed on its way, is for something else, or was heard
    /// before. Nobody is told which.
    pub(crate) fn open(&self, purpose: Purpose, sealed: &[u8]) -> Option<Vec<u8>> {
        let (session, rest) = sealed.split_first_chunk::<SESSION_LEN>()?;
        let (number, body) = rest.split_first_chunk::<COUNTER_LEN>()?;
        let number = u64::from_be_bytes(*number);
        if *session == self.session || body.len() < TAG_LEN {
            return None;
        }
        let mut body = body.to_vec();
        let key = key(&self.secret, session)?;
        let aad = Aad::from(purpose.word());
        let length = key.open_in_place(nonce(number), aad, &mut body).ok()?.len();
        body.truncate(length);
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.is_new(session, number).then_some(body)
    }
}

fn key(secret: &Prk, session: &SessionId) -> Option<LessSafeKey> {
    let info: [&[u8]; 1] = [session];
    let made = secret.expand(&info, &CHACHA20_POLY1305).ok()?;
    Some(LessSafeKey::new(UnboundKey::from(made)))
}

fn nonce(number: u64) -> Nonce {
    let mut nonce = [0; NONCE_LEN];
    nonce[NONCE_LEN - COUNTER_LEN..].copy_from_slice(&number.to_be_bytes());
    Nonce::assume_unique_for_key(nonce)
}

impl Sessions {
    /// Called with what was opened, so that strangers cannot fill it.
    fn is_new(&mut self, session: &SessionId, number: u64) -> bool {
        self.clock += 1;
        if !self.known.contains_key(session) && self.known.len() >= MOST_SESSIONS {
            let oldest = self.known.iter().min_by_key(|(_, heard)| heard.last_used);
            if let Some(oldest) = oldest.map(|(id, _)| *id) {
                self.known.remove(&oldest);
            }
        }
        let fresh = || Heard { numbers: BTreeSet::new(), floor: 0, last_used: 0 };
        let heard = self.known.entry(*session).or_insert_with(fresh);
        heard.last_used = self.clock;
        if number <= heard.floor || !heard.numbers.insert(number) {
            return false;
        }
        if heard.numbers.len() > WINDOW {
            heard.floor = heard.numbers.pop_first().unwrap_or(heard.floor);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cipher(secret: &str) -> Cipher {
        Cipher::new(&Secret::new(secret))
    }

    #[test]
    fn only_a_member_reads_and_only_what_it_is_for() {
        let (one, other) = (cipher("our common secret"), cipher("our common secret"));
        let sealed = one.seal(Purpose::Gossip, b"hello");
        assert_eq!(sealed.len(), 5 + OVERHEAD);
        assert!(!sealed.windows(5).any(|part| part == b"hello"));
        assert!(cipher("another secret....").open(Purpose::Gossip, &sealed).is_none());
        assert!(other.open(Purpose::Question, &sealed).is_none());
        assert!(one.open(Purpose::Gossip, &sealed).is_none(), "our own words come back");
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(other.open(Purpose::Gossip, &changed).is_none(), "byte {at}");
            assert!(other.open(Purpose::Gossip, &sealed[..at]).is_none(), "length {at}");
        }
        assert_eq!(other.open(Purpose::Gossip, &sealed).as_deref(), Some(&b"hello"[..]));
    }

    #[test]
    fn a_replayed_message_is_dropped_and_a_late_one_is_not() {
        let (one, other) = (cipher("our common secret"), cipher("our common secret"));
        let sealed: Vec<_> = (0..10).map(|n| one.seal(Purpose::Gossip, &[n])).collect();
        for at in [3, 1, 9, 0, 2] {
            assert!(other.open(Purpose::Gossip, &sealed[at]).is_some(), "{at}");
            assert!(other.open(Purpose::Gossip, &sealed[at]).is_none(), "{at} again");
        }
        for n in 0..WINDOW {
            let next = one.seal(Purpose::Gossip, &n.to_be_bytes());
            assert!(other.open(Purpose::Gossip, &next).is_some());
        }
        assert!(other.open(Purpose::Gossip, &sealed[4]).is_none(), "far too late");
    }

    #[test]
    fn memory_for_programs_is_bounded() {
        let receiver = cipher("our common secret");
        for _ in 0..MOST_SESSIONS + 10 {
            let sealed = cipher("our common secret").seal(Purpose::Gossip, b"x");
            assert!(receiver.open(Purpose::Gossip, &sealed).is_some());
        }
        let known = receiver.heard.lock().expect("the lock").known.len();
        assert_eq!(known, MOST_SESSIONS);
    }
}
