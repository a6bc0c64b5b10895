use std::net::SocketAddr;

use serde::{Deserialize, Serialize};

use super::signed::{self, Kind};
use super::text::{is_address, is_plain};
use super::{Identity, MOST_APPS, PeerId, PublicKey};

/// Enough for the longest names; a message of gossip has room for those of all peers.
const LONGEST_RECORD: usize = 2_048;
const LONGEST_NAME: usize = 128;
const LONGEST_VERSION: usize = 64;
const DIGEST_LEN: usize = 64;

/// What a gateway says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Statement {
    /// In Base64. The gateway's id follows from it.
    pub(crate) key: String,
    /// Grows with every start, and `sequence` with every change after it: so the newest of two
    /// statements is known without any clock.
    pub(crate) generation: u64,
    pub(crate) sequence: u64,
    pub(crate) name: String,
    /// Where people and programs reach it.
    pub(crate) url: String,
    /// The key by which it is known there, as `sha256/…`; none where it speaks plain HTTP.
    pub(crate) pin: Option<String>,
    pub(crate) gossip: SocketAddr,
    /// Whether callers of other gateways may open the apps that it shares.
    #[serde(default)]
    pub(crate) open: bool,
    /// Of the program.
    pub(crate) version: String,
    pub(crate) apps: usize,
    /// Of the list of apps that it shares.
    pub(crate) digest: String,
}

/// A statement whose signature was checked, and the text that others can check, too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) id: PeerId,
    pub(crate) key: PublicKey,
    pub(crate) said: Statement,
    pub(crate) text: String,
}

impl Record {
    pub(crate) fn write(identity: &Identity, said: Statement) -> Self {
        let text = signed::write(identity, Kind::Record, &said);
        Record { id: identity.id().clone(), key: identity.key(), said, text }
    }

    /// `None`: nobody signed it, or it says something that we would not show.
    pub(crate) fn read(text: &str) -> Option<Self> {
        if text.len() > LONGEST_RECORD {
            return None;
        }
        let own_key = |said: &Statement| PublicKey::parse(&said.key);
        let said = signed::read(Kind::Record, text, own_key)?;
        let key = own_key(&said)?;
        said.is_proper().then(|| Record { id: key.id(), key, said, text: text.to_owned() })
    }

    /// Statements of one gateway have an order.
    pub(crate) fn age(&self) -> (u64, u64) {
        (self.said.generation, self.said.sequence)
    }
}

impl Statement {
    fn is_proper(&self) -> bool {
        let number = |value: u64| i64::try_from(value).is_ok();
        number(self.generation)
            && number(self.sequence)
            && is_plain(&self.name, 1, LONGEST_NAME)
            && is_plain(&self.version, 1, LONGEST_VERSION)
            && is_address(&self.url)
            && self.pin.as_deref().is_none_or(|pin| is_plain(pin, 1, LONGEST_VERSION))
            && !self.gossip.ip().is_unspecified()
            && !self.gossip.ip().is_multicast()
            && self.gossip.port() > 0
            && self.apps <= MOST_APPS
            && self.digest.len() == DIGEST_LEN
            && self.digest.bytes().all(|byte| byte.is_ascii_hexdigit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity() -> Identity {
        Identity::read(&Identity::generate().expect("a key")).expect("an identity")
    }

    fn statement(identity: &Identity) -> Statement {
        Statement {
            key: identity.key().text(),
            generation: 7,
            sequence: 1,
            name: "attic".to_owned(),
            url: "https://10.0.0.2:8443".to_owned(),
            pin: None,
            gossip: "10.0.0.2:7946".parse().expect("an address"),
            open: false,
            version: "0.1.0".to_owned(),
            apps: 0,
            digest: "0".repeat(64),
        }
    }

    #[test]
    fn what_a_gateway_says_is_believed_with_its_own_signature_alone() {
        let (attic, other) = (identity(), identity());
        let record = Record::write(&attic, statement(&attic));
        assert_eq!(Record::read(&record.text), Some(record.clone()));
        // Another member cannot say it in attic's name.
        let claimed = Record::write(&other, statement(&attic));
        assert_eq!(Record::read(&claimed.text), None);
        let (content, _) = record.text.split_once('.').expect("two parts");
        let (_, signature) = claimed.text.split_once('.').expect("two parts");
        for forged in [format!("{content}.{signature}"), content.to_owned(), String::new()] {
            assert_eq!(Record::read(&forged), None, "{forged}");
        }
    }

    #[test]
    fn what_nobody_should_see_is_not_taken_over() {
        type Spoil = fn(&mut Statement);
        let spoiled: [Spoil; 8] = [
            |said| said.name = "a\u{202e}b".to_owned(),
            |said| said.name = "x".repeat(129),
            |said| said.name.clear(),
            |said| said.url = "javascript:alert(1)".to_owned(),
            |said| said.url = "https://user@attic/".to_owned(),
            |said| said.gossip = "0.0.0.0:1".parse().expect("an address"),
            |said| said.digest = "short".to_owned(),
            |said| said.generation = u64::MAX,
        ];
        let attic = identity();
        for (at, spoil) in spoiled.iter().enumerate() {
            let mut said = statement(&attic);
            spoil(&mut said);
            assert_eq!(Record::read(&Record::write(&attic, said).text), None, "number {at}");
        }
    }
}
