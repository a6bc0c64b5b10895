use aws_lc_rs::aead::{AES_256_GCM_SIV, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use kit::{Entropy, Error, Result};
use sha2::{Digest, Sha256};
use store::Db;

/// Makes the answers of deployments unreadable for who sees the table alone, and unusable in
/// another one's row.
pub(crate) struct Seal {
    key: LessSafeKey,
}

impl Seal {
    /// With a key that is made once and kept.
    pub(crate) async fn of(db: &Db) -> Result<Seal> {
        let key = db.setting("toolbox.seal", || Entropy.hex::<32>()).await?;
        Seal::new(&key)
    }

    fn new(key: &str) -> Result<Seal> {
        let key = UnboundKey::new(&AES_256_GCM_SIV, &Sha256::digest(key));
        Ok(Seal { key: LessSafeKey::new(key.map_err(Error::internal)?) })
    }

    pub(crate) fn close(&self, row: &str, content: &str) -> Result<String> {
        let nonce: [u8; NONCE_LEN] = Entropy.bytes();
        let mut content = content.as_bytes().to_vec();
        self.key
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                bound_to(row),
                &mut content,
            )
            .map_err(Error::internal)?;
        content.splice(..0, nonce);
        Ok(BASE64_STANDARD.encode(content))
    }

    /// `None`: it is damaged, of another row, or of another key.
    pub(crate) fn open(&self, row: &str, sealed: &str) -> Option<String> {
        let mut sealed = BASE64_STANDARD.decode(sealed).ok()?;
        let mut content = (sealed.len() >= NONCE_LEN).then(|| sealed.split_off(NONCE_LEN))?;
        let nonce = Nonce::try_assume_unique_for_key(&sealed).ok()?;
        let length = self.key.open_in_place(nonce, bound_to(row), &mut content).ok()?.len();
        content.truncate(length);
        String::from_utf8(content).ok()
    }
}

fn bound_to(row: &str) -> Aad<Vec<u8>> {
    Aad::from(format!("toolbox_deployments\n{row}").into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_key_opens_it_and_only_in_the_same_row() {
        let seal = Seal::new("one").expect("a seal");
        let sealed = seal.close("deploy_1", "hunter2").expect("sealed");
        assert!(!sealed.contains("hunter2"));
        assert_eq!(seal.open("deploy_1", &sealed).as_deref(), Some("hunter2"));
        assert_eq!(seal.open("deploy_2", &sealed), None);
        assert_eq!(Seal::new("two").expect("a seal").open("deploy_1", &sealed), None);
        assert_eq!(seal.open("deploy_1", "AAAA"), None);
    }
}
