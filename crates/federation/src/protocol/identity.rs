use std::fmt;
use std::sync::Arc;

use aws_lc_rs::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use kit::{Error, Result};
use sha2::{Digest, Sha256};

const ID_PREFIX: &str = "gw-";
/// So much of the key's hash that nobody finds another key with the same.
const ID_BYTES: usize = 16;
const KEY_LEN: usize = 32;

/// By what a gateway is known to others: it follows from its key.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PeerId(Arc<str>);

impl PeerId {
    /// As it was written down; whoever says so to us has to prove it.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(ID_PREFIX)?;
        let plain = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let whole = digits.len() == 2 * ID_BYTES && digits.bytes().all(plain);
        whole.then(|| PeerId(text.into()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PeerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for PeerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PublicKey([u8; KEY_LEN]);

impl PublicKey {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        Some(PublicKey(bytes.try_into().ok()?))
    }

    pub(crate) fn text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }

    pub(crate) fn id(&self) -> PeerId {
        let hash = hex::encode(&Sha256::digest(self.0)[..ID_BYTES]);
        PeerId(format!("{ID_PREFIX}{hash}").into())
    }

    pub(super) fn has_signed(&self, content: &[u8], signature: &[u8]) -> bool {
        UnparsedPublicKey::new(&ED25519, &self.0).verify(content, signature).is_ok()
    }
}

/// Who we are to others.
pub(crate) struct Identity {
    pair: Ed25519KeyPair,
    key: PublicKey,
    id: PeerId,
}

impl Identity {
    /// A new key, in the form in which it is kept.
    pub(crate) fn generate() -> Result<Vec<u8>> {
        let pair = Ed25519KeyPair::generate().map_err(Error::internal)?;
        Ok(pair.to_pkcs8().map_err(Error::internal)?.as_ref().to_vec())
    }

    pub(crate) fn read(pkcs8: &[u8]) -> Result<Self> {
        let pair = Ed25519KeyPair::from_pkcs8(pkcs8).map_err(Error::internal_text)?;
        let key = pair.public_key().as_ref().try_into().map_err(Error::internal)?;
        let key = PublicKey(key);
        Ok(Identity { pair, key, id: key.id() })
    }

    pub(crate) fn id(&self) -> &PeerId {
        &self.id
    }

    pub(crate) fn key(&self) -> PublicKey {
        self.key
    }

    pub(super) fn sign(&self, content: &[u8]) -> Vec<u8> {
        self.pair.sign(content).as_ref().to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_follows_from_the_key_and_is_the_same_after_a_restart() {
        let kept = Identity::generate().expect("a key");
        let (one, again) = (Identity::read(&kept).expect("it"), Identity::read(&kept).expect("it"));
        assert_eq!(one.id(), again.id());
        assert_eq!(PublicKey::parse(&one.key().text()).map(|key| key.id()), Some(one.id().clone()));
        let other = Identity::read(&Identity::generate().expect("a key")).expect("it");
        assert_ne!(one.id(), other.id());
        assert!(Identity::read(b"no key").is_err());
    }

    #[test]
    fn nothing_else_is_an_id() {
        let good = format!("gw-{}", "0a".repeat(16));
        assert_eq!(PeerId::parse(&good).expect("an id").as_str(), good);
        for bad in ["", "gw-", "0a0a", &good[..34], &format!("{good}0"), &good.to_uppercase()] {
            assert!(PeerId::parse(bad).is_none(), "{bad}");
        }
    }
}
