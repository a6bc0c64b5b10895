use aws_lc_rs::aead::{AES_256_GCM_SIV, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use kit::{Entropy, Error, Result};
use sha2::{Digest, Sha256};

use super::Key;

/// What the key is derived from: it is made once and kept.
pub(crate) fn new_key() -> String {
    Entropy.hex::<32>()
}

/// Makes jars unreadable for who sees the table alone, and unusable in another jar's row.
pub(crate) struct Seal {
    key: LessSafeKey,
}

impl Seal {
    pub(crate) fn new(key: &str) -> Result<Self> {
        let key = UnboundKey::new(&AES_256_GCM_SIV, &Sha256::digest(key));
        Ok(Seal { key: LessSafeKey::new(key.map_err(Error::internal)?) })
    }

    pub(crate) fn close(&self, name: &Key, mut content: Vec<u8>) -> Result<String> {
        let nonce: [u8; NONCE_LEN] = Entropy.bytes();
        let bound_to = Aad::from(bound_to(name));
        self.key
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), bound_to, &mut content)
            .map_err(Error::internal)?;
        content.splice(..0, nonce);
        Ok(BASE64_STANDARD.encode(content))
    }

    /// `None`: it is damaged, of another jar, or of another key.
    pub(crate) fn open(&self, name: &Key, sealed: &str) -> Option<Vec<u8>> {
        let mut sealed = BASE64_STANDARD.decode(sealed).ok()?;
        let mut content = (sealed.len() >= NONCE_LEN).then(|| sealed.split_off(NONCE_LEN))?;
        let nonce = Nonce::try_assume_unique_for_key(&sealed).ok()?;
        let opened = self.key.open_in_place(nonce, Aad::from(bound_to(name)), &mut content);
        let length = opened.ok()?.len();
        content.truncate(length);
        Some(content)
    }
}

/// No id holds a line feed.
fn bound_to(name: &Key) -> Vec<u8> {
    format!("session_cookies\n{}\n{}", name.device, name.app).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_key_opens_it_and_only_in_the_same_row() {
        let seal = Seal::new(&new_key()).expect("a seal");
        let name = |device: &str, app: &str| Key { device: device.into(), app: app.into() };
        let own = name("phone", "tv");
        let sealed = seal.close(&own, b"secret".to_vec()).expect("sealed");
        assert_eq!(seal.open(&own, &sealed).as_deref(), Some(&b"secret"[..]));
        assert_ne!(seal.close(&own, b"secret".to_vec()).expect("sealed"), sealed);
        assert!(seal.open(&name("tablet", "tv"), &sealed).is_none());
        assert!(seal.open(&name("phone", "nas"), &sealed).is_none());
        assert!(Seal::new(&new_key()).expect("a seal").open(&own, &sealed).is_none());
        for damaged in ["", "AAAA", "%", &sealed[4..]] {
            assert!(seal.open(&own, damaged).is_none());
        }
    }
}
