use std::sync::Arc;

use aws_lc_rs::aead::{AES_256_GCM_SIV, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use kit::{Entropy, Error, Result, Secret};
use sha2::{Digest, Sha256};

use crate::Db;

/// Makes what a row holds unreadable for who sees its table alone, and unusable in another row.
#[derive(Clone)]
pub struct Seal {
    key: Arc<LessSafeKey>,
}

impl Seal {
    /// The seal whose key is kept under this name; it is made once.
    pub async fn of(db: &Db, name: &str) -> Result<Self> {
        let key = Secret::new(db.setting(name, || Entropy.hex::<32>()).await?);
        Seal::new(key.expose())
    }

    pub fn new(key: &str) -> Result<Self> {
        let key = UnboundKey::new(&AES_256_GCM_SIV, &Sha256::digest(key));
        Ok(Seal { key: Arc::new(LessSafeKey::new(key.map_err(Error::internal)?)) })
    }

    /// `place` names the table and the row.
    pub fn close(&self, place: &str, mut content: Vec<u8>) -> Result<String> {
        let nonce: [u8; NONCE_LEN] = Entropy.bytes();
        let bound_to = Aad::from(place.as_bytes());
        self.key
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), bound_to, &mut content)
            .map_err(Error::internal)?;
        content.splice(..0, nonce);
        Ok(BASE64_STANDARD.encode(content))
    }

    /// `None`: it is damaged, of another place, or of another key.
    pub fn open(&self, place: &str, sealed: &str) -> Option<Vec<u8>> {
        let mut sealed = BASE64_STANDARD.decode(sealed).ok()?;
        let mut content = (sealed.len() >= NONCE_LEN).then(|| sealed.split_off(NONCE_LEN))?;
        let nonce = Nonce::try_assume_unique_for_key(&sealed).ok()?;
        let opened = self.key.open_in_place(nonce, Aad::from(place.as_bytes()), &mut content);
        let length = opened.ok()?.len();
        content.truncate(length);
        Some(content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_key_opens_it_and_only_in_the_same_place() {
        let seal = Seal::new("one").expect("a seal");
        let sealed = seal.close("jars\nphone", b"secret".to_vec()).expect("sealed");
        assert_eq!(seal.open("jars\nphone", &sealed).as_deref(), Some(&b"secret"[..]));
        assert_ne!(seal.close("jars\nphone", b"secret".to_vec()).expect("sealed"), sealed);
        assert!(seal.open("jars\ntablet", &sealed).is_none());
        assert!(Seal::new("two").expect("a seal").open("jars\nphone", &sealed).is_none());
        for damaged in ["", "AAAA", "%", &sealed[4..]] {
            assert!(seal.open("jars\nphone", damaged).is_none());
        }
    }
}
